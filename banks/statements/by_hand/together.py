"""Lines and payments matched together by two people: one line that is the sum of several payments, or the reverse.

The sum fits exactly: what a bank has kept can't be told for several payments. Every payment is settled, or comes back,
in full, and the decision of each line names the set, which names the payments.
"""

import dataclasses
import re
import uuid
from collections.abc import Sequence

from banks.models import GIVEN_OUT, BankException, BankPayment, BankSet, BankSetPayment, BankStatementLine, MatchKind
from banks.rail import answers
from banks.rail.answers import Answer, Kind
from banks.statements import decided
from banks.statements.by_hand import matched_by_hand, open_lines, taken_back
from banks.statements.by_hand.matched_by_hand import FailedBefore, LeftOutOfSum, TakenBefore
from banks.statements.matching import batch_sums, line_kinds
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.base.money import major_units
from platforms.models import Platform

MOST = 50
"""Payments or lines of a set."""
_BETWEEN = re.compile(r"[\s,;]+")


class SetDiffers(errors.DomainError):
    """The lines have another sum than the payments."""

    code = "INVALID_INPUT"

    def __init__(self, lines: int, payments: int, currency: str) -> None:
        """Take both sums."""
        of_lines, of_payments = major_units(lines, currency), major_units(payments, currency)
        super().__init__(
            f"The lines are {of_lines} together, and the payments {of_payments}: several are matched only where both "
            "sums are the same. Look at the page of the line again."
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Together:
    """Lines that wait, and the payments that they are."""

    exceptions: tuple[BankException, ...]
    payments: tuple[BankPayment, ...]
    kind: MatchKind

    @property
    def total(self) -> int:
        """The sum of the payments, in the smallest unit."""
        return sum(payment.amount for payment in self.payments)


def are_several(end_to_end_id: str, lines: str) -> bool:
    """Tell whether what people enter names several payments, or further lines."""
    return bool(lines.strip()) or len(_words(end_to_end_id)) > 1


def find(exception: uuid.UUID | None, *, end_to_end_id: str, lines: str, lock: bool = False) -> Together:
    """Return the lines and payments that people name, if they fit.

    Raises InvalidInput, SetDiffers, TakenBefore, FailedBefore, LeftOutOfSum, NoSuchPayment, and the errors of
    `open_lines.find`.
    """
    names = _words(end_to_end_id.upper())
    _require_each_once(names, "end_to_end_id")
    exceptions = _exceptions(exception, lines, lock=lock)
    if not names or (len(names) > 1 and len(exceptions) > 1):
        raise errors.InvalidInput.field(
            "end_to_end_id", "must be one payment where several lines are named, or several payments of this line"
        )
    row = exceptions[0].line
    payments = _payments(exceptions[0], names)
    kinds = {line_kinds.kind_of(row, payment) for payment in payments}
    if len(kinds) > 1 or any(line_kinds.undoes_return(row, payment) for payment in payments):
        raise errors.InvalidInput.field("end_to_end_id", "must be payments that all went the same way as the line")
    together = Together(tuple(exceptions), tuple(payments), kinds.pop())
    _require_untaken(together)
    total = sum(one.line.amount for one in exceptions)
    if total != together.total:
        raise SetDiffers(total, together.total, row.currency)
    return together


def settle(
    *,
    exception: uuid.UUID | None,
    end_to_end_id: str,
    lines: str = "",
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Match a line, as `matched_by_hand.settle` does; with several payments, or with `lines` one payment with several.

    `lines` are the identifiers of further lines that wait. Raises as `find` and `matched_by_hand.settle` do.
    """
    if not are_several(end_to_end_id, lines):
        return matched_by_hand.settle(
            exception=exception, end_to_end_id=end_to_end_id, platform=platform, reason=reason, actor=actor, now=now
        )
    together = find(exception, end_to_end_id=end_to_end_id, lines=lines, lock=True)
    row = together.exceptions[0].line
    said = [_answer(together, payment, row) for payment in together.payments]
    done = answers.apply(answers=said, now=now, connection_name=together.exceptions[0].connection.name)
    if done.unknown:
        raise matched_by_hand.NoSuchPayment
    # Another line may have been taken while this one waited for the payments, which are locked now.
    _require_untaken(together)
    platforms = Platform.objects.in_bulk({payment.platform_id for payment in together.payments})
    if together.kind == MatchKind.RETURNED:
        changed = BankPayment.objects.filter(pk__in=[payment.pk for payment in together.payments]).order_by("id")
        taken_back.book(taken_back.plan(changed), line=row, platforms=platforms, actor=actor, now=now)
    only = next(iter(platforms.values())) if len(platforms) == 1 else None
    made = _store(together, only, reason=reason, actor=actor, now=now)
    closed = [
        open_lines.close(one, together.kind, subject=made.public_id, platform=only, reason=reason, actor=actor, now=now)
        for one in together.exceptions
    ]
    return closed[0]


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text.strip()) if word]


def _require_each_once(names: Sequence[str], field: str) -> None:
    if len(set(names)) < len(names):
        raise errors.InvalidInput.field(field, "must name each once")
    if len(names) > MOST:
        raise errors.InvalidInput.field(field, f"must be {MOST} at most")


def _exceptions(exception: uuid.UUID | None, lines: str, *, lock: bool) -> list[BankException]:
    """Return the line of the page, then the further ones. Locks them in the order of their keys, as workers do."""
    names = _words(lines)
    _require_each_once(names, "lines")
    keys = {name: _key(name) for name in names}
    if None in keys.values():
        raise errors.InvalidInput.field("lines", "must be BankException:… or BankStatementLine:… of lines that wait")
    own = open_lines.find(exception)
    of_keys = [key for key in keys.values() if key is not None]
    _require_each_once([str(own.pk), *map(str, of_keys)], "lines")
    if lock:
        found = {key: open_lines.find(key, lock=True) for key in sorted([own.pk, *of_keys])}
    else:
        found = {key: open_lines.find(key) for key in [own.pk, *of_keys]}
    exceptions = [found[key] for key in [own.pk, *of_keys]]
    sides = {(one.connection.name, one.line.currency, one.line.is_credit) for one in exceptions}
    if len(sides) > 1:
        raise errors.InvalidInput.field("lines", "must be of the same connection, currency and side as this line")
    return exceptions


def _key(name: str) -> uuid.UUID | None:
    """Return the key of the exception that a person names, or of the line."""
    if key := identifiers.parse("BankException", name):
        return key
    line = identifiers.parse("BankStatementLine", name)
    found: uuid.UUID | None = (
        BankException.objects.filter(line=line).values_list("id", flat=True).first() if line else None
    )
    return found


def _payments(one: BankException, names: Sequence[str]) -> list[BankPayment]:
    """Return the payments of these end-to-end ids that the bank has been given, in their order."""
    given_out = BankPayment.objects.select_related("batch", "platform").filter(
        end_to_end_id__in=names,
        connection_name=one.connection.name,
        currency=one.line.currency,
        batch__state__in=GIVEN_OUT,
    )
    found = {payment.end_to_end_id: payment for payment in given_out}
    if missing := [name for name in names if name not in found]:
        raise errors.InvalidInput.field(
            "end_to_end_id",
            f"must be payments given to this bank, in the currency of the line: {missing[0][:40]} is none",
        )
    return [found[name] for name in names]


def _require_untaken(together: Together) -> None:
    """Refuse payments that another line was taken for, or that had failed, or that can not come back."""
    batches = {line_kinds.batch_of(payment) for payment in together.payments} - {""}
    taken = decided.matched([*(payment.public_id for payment in together.payments), *batches])
    for payment in together.payments:
        if line_kinds.is_again(payment, together.kind, earlier=taken):
            raise TakenBefore
        if line_kinds.is_paid_though_failed(payment, together.kind, taken=taken):
            raise FailedBefore
        if together.kind == MatchKind.RETURNED and batch_sums.has_left_out(payment):
            raise LeftOutOfSum


def _answer(together: Together, payment: BankPayment, row: BankStatementLine) -> Answer:
    if together.kind == MatchKind.RETURNED:
        return answers.return_of(payment.end_to_end_id, row.reason_code)
    return Answer(payment.end_to_end_id, Kind.SETTLED)


def _store(
    together: Together, platform: Platform | None, *, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankSet:
    one = together.exceptions[0]
    made: BankSet = BankSet.objects.create(
        connection_name=one.connection.name,
        kind=together.kind,
        amount=together.total,
        currency=one.line.currency,
        decided_by=actor.id,
        reason=reason,
        at=open_lines.at(platform=platform or one.connection.platform, now=now),
    )
    BankSetPayment.objects.bulk_create(
        BankSetPayment(bank_set=made, payment=payment, kind=together.kind, amount=payment.amount)
        for payment in together.payments
    )
    return made
