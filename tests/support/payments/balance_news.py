"""The events of balances beside the entries of the accounts: one for each, with the same amount and cause."""

import json

from payments.models import InternalAccount
from payments.reporting import account_entries
from webhooks.models import Event

_CAUSE = ("amount", "kind", "transactionId", "depositId")


def require_told() -> None:
    """Require that each entry of each internal account was told by one event, in the order of the entries.

    Accounts of customers who are gone are left out: their money goes on into suspense at once, and nobody is told.
    """
    for account in InternalAccount.objects.filter(customer__deleted_at=None):
        entries = list(account_entries.of_account(account).order_by("id"))
        account_entries.prepare(entries)
        booked = [account_entries.shown(entry) for entry in entries]
        events = Event.objects.filter(resource=account.public_id, type="INTERNAL_ACCOUNT.BALANCE_UPDATED")
        told = [json.loads(event.payload)["data"] for event in events.order_by("number")]
        assert [news["change"] for news in told] == [
            {name: entry[name] for name in _CAUSE if name in entry} for entry in booked
        ], account
        assert [news["balance"]["amount"] for news in told] == [entry["balanceAfter"] for entry in booked], account
