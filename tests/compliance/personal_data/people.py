"""Somebody with values that are found nowhere else, and all that a payments service gets to know of them."""

import dataclasses
from typing import Any

from tests.support import factories
from tests.support.payments import quote_requests

NUMBER = "4417120071789"
CLABE = "002010077777777789"
SENDER_TAX = "QZ-778-2211"
IDENTIFIERS = (NUMBER, CLABE, SENDER_TAX)
TEXTS = (
    "Zelda Quixote",
    "zelda.quixote",
    "zelda@post.example",
    "1971-03-04",
    "77 Orchard Row",
    "for Zelda",
    "Quixote note",
    *IDENTIFIERS,
)


@dataclasses.dataclass
class Person:
    """What the story of a person left, by public identifiers."""

    customer: str
    internal: str
    accounts: list[str]
    transfer: str
    quote: str
    quoted: str


def beneficiary() -> dict[str, Any]:
    return factories.beneficiary("Zelda Quixote") | {
        "birthDate": "1971-03-04",
        "address": {"line1": "77 Orchard Row", "city": "York", "postalCode": "YO1 7HH", "country": "GB"},
    }


def zelda(api, acme, worker) -> Person:
    """Become a customer, name accounts, send money both ways of sending, with idempotency keys throughout."""
    details = factories.individual(
        "Zelda Quixote",
        birthDate="1971-03-04",
        address=beneficiary()["address"],
        umaAddress=f"$zelda.quixote@{acme.platform.uma_domain}",
        platformCustomerId="zelda@post.example",
        metadata={"kin": "Quixote note of the customer"},
    )
    customer = _created(api.post("/customers", details, key="customer"))
    internal = api.internal_account(customer)
    api.fund(internal, 50_000)
    accounts = []
    for currency, info in (
        ("USD", factories.usd_account(number=NUMBER) | {"beneficiary": beneficiary()}),
        ("MXN", quote_requests.clabe() | {"beneficiary": beneficiary()}),
    ):
        noted = {"kin": "Quixote note of the account"}
        body = {"customerId": customer, "currency": currency, "accountInfo": info, "metadata": noted}
        accounts.append(_created(api.post("/customers/external-accounts", body, key=f"account {currency}")))
    transfer = _created(api.transfer_out(internal, accounts[0], 20_000, key="transfer"))
    asked = quote_requests.body(
        internal, accounts[1], amount=30_000, description="for Zelda", senderCustomerInfo={"TAX_ID": SENDER_TAX}
    ) | {"metadata": {"kin": "Quixote note of the quote"}, "remittanceInformation": "Quixote note to the payee"}
    quote = api.post("/quotes", asked, key="quote").json()
    assert api.post(f"/quotes/{quote['id']}/execute", key="execute").status_code == 200
    for _ in range(3):
        worker.run()
    return Person(customer, internal, accounts, transfer, quote["id"], quote["transactionId"])


def _created(reply) -> str:
    assert reply.status_code == 201, reply.content
    return str(reply.json()["id"])
