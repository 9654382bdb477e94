"""The stories of quotes: what is asked for, how each ends, and what the books say."""

import dataclasses
from typing import Any

from payments.ledger import check
from payments.models import LedgerAccount, TransactionStatusChange
from tests.support import factories, postings
from webhooks.models import Event

EXPIRED = "OUTGOING_PAYMENT.EXPIRED"
JUST_IN_TIME, TOO_LATE = 290, 301

PENDING, PROCESSING = "OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING"
COMPLETED, FAILED = "OUTGOING_PAYMENT.COMPLETED", "OUTGOING_PAYMENT.FAILED"
BACK = "OUTGOING_PAYMENT.REFUND_PENDING"
BACK_DONE, BACK_FAILED = "OUTGOING_PAYMENT.REFUND_COMPLETED", "OUTGOING_PAYMENT.REFUND_FAILED"
_EXECUTION, _DELIVERY = "QUOTE_EXECUTION_FAILED", "COUNTERPARTY_POST_TX_FAILED"


@dataclasses.dataclass(frozen=True)
class Scenario:
    """What the payout to an account with a suffix leads to."""

    suffix: str
    status: str
    reason: str | None
    refund: tuple[str, str] | None
    told: tuple[str, ...]
    history: tuple[str, ...]

    @property
    def quote_status(self) -> str:
        return "FAILED" if self.status == "REFUNDED" else self.status


SCENARIOS = (
    Scenario("789", "COMPLETED", None, None, (PENDING, PROCESSING, COMPLETED), ("PENDING", "PROCESSING", "COMPLETED")),
    Scenario(
        "002",
        "FAILED",
        _EXECUTION,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
    Scenario("003", "COMPLETED", None, None, (PENDING, PROCESSING, COMPLETED), ("PENDING", "PROCESSING", "COMPLETED")),
    Scenario(
        "004",
        "FAILED",
        _DELIVERY,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
    Scenario(
        "005",
        "FAILED",
        _DELIVERY,
        ("COMPLETED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, COMPLETED, FAILED, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "COMPLETED", "FAILED"),
    ),
    Scenario(
        "006",
        "REFUNDED",
        None,
        ("COMPLETED", "USER_CANCELLATION"),
        (PENDING, PROCESSING, BACK, BACK_DONE),
        ("PENDING", "PROCESSING", "REFUNDED"),
    ),
    Scenario(
        "007",
        "FAILED",
        _EXECUTION,
        ("FAILED", "TRANSACTION_FAILED"),
        (PENDING, PROCESSING, FAILED, BACK, BACK_FAILED),
        ("PENDING", "PROCESSING", "FAILED"),
    ),
)


def ask(api, source: dict[str, Any], destination: str, *, side="SENDING", amount=100_00, **fields):
    return api.post(
        "/quotes",
        {
            "source": source,
            "destination": {"destinationType": "ACCOUNT", "accountId": destination},
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
            **fields,
        },
    )


def books(acme, kind: str, currency: str) -> int:
    account = LedgerAccount.objects.filter(platform=acme.platform, kind=kind, currency=currency).first()
    return postings.balance(account.id) if account else 0


def told_about(payment: str) -> list[str]:
    events = Event.objects.filter(resource=payment).order_by("id")
    return [event.type for event in events]


def history(payment: str) -> list[str]:
    rows = TransactionStatusChange.objects.filter(transaction_id=payment.partition(":")[2]).order_by("id")
    return [row.to_status for row in rows]


def send(api, quote, **fields):
    reply = api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD", **fields})
    assert reply.status_code == 200, reply.content
    return reply.json()


def advance(api, seconds: int):
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200


def payment_of(api, quote):
    return api.get(f"/transactions/{quote['transactionId']}").json()


def assert_the_books(acme, **held: int):
    """Compare the platform's shared accounts in US dollars with what they should hold; those not named hold nothing."""
    for kind in ("FUNDING_CLEARING", "EXCHANGE", "FEES", "SUSPENSE", "RAIL_SETTLEMENT"):
        assert books(acme, kind, "USD") == held.get(kind, 0), kind
    assert books(acme, "PAYOUT_CLEARING", "MXN") == 0
    assert check.run().faults == []


def mxn_account(suffix: str) -> dict[str, Any]:
    """Describe a Mexican account whose number ends so."""
    return {
        "accountType": "MXN_ACCOUNT",
        "clabeNumber": f"002010077777777{suffix}",
        "beneficiary": factories.beneficiary(),
    }
