"""What one platform has, and another one must not reach."""

from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import bulk_files, cases
from tests.support.compliance.sending import Desk
from tests.support.payments import hosts, quote_requests


def _endpoint(api: Api) -> str:
    """Return an endpoint that is not asked about payments, beside no other: nothing answers there."""
    body = {"url": "https://acme.example.com/hooks", "types": ["OUTGOING_PAYMENT.FAILED"]}
    first, second = (api.post("/webhook-endpoints", body).json()["id"] for _ in range(2))
    api.delete(f"/webhook-endpoints/{first}")
    return str(second)


def objects_of(api: Api, tenant: factories.Tenant) -> dict[str, str]:
    """Make objects of every kind that has an id, and two of each for the lists."""
    customer = api.customer("Alice Approved")
    internal = api.internal_account(customer)
    external, _ = api.external_account(customer), api.external_account(customer)
    api.fund(internal, 10_000)
    businesses = [cases.business(api), cases.business(api), cases.business(api)]
    owners = [cases.owner(api, businesses[0], share=share)["id"] for share in (30, 40)]
    verifications = [cases.submit(api, business)["id"] for business in businesses[:2]]
    documents = [Desk(api).uploaded(customer)["id"] for _ in range(2)]
    payments = [api.transfer_out(internal, external, 100).json()["id"] for _ in range(2)]
    coins = api.internal_account(customer, "USDC")
    lookup = api.get(f"/receiver/external-account/{external}", customerId=customer).json()["lookupId"]
    return {
        "business": businesses[0],
        "other business": businesses[2],
        "beneficial owner": owners[0],
        "verification": verifications[0],
        "customer": customer,
        "uma address": hosts.address(api, customer),
        "document": documents[0],
        "internal account": internal,
        "internal account in coins": coins,
        "platform's internal account": api.internal_account(None),
        "external account": external,
        "platform's external account": api.external_account(None),
        "transaction": payments[0],
        "lookup": lookup,
        "quote": quote_requests.quote(api, internal, external, amount=100).json()["id"],
        "quote to be funded": quote_requests.quote(
            api, quote_requests.realtime("USD", customer), internal, amount=100
        ).json()["id"],
        "event": api.get("/events").json()["data"][0]["id"],
        "webhook secret": api.post("/webhook-secrets", {}).json()["id"],
        "webhook endpoint": _endpoint(api),
        "forced outcome": api.post("/sandbox/outcomes", {"for": {"next": "DEPOSIT"}, "outcome": "SETTLED"}).json()[
            "id"
        ],
        "import": bulk_files.accepted(api, bulk_files.people(1)),
        "token": factories.token(tenant.platform).token.public_id,
    }
