"""Answers recorded together change exactly what they change recorded one by one."""

import dataclasses
import datetime as dt
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection, transaction

from payments.ledger import holds
from payments.models import Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import advancing, claims, outcomes, provider_messages
from payments.workflow.claims import ClaimedPayment
from payments.workflow.outcomes import Answered
from platforms.base import clock
from tests.support.payments import balance_news, scenarios

pytestmark = pytest.mark.django_db
STORIES = 1_000
_AT_ONCE = dt.timedelta()
_MAY_COME_BACK = RailOutcome(Verdict.SETTLED, ask_again_after=_AT_ONCE, provider_reference="rail-1")
_UNDER_WAY = RailOutcome(Verdict.PENDING, ask_again_after=_AT_ONCE)


def _paid_out_to_a_bank(api: Any, customer: str) -> str:
    """Bring a payment to the step of money that came by UMA and goes on to a bank, without the exchange before it."""
    payment = scenarios.transfer_in()(api, customer)
    row = Transaction.objects.filter(id=scenarios.payment_of(payment).pk)
    row.update(status="PROCESSING", next_action="DEPOSIT")
    return payment


# The places in which a rail's answer finds a payment: how it began, and what was answered before.
_Place = tuple[Callable[[Any, str], str], Sequence[RailOutcome]]
_TRANSFERS: Sequence[_Place] = (
    (scenarios.transfer_out(), ()),
    (scenarios.transfer_out(), [_UNDER_WAY]),
    (scenarios.transfer_out(), [_MAY_COME_BACK]),
    (scenarios.transfer_in(), ()),
    (scenarios.transfer_in(), [_UNDER_WAY]),
)
_QUOTED: Sequence[_Place] = (
    (scenarios.quoted(), ()),
    (scenarios.quoted(), [_MAY_COME_BACK]),
    (scenarios.collected(), ()),
    (scenarios.collected(), [RailOutcome(Verdict.SETTLED)]),
    (scenarios.funded(100_01), ()),
    (_paid_out_to_a_bank, ()),
)
_CHANGED = """
SELECT 'entry', entry.transaction_id, entry.purpose, entry.at, undone.purpose,
       (SELECT array_agg((posting.account_id, posting.side, posting.amount, posting.currency, posting.at)::text
                         ORDER BY posting.id) FROM payments_posting posting WHERE posting.entry_id = entry.id)::text
  FROM payments_journalentry entry LEFT JOIN payments_journalentry undone ON undone.id = entry.reverses_id
UNION ALL
SELECT 'balance', NULL, id::text, balance_changed_at, balance::text, NULL FROM payments_ledgeraccount
UNION ALL
SELECT 'payment', id, NULL, next_action_at, to_jsonb(payment)::text, NULL FROM payments_transaction payment
UNION ALL
SELECT 'history', transaction_id, from_status, at, to_status, cause || ' ' || actor_kind || ' ' || actor_id
  FROM payments_transactionstatuschange
UNION ALL
SELECT 'event', platform_id, resource, created_at, replace(payload, id::text, 'key'),
       row(type, state, attempts, next_attempt_at)::text
  FROM webhooks_event
UNION ALL
SELECT 'audit', platform_id, verb || ' ' || subject, at, details::text, row(actor_kind, actor_id, request_id)::text
  FROM platforms_auditentry
UNION ALL
SELECT 'message', transaction_id, NULL, at, (to_jsonb(message) - 'id' - 'milliseconds')::text, NULL
  FROM payments_providermessage message
UNION ALL
SELECT 'receipt', transaction_id, NULL, at, row(amount, currency, use, reason)::text, NULL FROM payments_fundingreceipt
UNION ALL
SELECT 'item', transaction_id, NULL, opened_at, row(amount, currency, reason)::text, NULL FROM payments_suspenseitem
UNION ALL
SELECT 'failure', NULL, work || ' ' || subject, last_at, error, failures::text FROM platforms_workfailure
"""


@pytest.fixture
def standing_clock(monkeypatch):
    moment = clock.real_now()
    monkeypatch.setattr(clock, "real_now", lambda: moment)


def _place(api, customer: str, play: Callable[[Any, str], str], answers: Sequence[RailOutcome]) -> None:
    key = scenarios.payment_of(play(api, customer)).pk
    for outcome in answers:
        payment = Transaction.objects.get(id=key)
        now = payment.platform.now()
        with transaction.atomic(durable=True):
            outcomes.record(transaction_id=key, step=payment.next_action, outcome=outcome, now=now)


def _answer(draw: random.Random) -> RailOutcome:
    return RailOutcome(
        draw.choice([Verdict.SETTLED, Verdict.SETTLED, Verdict.SETTLED, *Verdict]),
        failure_reason=draw.choice([None, "ACCOUNT_INVALID", "BANK_REJECTED", "a reason of the rail's own"]),
        ask_again_after=draw.choice([None, None, _AT_ONCE, dt.timedelta(minutes=5)]),
        provider_reference=draw.choice(["", "", "rail-2"]),
        is_money_back=draw.random() > 0.1,
    )


def _meddle(draw: random.Random, claimed: ClaimedPayment) -> ClaimedPayment:
    """Do what others may do between the claim of a payment and the record of its answer."""
    row = Transaction.objects.filter(id=claimed.key)
    what = draw.random()
    if what < 0.05:
        row.update(next_action_at=clock.now(claimed) - dt.timedelta(seconds=1))
    elif what < 0.1:
        row.update(next_action_at=None)
    elif what < 0.13:
        return dataclasses.replace(claimed, has_failed=True)
    return claimed


def _holders_of(claimed: ClaimedPayment) -> list[int]:
    account = Transaction.objects.get(id=claimed.key).internal_account
    return [account.ledger_account_id] if account else []


def _changed() -> Counter[str]:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(_CHANGED)
        return Counter(map(repr, cursor.fetchall()))


def _conclude(answered: Answered) -> None:
    advancing.conclude(answered.claimed, answered.started, lambda: answered.outcome, told=answered.told)


def _noting(alone: list[Answered]) -> Callable[..., None]:
    """Return `conclude`, which notes the answers that it is called for."""
    conclude = advancing.conclude

    def note(claimed: Any, started: float, answer: Callable[[], Any], *, told: Any) -> None:
        alone.append(Answered(claimed, answer(), told, started, 0))
        conclude(claimed, started, answer, told=told)

    return note


def _recorded(answers: Sequence[Answered], *, together: bool) -> tuple[Counter[str], list[Answered], int]:
    """Return what the answers change, which is taken back, which of them were recorded alone, and how many first."""
    alone: list[Answered] = []
    before_the_set: list[int] = []
    record_all = outcomes.record_all

    def record_set(*args: Any, **options: Any) -> list[Answered]:
        before_the_set.append(len(alone))
        return record_all(*args, **options)

    point = transaction.savepoint()
    claims.PAYMENTS.hold([answered.claimed for answered in answers], since=time.monotonic())
    try:
        with pytest.MonkeyPatch.context() as patch, advancing.Gathering() as gathering:
            patch.setattr(advancing, "conclude", _noting(alone))
            patch.setattr(outcomes, "record_all", record_set)
            for answered in answers:
                known = answered.claimed, answered.outcome, answered.told, answered.started
                if not together or not gathering.keep(*known):
                    _conclude(answered)
        assert len(before_the_set) <= 1
        return _changed(), alone, sum(before_the_set)
    finally:
        for answered in answers:
            claims.PAYMENTS.stop_renewing(answered.claimed)
        transaction.savepoint_rollback(point)


def test_a_set_changes_what_its_payments_change_one_by_one(api, standing_clock, monkeypatch):
    monkeypatch.setattr(advancing, "LONGEST_SECONDS", 1000.0)
    transfers = [place for place in _TRANSFERS for _ in range(2)]
    holder = api.customer("Alice Approved")
    for play, answers in transfers:
        _place(api, holder, play, answers)
    for play, answers in _QUOTED:
        _place(api, api.customer("Alice Approved"), play, answers)
    Transaction.objects.update(next_action_at=clock.real_now())
    told = provider_messages.Told(100, "USD", b"a mark of twelve")
    draw, stories, in_sets = random.Random(20261126), 0, 0
    while stories < STORIES:
        point = transaction.savepoint()
        claimed = sorted(claims.claim_payments(limit=100), key=lambda payment: payment.key)
        assert len(claimed) == len(transfers) + len(_QUOTED)
        chosen = [_meddle(draw, payment) for payment in draw.sample(claimed, draw.randint(8, len(claimed)))]
        chosen.sort(key=lambda payment: payment.key)
        if draw.random() < 0.1:
            holds.hold(_holders_of(chosen[0]), now=clock.real_now())
        given = [Answered(payment, _answer(draw), told, time.monotonic(), 0) for payment in chosen]

        changed, alone, first = _recorded(given, together=True)

        # What an event tells of a balance depends on the order of entries.
        left = {answered.claimed.key for answered in alone}
        in_set = [answered for answered in given if answered.claimed.key not in left]
        one_by_one, *_ = _recorded([*alone[:first], *in_set, *alone[first:]], together=False)
        assert (changed - one_by_one, one_by_one - changed) == (Counter(), Counter())
        transaction.savepoint_rollback(point)
        stories += len(given)
        in_sets += len(given) - len(alone)
    # What is no longer as it was claimed goes alone.
    assert in_sets > STORIES * 2 / 5


def test_events_of_an_account_follow_its_entries_whatever_the_order_of_the_answers(api):
    holder = api.customer("Alice Approved")
    for _ in range(6):
        _place(api, holder, scenarios.transfer_in(), ())
    Transaction.objects.update(next_action_at=clock.real_now())
    claimed = sorted(claims.claim_payments(limit=100), key=lambda payment: payment.key, reverse=True)
    answers = [Answered(payment, RailOutcome(Verdict.SETTLED), None, time.monotonic(), 0) for payment in claimed]

    with connection.cursor() as cursor:
        # How the planner joins the set's payments with their entries decides nothing.
        cursor.execute("SET LOCAL enable_mergejoin = off")
    assert outcomes.record_all(answers, real_now=clock.real_now()) == []

    balance_news.require_told()
