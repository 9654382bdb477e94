"""What the sandbox's rail can be told to answer, step by step."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from payments.providers.base import Direction, Instruction, Leg, RailOutcome, RailUnavailable, Verdict
from payments.providers.sandbox import magic
from payments.steps import STEPS
from platforms.base import identifiers
from platforms.database import prepared
from platforms.forcing import asked, catalogue
from platforms.forcing.asked import Forced
from platforms.forcing.catalogue import Outcome

_SETTLED = RailOutcome(Verdict.SETTLED)
_MINUTE, _LONG = 60, int(magic.LONG_PAYMENT.total_seconds())
_LATER = dt.timedelta(days=1)
_SOON = dt.timedelta(seconds=1)
_NEVER = dt.timedelta(minutes=1)
"""How soon it is asked again: a deleted outcome holds nothing up any longer."""
SUBJECTS = ("transactionId", "accountId", "customerId")


class Facts(NamedTuple):
    """What the rail knows of a payment, beside its instruction."""

    type: str
    is_settled: bool
    """Of a refund: whether that is complete."""
    subjects: Sequence[str]
    """Public identifiers: of the payment, its accounts, and its customers."""


_FACTS = """
SELECT payment.type,
       CASE WHEN payment.next_action = 'GIVE_BACK' THEN coalesce(payment.refund ->> 'status' = 'COMPLETED', false)
            ELSE payment.status = 'COMPLETED' END,
       quote.source_external_account_id, payment.external_account_id,
       payment.internal_account_id, quote.destination_internal_account_id, payment.customer_id,
       payment.payee_customer_id
  FROM payments_transaction payment LEFT JOIN payments_quote quote ON quote.id = payment.quote_id
 WHERE payment.id = $1::uuid
"""
_TYPES = ("ExternalAccount", "ExternalAccount", "InternalAccount", "InternalAccount", "Customer", "Customer")


def facts(transaction_id: uuid.UUID) -> Facts:
    """Return what is known of a payment; of money on its way out of suspense, which has a key of its own, nothing."""
    rows = prepared.rows(_FACTS, [transaction_id], is_kept=False)
    if not rows:
        return Facts("", is_settled=False, subjects=())
    type_, is_settled, *keys = rows[0]
    named = [identifiers.public(name, key) for name, key in zip(_TYPES, keys, strict=True) if key is not None]
    return Facts(type_, is_settled, [identifiers.public("Transaction", transaction_id), *named])


def about_invoice(step: str, payments: str, payment_hash: bytes) -> Forced | None:
    """Return what was forced of the payment of an invoice at a step; None: as usual.

    `payments` returns platform and payment by the payment hash, in hexadecimal.
    """
    owners = prepared.rows(payments, [payment_hash.hex()]) if asked.has_any() else []
    if not owners:
        return None
    platform_id, transaction_id = owners[0]
    return asked.about(
        step, platform_id=platform_id, subjects=lambda: facts(transaction_id).subjects, key=str(transaction_id)
    )


def answer(instruction: Instruction) -> RailOutcome | None:
    """Return the forced answer about an instruction, also a later one; None: as usual. Raises RailUnavailable."""
    if instruction.platform_id is None or not asked.may_have_any(instruction.platform_id):
        return None
    known = facts(instruction.transaction_id)
    forced = asked.about(
        _step(instruction, known),
        platform_id=instruction.platform_id,
        subjects=lambda: known.subjects,
        key=f"{instruction.transaction_id}",
    )
    return _ANSWERS[forced.outcome.name](forced, known) if forced else None


def _step(instruction: Instruction, known: Facts) -> str:
    if instruction.leg == Leg.TRANSFER:
        return "TRANSFER_OUT" if instruction.direction == Direction.PUSH else "TRANSFER_IN"
    if instruction.leg == Leg.PAYOUT:
        return "DEPOSIT" if known.type == "INCOMING" else "PAY_OUT"
    return "COLLECT" if instruction.leg == Leg.COLLECTION else "GIVE_BACK"


# --- the answers ---

_Answer = Callable[[Forced, Facts], RailOutcome]


def _in_time(forced: Forced, outcome: RailOutcome) -> RailOutcome:
    """Return an outcome when its delay is over, PENDING before."""
    if forced.is_over:
        return outcome
    return RailOutcome(Verdict.PENDING, ask_again_after=forced.left, expected_after=forced.left)


def _with(verdict: Verdict, *, is_money_back: bool = True) -> _Answer:
    def give(forced: Forced, _known: Facts) -> RailOutcome:
        return _in_time(forced, RailOutcome(verdict, forced.reason or None, is_money_back=is_money_back))

    return give


def _after_settlement(verdict: Verdict) -> _Answer:
    def give(forced: Forced, known: Facts) -> RailOutcome:
        if known.is_settled and forced.is_over:
            return RailOutcome(verdict, forced.reason or None)
        return dataclasses.replace(_SETTLED, ask_again_after=max(forced.left, dt.timedelta()))

    return give


def _sooner_than_said(forced: Forced, _known: Facts) -> RailOutcome:
    if forced.asked_before:
        return _SETTLED
    return RailOutcome(Verdict.PENDING, ask_again_after=_SOON, expected_after=_LATER)


def _never(_forced: Forced, _known: Facts) -> RailOutcome:
    return RailOutcome(Verdict.PENDING, ask_again_after=_NEVER)


def _twice(_forced: Forced, known: Facts) -> RailOutcome:
    return _SETTLED if known.is_settled else dataclasses.replace(_SETTLED, ask_again_after=dt.timedelta())


def _unreachable(forced: Forced, _known: Facts) -> RailOutcome:
    if not forced.is_over:
        raise RailUnavailable
    return _SETTLED


def _without_reply(forced: Forced, _known: Facts) -> RailOutcome:
    if not forced.asked_before:
        raise RailUnavailable
    return _SETTLED


_ANSWERS: Mapping[str, _Answer] = MappingProxyType(
    {
        "SETTLED": _with(Verdict.SETTLED),
        "FAILED": _with(Verdict.FAILED),
        "REJECTED": _with(Verdict.REJECTED),
        "CANCELLED": _with(Verdict.CANCELLED),
        "RETURNED": _after_settlement(Verdict.RETURNED),
        "CALLED_BACK": _after_settlement(Verdict.CANCELLED),
        "MONEY_KEPT": _with(Verdict.FAILED, is_money_back=False),
        "LATE": _with(Verdict.SETTLED),
        "EARLY": _sooner_than_said,
        "NEVER": _never,
        "DUPLICATE": _twice,
        "UNREACHABLE": _unreachable,
        "REPLY_LOST": _without_reply,
    }
)


# --- the catalogue ---

_DOES = {
    "SETTLED": ("settles it, after `delaySeconds`", 0),
    "FAILED": ("says that it has failed, after `delaySeconds`", 0),
    "REJECTED": ("rejects it, after `delaySeconds`", 0),
    "CANCELLED": ("says that it was called back before it settled", 0),
    "RETURNED": ("settles it, and returns it `delaySeconds` later", 0),
    "CALLED_BACK": ("settles it, and says `delaySeconds` later that it was called back", 0),
    "MONEY_KEPT": ("says that it has failed, and does not give the money back", 0),
    "LATE": ("leaves it pending for `delaySeconds`, then settles it", _LONG),
    "EARLY": ("says that it will take a day, and settles it a second later", None),
    "NEVER": ("leaves it pending for ever, until this outcome is deleted", None),
    "DUPLICATE": ("tells twice that it has settled", None),
    "UNREACHABLE": ("can't be reached for `delaySeconds`, then settles it", _MINUTE),
    "REPLY_LOST": ("carries it out, and its reply is lost: it is asked again, and has settled it once", None),
}
_SHOWS = {
    "SETTLED": "{done}",
    "FAILED": "{failed}",
    "REJECTED": "`REJECTED` with `failureReason`; {back}",
    "CANCELLED": "`refund` with reason `USER_CANCELLATION`, then `REFUNDED`",
    "RETURNED": "{done}, then {failed_again}",
    "CALLED_BACK": "`COMPLETED`, then `REFUNDED` with reason `USER_CANCELLATION`",
    "MONEY_KEPT": "`FAILED` with `failureReason`, and a `refund` that is `FAILED`: staff decide about the money",
    "LATE": "`expectedSettlementAt`; {done} then",
    "EARLY": "`expectedSettlementAt` a day ahead; {done} long before",
    "NEVER": "{waits}; nothing more comes",
    "DUPLICATE": "{done} once, and one event",
    "UNREACHABLE": "{waits}, then {done}",
    "REPLY_LOST": "{done}; the money moves once",
}


class _Kind(NamedTuple):
    """How a step of a rail is told, and what its rail can answer."""

    is_asked: str
    words: Mapping[str, str]
    outcomes: Sequence[str]
    reasons: Sequence[str] = ()


_EVERY = ("SETTLED", "FAILED", "LATE", "NEVER", "DUPLICATE", "UNREACHABLE", "REPLY_LOST")
_OUT = {
    "done": "`COMPLETED`",
    "failed": "`FAILED` with `failureReason`; the money is back",
    "back": "the money is back",
    "failed_again": "`FAILED` with `refund`",
    "waits": "`PENDING` or `PROCESSING`",
}
_IN = {**_OUT, "failed": "`FAILED` with `failureReason`; no money has come", "back": "no money has come"}


def _reasons(step: str, *more: Iterable[RailOutcome]) -> Sequence[str]:
    """Return the reasons that end a step, and those of the magic values."""
    given = [*STEPS[step].failures, *(one.failure_reason for table in more for one in table if one.failure_reason)]
    return tuple(dict.fromkeys(given))


_OF_TRANSFERS = _reasons("TRANSFER", magic.TRANSFERS.values(), magic.LATER.values())
_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        "TRANSFER_OUT": _Kind(
            "a transfer out",
            _OUT,
            (*_EVERY, "REJECTED", "EARLY", "RETURNED", "CALLED_BACK"),
            _OF_TRANSFERS,
        ),
        "TRANSFER_IN": _Kind("a transfer in", _IN, (*_EVERY, "REJECTED", "EARLY"), _OF_TRANSFERS),
        "COLLECT": _Kind(
            "a quote's money from an external account",
            {**_IN, "done": "the payout follows"},
            [name for name in _EVERY if name != "DUPLICATE"],
            _reasons("COLLECT"),
        ),
        "PAY_OUT": _Kind(
            "a quote's payout",
            {**_OUT, "failed": "`FAILED` with `failureReason` and `refund`"},
            (*_EVERY, "REJECTED", "CANCELLED", "EARLY", "RETURNED", "CALLED_BACK", "MONEY_KEPT"),
            _reasons("PAY_OUT", magic.PAYOUTS.values(), magic.LATER_PAYOUTS.values()),
        ),
        "GIVE_BACK": _Kind(
            "a refund to the payer's bank",
            {
                **_OUT,
                "done": "`refund` is `COMPLETED`",
                "failed": "`refund` is `FAILED`: staff decide about the money",
                "failed_again": "is `FAILED`: staff decide about the money",
                "waits": "`refund` is `PENDING`",
            },
            [*(name for name in _EVERY if name != "DUPLICATE"), "RETURNED"],
        ),
        "DEPOSIT": _Kind(
            "a UMA payment's way to the receiver's bank",
            {
                **_IN,
                "failed": "`FAILED` with `failureReason`; the internal account has the money",
                "failed_again": "`FAILED` with `failureReason`; the internal account has the money",
            },
            (*_EVERY, "EARLY", "RETURNED", "MONEY_KEPT"),
            ("OFFRAMP_FAILED",),
        ),
    }
)
"""By the steps that ask a rail, transfers by their direction."""
STEPS_OF_RAILS = tuple(_KINDS)
_GIVE_REASONS = {"FAILED", "REJECTED", "RETURNED", "MONEY_KEPT"}


def _outcomes() -> Iterable[Outcome]:
    for step, kind in _KINDS.items():
        for name in kind.outcomes:
            does, delay = _DOES[name]
            yield Outcome(
                step=step,
                name=name,
                does=f"Of {kind.is_asked}: the rail {does}.",
                shows=f"{_SHOWS[name].format(**kind.words)}.",
                subjects=SUBJECTS,
                reasons=tuple(kind.reasons) if name in _GIVE_REASONS else (),
                delay=delay,
            )


catalogue.register(*_outcomes())
