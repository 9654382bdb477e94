"""Corrections of accounts by NACHA's notifications of change: the next payment goes out with what the bank says.

NACHA's rules oblige who pays to correct the data before the next entry. A routing number, and whether an account is one
of savings, are used at once. Another account number may be another person's: payments wait until two people have
approved it. The correction is of a bank account, whoever entered it: it is found by its routing and account number.
"""

import datetime as dt
import re
import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from stdnum.us import rtn

from banks.models import BankAnswer, BankAnswerKind, BankBatch, BankPayment, BankPaymentState, BatchState
from banks.rail import batches
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.encryption import encryption

WAITS = "the bank says that its account has another number: two people have to approve that, or refuse it"
_REPLACED = "the bank has corrected its account: it goes out with the next file"
_PURPOSE = "payments_bankanswer.account"
_LAYOUTS: Mapping[str, Mapping[str, slice]] = {
    "C01": {"number": slice(0, 17)},
    "C02": {"clearingNumber": slice(0, 9)},
    "C03": {"clearingNumber": slice(0, 9), "number": slice(12, 29)},
    "C05": {"kind": slice(0, 2)},
    "C06": {"number": slice(0, 17), "kind": slice(20, 22)},
    "C07": {"clearingNumber": slice(0, 9), "number": slice(9, 26), "kind": slice(26, 28)},
}
"""Where the corrected data of a code stand. Other codes are about names and ids, which go out as they are."""
_ANY_BANK = "021000021"
"""A routing number that is right, for a correction without one."""
_MOST = 5
"""Corrections of corrections that are followed."""


class Corrected(NamedTuple):
    """What replaces fields of a payment's content, and whether something of it waits for people."""

    fields: dict[str, Any]
    is_waiting: bool


NONE = Corrected({}, is_waiting=False)


class NotWaiting(errors.DomainError):
    """There is no such correction, or two people have decided about it."""

    code = "INVALID_INPUT"
    message = "Only a corrected account number that nobody has decided about can be approved or refused."


def digest(content: Mapping[str, Any]) -> bytes:
    """Return what finds corrections of the account of a payment's content."""
    return encryption.digest(f"{content['clearingNumber']} {content['number']}", purpose=_PURPOSE)


def parse(code: str, text: str) -> dict[str, Any]:
    """Return the fields that a notification corrects; empty where it corrects nothing that a payment says, or badly."""
    parts = {name: text[place].strip() for name, place in _LAYOUTS.get(code, {}).items()}
    kind = parts.pop("kind", None)
    fields: dict[str, Any] = dict(parts)
    if kind is not None:
        fields["isSavings"] = kind.startswith("3")
    is_kind = kind is None or re.fullmatch("[23][0-9]", kind)
    # What no file can say would fail the payments: they go out as they were entered, and people hear of it.
    if not (is_kind and all(parts.values()) and rtn.is_valid(parts.get("clearingNumber", _ANY_BANK))):
        return {}
    return fields


def of(content: Mapping[str, Any], *, connection_name: str) -> Corrected:
    """Return what the bank of a connection has corrected of the account of a payment's content.

    What the bank of another connection says may be of a sandbox.
    """
    fields: dict[str, Any] = {}
    for _ in range(_MOST):
        row = _latest({**content, **fields}, connection_name)
        if row is None:
            break
        if row.in_force_at is None:
            return Corrected({}, is_waiting=True)
        if not (row.content.items() - fields.items()):
            break
        fields |= row.content
    return Corrected(fields, is_waiting=False)


def _latest(content: Mapping[str, Any], connection_name: str) -> BankAnswer | None:
    rows = BankAnswer.objects.filter(
        kind=BankAnswerKind.CORRECTION,
        account_digest=digest(content),
        refused_at=None,
        file__connection__name=connection_name,
    ).order_by("-id")
    found: BankAnswer | None = rows.first()
    return found


def replan(*, row: BankAnswer, connection_name: str, now: dt.datetime) -> None:
    """Take payments to a corrected account out of open batches: they are collected again, corrected, or wait."""
    open_ = BankBatch.objects.select_for_update().filter(connection__name=connection_name, state=BatchState.OPEN)
    payments = BankPayment.objects.select_for_update().filter(
        batch__in=[one.pk for one in open_.order_by("id")], state=BankPaymentState.BATCHED
    )
    concerned = [
        one
        for one in payments.order_by("id")
        if one.content.get("clearingNumber") and digest(one.content) == bytes(row.account_digest or b"")
    ]
    if concerned:
        batches.take_out(payments=concerned, reason=_REPLACED, now=now)


def find(key: uuid.UUID | None, *, lock: bool = False) -> BankAnswer:
    """Return a corrected account number that waits for people. Raises NotWaiting."""
    rows = BankAnswer.objects.select_related("file__connection__platform", "payment")
    if lock:
        rows = rows.select_for_update(of=("self",))
    waiting = rows.filter(kind=BankAnswerKind.CORRECTION, in_force_at=None, refused_at=None)
    found: BankAnswer | None = by_key(waiting.exclude(account_digest=None), key)
    if found is None:
        raise NotWaiting
    return found


def approve(*, answer: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankAnswer:
    """Have payments to the account go out with the number that the bank says. Raises NotWaiting."""
    return _decide(answer, "in_force_at", verb="bank_answer.approve", reason=reason, actor=actor, now=now)


def refuse(*, answer: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankAnswer:
    """Have payments to the account go out as before. Raises NotWaiting."""
    return _decide(answer, "refused_at", verb="bank_answer.refuse", reason=reason, actor=actor, now=now)


def _decide(
    answer: uuid.UUID | None, field: str, *, verb: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankAnswer:
    row = find(answer, lock=True)
    platform = row.file.connection.platform
    at = clock.of(platform, now)
    setattr(row, field, at)
    row.save(update_fields=[field])
    audit.record(
        audit.Subject(platform.pk if platform else None, row.public_id),
        verb,
        actor=actor,
        now=at,
        code=row.code,
        payment=row.payment.public_id if row.payment else "",
        reason=reason,
    )
    waiting = BankPayment.objects.filter(state=BankPaymentState.WAITING, reason=WAITS)
    batches.make_due(list(waiting.values_list("movement", flat=True)))
    return row
