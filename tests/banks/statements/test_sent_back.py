"""Everything that a bank sends back is booked: each kind of movement, at each moment, by each messenger.

After each story the books hold at the bank what the bank holds, or a line that waits for people is the difference: the
table of docs/operator/bank-files.md.
"""

import dataclasses
from collections.abc import Callable

import pytest
from django.db import transaction

from banks.models import BankPayment
from banks.rail.rail import ChosenRail
from payments.models import CaseKind, IncomingUmaPayment, OperationsCase, SuspenseItem
from payments.providers import registry
from payments.providers.base import RailOutcome
from payments.workflow import claims, come_back, monitor, outcomes, suspense
from platforms.base import clock
from tests.banks.rail.world import ask_again
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank, Out
from tests.banks.statements.world import Entry
from tests.support import damaged_rows, factories
from tests.support.payments import arrivals, scenarios
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@dataclasses.dataclass(frozen=True)
class Kind:
    """A movement out, and its end when it comes back after it had settled."""

    play: Callable[..., Out]
    status: str = ""
    refund: str = ""
    item: str = ""
    """Why the money is in suspense; empty: an internal account has it."""
    event: str = ""
    """The last event of the payment."""
    rejected: tuple[str, str, str] = ("", "", "")
    """Status, refund and open item where the return comes before the settlement: the money never left."""


KINDS = {
    "transfer": Kind(
        sent_back.transfer,
        "FAILED",
        "COMPLETED",
        event="OUTGOING_PAYMENT.REFUND_COMPLETED",
        rejected=("REJECTED", "", ""),
    ),
    "payout": Kind(
        sent_back.payout,
        "FAILED",
        "COMPLETED",
        event="OUTGOING_PAYMENT.REFUND_COMPLETED",
        rejected=("REJECTED", "COMPLETED", ""),
    ),
    "refund": Kind(
        sent_back.refund,
        "FAILED",
        "FAILED",
        "REFUND_CAME_BACK",
        "OUTGOING_PAYMENT.REFUND_FAILED",
        rejected=("FAILED", "FAILED", "REFUND_FAILED"),
    ),
    "sent back": Kind(sent_back.sent_back_out_of_suspense, item="CAME_BACK", rejected=("", "", "UNKNOWN_REFERENCE")),
    "paid again": Kind(
        sent_back.paid_again_out_of_suspense,
        "FAILED",
        "FAILED",
        "PAYOUT_CAME_BACK",
        "OUTGOING_PAYMENT.REFUND_FAILED",
        rejected=("FAILED", "FAILED", "PAYOUT_NOT_GIVEN_BACK"),
    ),
    "paid by UMA": Kind(
        sent_back.payout_of_uma, "FAILED", event="INCOMING_PAYMENT.FAILED", rejected=("FAILED", "", "")
    ),
}
of_each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.fixture
def bank():
    return Bank()


@pytest.fixture
def given_out(api, acme, worker, alice, bank):
    """Return a function that plays a movement until it is at the bank; afterwards books and bank are compared."""
    gaps = []

    def play(kind: Kind) -> Out:
        out = kind.play(api, acme, worker, alice, bank)
        # The account of the books has the money of other rails too, which does not change any more.
        gaps.append(sent_back.booked() - bank.balance)
        return out

    yield play
    assert [sent_back.booked() - bank.balance - _undecided() for _ in gaps] == gaps
    assert world.books_are_right()


def _undecided() -> int:
    """What the bank has booked and nobody has decided about, as the books lack it."""
    return -sum(
        one.amount if one.is_credit else -one.amount
        for one in world.lines()
        if one.statement.kind == "STATEMENT" and getattr(one, "exception", None) and not one.exception.closed_at
    )


def back(out: Out, **fields) -> Entry:
    return Entry(out.row.amount, out.row.end_to_end_id, **{"reason": "AC04", **fields})


def forth(out: Out) -> Entry:
    return Entry(-out.row.amount, out.row.end_to_end_id)


def ended(api, out: Out) -> tuple[str, str, str]:
    shown = api.get(f"/transactions/{out.payment}").json() if out.payment else {}
    item = SuspenseItem.objects.filter(resolved_at=None, way="").first()
    return shown.get("status", ""), (shown.get("refund") or {}).get("status", ""), item.reason if item else ""


def row_of(out: Out) -> BankPayment:
    return BankPayment.objects.get(pk=out.row.pk)


def _is_as_the_table_says(api, out: Out, kind: Kind) -> None:
    assert row_of(out).state == "RETURNED"
    assert ended(api, out) == (kind.status, kind.refund, kind.item)
    if kind.event:
        assert Event.objects.filter(resource=out.payment).latest("id").type == kind.event
    with transaction.atomic():
        monitor.sweep(kind=CaseKind.MONEY_IN_SUSPENSE, now=clock.real_now())
    causes = OperationsCase.objects.filter(kind=CaseKind.MONEY_IN_SUSPENSE, state="OPEN").values_list(
        "cause", flat=True
    )
    assert list(causes) == ([kind.item] if kind.item else [])


@of_each_kind
def test_what_comes_back_after_it_settled_is_booked_once(api, worker, bank, given_out, kind):
    out = given_out(kind)
    bank.state(forth(out))
    worker.run()

    bank.state(back(out))
    assert world.books_are_right(), "also until a worker has taken the step"
    worker.run()

    _is_as_the_table_says(api, out, kind)
    bank.state(back(out, reference="B-7"))
    worker.run()
    assert world.waiting() == ["AGAIN"]
    assert ended(api, out) == (kind.status, kind.refund, kind.item)


@of_each_kind
def test_what_comes_back_before_its_settlement_is_known_never_left(api, worker, bank, given_out, kind):
    out = given_out(kind)

    bank.state(back(out))
    worker.run()
    assert row_of(out).state == "REJECTED"
    bank.state(forth(out))
    worker.run()

    assert world.waiting() == []
    assert ended(api, out) == kind.rejected


def claim() -> claims.ClaimedPayment | claims.ClaimedMovement:
    """Claim what is due, as a worker does."""
    due: list[claims.ClaimedPayment | claims.ClaimedMovement] = [*claims.claim_payments(limit=1)]
    [claimed] = due or [*claims.claim_movements(limit=1)]
    return claimed


def ask(claimed: claims.ClaimedPayment | claims.ClaimedMovement) -> RailOutcome:
    asked = ChosenRail(registry.rail("SANDBOX"), "SANDBOX")
    return asked.status(claimed.instruction(), claimed.provider_reference)


@transaction.atomic
def record(claimed: claims.ClaimedPayment | claims.ClaimedMovement, outcome: RailOutcome) -> None:
    now = clock.now(claimed)
    if isinstance(claimed, claims.ClaimedMovement):
        suspense.record_outcome(
            item_id=claimed.key, movement=claimed.movement, outcome=outcome, now=now, claimed=claimed
        )
    else:
        outcomes.record(transaction_id=claimed.key, step=claimed.step, outcome=outcome, now=now, claimed=claimed)


@of_each_kind
def test_what_comes_back_while_the_worker_asks_about_it_is_not_lost(api, worker, bank, given_out, kind):
    out = given_out(kind)
    bank.state(forth(out))
    claimed = claim()
    outcome = ask(claimed)
    assert outcome.verdict == "SETTLED"

    bank.state(back(out))
    record(claimed, outcome)
    worker.run()

    assert row_of(out).state == "RETURNED"
    # Nothing had told the books that it left: it ends as what never left.
    assert ended(api, out) == tuple(one.replace("REJECTED", "FAILED") for one in kind.rejected)


@pytest.mark.parametrize("lives", [True, False], ids=["who hears of it", "who dies"])
@of_each_kind
def test_a_return_that_another_worker_has_claimed_is_not_hidden_by_an_older_answer(  # noqa: PLR0917 - fixtures and cases
    api, worker, bank, given_out, kind, lives
):
    """Seed 149 of the simulator: the settlement was recorded last, nothing was due behind it, the return was lost."""
    out = given_out(kind)
    bank.state(forth(out))
    slow = claim()
    settled = ask(slow)
    bank.state(back(out))
    other = claim()
    returned = ask(other)
    assert (settled.verdict, returned.verdict) == ("SETTLED", "RETURNED")

    record(slow, settled)
    if lives:
        record(other, returned)
    ask_again(api, worker)

    # Of money out of suspense the older answer counts no more: it ends as what never left.
    is_item = isinstance(slow, claims.ClaimedMovement)
    wanted = kind.rejected if is_item else (kind.status, kind.refund, kind.item)
    assert ended(api, out) == tuple(one.replace("REJECTED", "FAILED") for one in wanted)


@of_each_kind
def test_a_notification_of_the_return_and_the_statement_behind_it_book_it_once(api, worker, bank, given_out, kind):
    out = given_out(kind)
    bank.state(forth(out))
    worker.run()

    world.send(world.camt([back(out)], kind="054"))
    worker.run()
    bank.state(back(out))
    worker.run()

    _is_as_the_table_says(api, out, kind)
    assert world.waiting() == []


@pytest.mark.parametrize("name", ["transfer", "payout", "refund", "paid again", "paid by UMA"])
def test_a_return_in_mt940_is_booked_alike(api, worker, bank, given_out, name):
    bank.write = world.mt940
    out = given_out(KINDS[name])
    bank.state(forth(out))
    worker.run()

    bank.state(back(out))
    worker.run()

    _is_as_the_table_says(api, out, KINDS[name])


def test_a_refund_that_came_back_is_sent_again_and_may_come_back_again(api, worker, bank, given_out):
    out = given_out(KINDS["refund"])
    for _ in range(2):
        bank.state(forth(out), back(out))
        worker.run()
        damaged_rows.release(sent_back.waiting_item(), "GIVE_BACK")
        sent_back.give_out(worker)
        out = Out(BankPayment.objects.latest("id"), out.payment)
    assert ended(api, out)[1] == "FAILED"

    bank.state(forth(out))
    worker.run()

    assert ended(api, out) == ("FAILED", "COMPLETED", "")
    assert Event.objects.filter(resource=out.payment).latest("id").type == "OUTGOING_PAYMENT.REFUND_COMPLETED"


def test_money_sent_back_that_came_back_goes_to_the_same_payer_or_to_a_customer(api, worker, alice, bank, given_out):
    out = given_out(KINDS["sent back"])
    bank.state(forth(out), back(out))
    worker.run()
    bank.state(forth(out), back(out))
    worker.run()
    damaged_rows.release(sent_back.waiting_item(), "GIVE_BACK")
    sent_back.give_out(worker)
    again = Out(BankPayment.objects.latest("id"))
    assert again.row.content == row_of(out).content

    bank.state(forth(again))
    worker.run()
    bank.state(back(again))
    worker.run()
    account = api.internal_account(alice, "EUR")
    arrivals.resolve(sent_back.waiting_item(), "CREDIT_HOLDER", account)

    assert factories.balance_of(account) == 50_00


def test_a_payout_that_was_paid_again_and_came_back_is_undone(api, worker, alice, bank, given_out):
    out = given_out(KINDS["paid again"])
    bank.state(forth(out))
    worker.run()
    bank.state(back(out))
    worker.run()

    damaged_rows.release(sent_back.waiting_item(), "GIVE_BACK")

    assert ended(api, out) == ("FAILED", "COMPLETED", "")
    assert factories.balance_of(api.internal_account(alice)) == 100_00


def test_a_second_payment_for_a_quote_that_was_sent_back_and_came_back_changes_no_refund(api, acme, worker, alice):
    payment = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = scenarios.item_of(payment)
    damaged_rows.release(item, "GIVE_BACK")
    worker.run()
    item.refresh_from_db()
    assert (item.reason, item.resolved_at is not None) == ("PAID_AGAIN", True)

    assert item.movement is not None
    with transaction.atomic():
        come_back.suspend(movements_back=[item.movement], now=clock.real_now())

    again = sent_back.waiting_item()
    assert (again.reason, again.amount, again.transaction_id) == ("PAID_AGAIN_CAME_BACK", 100_00, item.transaction_id)
    assert api.get(f"/transactions/{payment}").json().get("refund") is None
    assert world.books_are_right()


def test_a_payout_of_uma_that_comes_back_is_credited_and_its_sender_is_told_once(api, worker, alice, bank, given_out):
    out = given_out(KINDS["paid by UMA"])
    bank.state(forth(out))
    worker.run()
    told = IncomingUmaPayment.objects.get().called_back_at

    bank.state(back(out))
    worker.run()

    assert told is not None
    assert IncomingUmaPayment.objects.get().called_back_at == told
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 40_00


def test_a_payout_of_uma_that_comes_back_for_a_customer_who_is_gone_waits_in_suspense(
    api, worker, alice, bank, given_out
):
    out = given_out(KINDS["paid by UMA"])
    bank.state(forth(out))
    worker.run()
    assert api.delete(f"/customers/{alice}").status_code == 200

    bank.state(back(out))
    worker.run()

    assert ended(api, out) == ("FAILED", "", "PAYER_GONE")
