"""What there is after the month, counted through the API, and where the back office shows it."""

from collections import Counter
from collections.abc import Iterable

from practice.demo.client import Client, Json


def of(client: Client, *, admin_url: str, user: str) -> str:
    """Return the text for the end of the demo."""
    customers = client.get_all("/customers", isIncludingDeleted="true")
    payments = client.get_all("/transactions")
    verifications = client.get_all("/verifications")
    countries = {customer["region"] for customer in customers if "region" in customer}
    states = Counter(customer.get("kycStatus") or customer.get("kybStatus") or "" for customer in customers)
    lost = [payment for payment in payments if payment.get("refund", {}).get("status") == "FAILED"]
    waiting = Counter(one["verificationStatus"] for one in verifications)
    return f"""
What there is now:

  Customers       {len(customers)} of {len(countries)} countries: {_counted(states)}
  Verifications   {_counted(waiting)}
  Money out       {_counted(_ends(payments, "OUTGOING"))}
  Money in        {_counted(_ends(payments, "INCOMING"))}

Where to look in the back office, {admin_url} (user {user}, password in var/sandbox.json):

  Review queue        {waiting["PENDING_MANUAL_REVIEW"]} cases wait: hits, a high-risk country, one passport for two
  Money in suspense   {len(lost)} payouts that failed and did not come back, and quotes that were paid twice
  Open cases          the same money, and accounts of customers who were rejected
  Endpoint health     the webhook endpoint fails; its events wait
  Payments            every ending; the newest are still under way, for six minutes
"""


def _ends(payments: Iterable[Json], kind: str) -> Counter[str]:
    return Counter(payment["status"] for payment in payments if payment["type"] == kind)


def _counted(states: Counter[str]) -> str:
    return ", ".join(f"{number} {state}" for state, number in sorted(states.items()))
