"""Lines that differ from their payments by a bank's charge, which the terms of the connection let be booked.

Two people enter the terms. Everything else about such a line has to be as if its amount fitted: it names one payment,
once, and states no other account, name or charge. Any doubt leaves it to people, who see the same difference.
"""

import datetime as dt
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Sum

from banks.models import (
    BankConnection,
    BankException,
    BankMatch,
    BankPayment,
    BankPaymentState,
    BankStatementLine,
    MatchKind,
)
from banks.rail import connections
from banks.statements import decided, lines
from banks.statements.matching import line_kinds, returns, rules
from payments.models import Transaction
from payments.providers.base import Direction
from platforms.encryption import encryption

_WHOLE = 100_00
"""Of which a share is given: hundredths of a percent."""
_NOT_COMPACT = re.compile(r"[^A-Z0-9]+")
_IBAN_HEAD = 4
_LEAST_LIKENESS = 60
_OPEN = (BankPaymentState.BATCHED, BankPaymentState.SETTLED)
Pair = tuple[BankStatementLine, BankPayment]


class Charge(NamedTuple):
    """What the bank has kept of a payment, or taken beside it, and the terms that let it be booked."""

    amount: int
    rule: str
    """Public identifier of the row of the connection: each change of the terms is another row."""


def most(terms: BankConnection, amount: int) -> int:
    """Return the largest charge within a line about this amount, in the smallest unit; 0: people decide about each."""
    share = None if terms.max_charge_share is None else amount * terms.max_charge_share // _WHOLE
    limits = [limit for limit in (terms.max_charge, share) if limit is not None]
    return min(limits) if limits and terms.max_day_charges is not None else 0


def charges(*, connection: BankConnection, pairs: Iterable[Pair], at: dt.datetime) -> dict[uuid.UUID, Charge]:
    """Return the charges within these lines that the present terms let be booked, by the keys of the lines.

    Each pair is a line and the locked payment whose end-to-end id it has. `at` is the time by the connection's clock.
    Costs no query where no line differs by a charge, and six at most, however many do.
    """
    differing = [pair for pair in pairs if _difference(*pair) and _may_differ(*pair)]
    terms = connections.current(connection.name) if differing else None
    if terms is None:
        return {}
    fitting = [(row, payment) for row, payment in differing if _difference(row, payment) <= most(terms, payment.amount)]
    sure = _without_doubt(fitting) if fitting else []
    left = _left(terms, at) if sure else 0
    found = {}
    for row, payment in sorted(sure, key=lambda pair: (pair[0].number, pair[0].part)):
        charge = _difference(row, payment)
        if charge <= left:
            left -= charge
            found[row.pk] = Charge(charge, terms.public_id)
    return found


def contradiction(row: BankStatementLine, content: Mapping[str, object]) -> str:
    """Return what a line states otherwise than the content of its payment: the account, the name; empty for neither."""
    theirs, ours = _compact(row.their_account), _compact(str(content.get("number") or ""))
    if theirs and ours and not _is_same_account(theirs, ours):
        return "account"
    said, name = row.said.get("name", ""), str(content.get("name") or "")
    if said and name and not _is_same_name(said, name):
        return "name"
    return ""


def _difference(row: BankStatementLine, payment: BankPayment) -> int:
    """Return what the bank has kept or taken beside; 0 for none, and for money in our favour."""
    return (line_kinds.fee_within(row, payment.amount) or 0) if row.currency == payment.currency else 0


def _may_differ(row: BankStatementLine, payment: BankPayment) -> bool:
    """Tell whether a line moves money of an open payment, and the bank states no charge of another amount.

    A collection that came back always is for people: its holder may have spent the money.
    """
    is_back = line_kinds.kind_of(row, payment) == MatchKind.RETURNED
    states = (BankPaymentState.SETTLED,) if is_back else _OPEN
    return (
        row.statement.kind == decided.MOVES_MONEY
        and not (is_back and payment.direction == Direction.PULL)
        and payment.state in states
        and not line_kinds.undoes_return(row, payment)
        and not row.said.get("charges")
    )


def _without_doubt(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs about which nothing else is odd: no other line, charge, payment, account or name."""
    ids = [payment.end_to_end_id for _, payment in pairs]
    waiting = BankException.objects.filter(closed_at=None, line__end_to_end_id__in=ids)
    busy = set(waiting.values_list("line__end_to_end_id", flat=True))
    subjects = [payment.public_id for _, payment in pairs]
    before = BankMatch.objects.filter(subject__in=subjects, difference__gt=0).exclude(subject="")
    charged = set(before.values_list("subject", flat=True))
    contents = _contents([payment.pk for _, payment in pairs])
    others = _others_named(pairs)
    return [
        (row, payment)
        for row, payment in pairs
        if payment.end_to_end_id not in busy
        and payment.public_id not in charged
        and payment.pk in contents
        and not contradiction(row, contents[payment.pk])
        and row.pk not in others
    ]


def _contents(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Mapping[str, object]]:
    """Return what files said of payments; those that can't be decrypted are left out."""
    found: dict[uuid.UUID, Mapping[str, object]] = {}
    for payment in BankPayment.objects.filter(pk__in=keys).only("content"):
        try:
            found[payment.pk] = payment.content
        except encryption.Unreadable:
            continue
    return found


def _others_named(pairs: Sequence[Pair]) -> set[uuid.UUID]:
    """Return the lines whose text names another payment than that of their end-to-end id."""
    ids = {row.pk: returns.ids(row) - {payment.end_to_end_id} for row, payment in pairs}
    words = {row.pk: set(lines.words(row)) for row, _ in pairs}
    of_files = BankPayment.objects.filter(end_to_end_id__in={word for some in ids.values() for word in some})
    known = set(of_files.values_list("end_to_end_id", flat=True))
    named = Transaction.objects.filter(reference__in={word for some in words.values() for word in some})
    payments = dict(named.values_list("reference", "id"))
    return {
        row.pk
        for row, payment in pairs
        if ids[row.pk] & known
        or any(payments.get(word, payment.movement) != payment.movement for word in words[row.pk])
    }


def _left(terms: BankConnection, at: dt.datetime) -> int:
    """Return how much of a day's charges is left, by the decisions of the day before `at` in the bank's time zone."""
    begin = at.astimezone(ZoneInfo(terms.time_zone)).replace(hour=0, minute=0, second=0, microsecond=0)
    today = BankMatch.objects.filter(
        difference__gt=0, at__gte=begin, rule__startswith="BankConnection:", line__connection_name=terms.name
    )
    booked = today.aggregate(total=Sum("difference"))["total"] or 0
    return int((terms.max_day_charges or 0) - booked)


def _compact(text: str) -> str:
    return _NOT_COMPACT.sub("", text.upper())


def _is_same_account(theirs: str, ours: str) -> bool:
    """Tell whether two numbers are one account: banks leave out an IBAN's head, the bank's code, and zeros."""
    if theirs == ours:
        return True
    if theirs[:2].isalpha() and ours[:2].isalpha():
        return False
    longer, shorter = sorted((one.lstrip("0") for one in (theirs, ours)), key=len, reverse=True)
    return longer == shorter or (bool(shorter) and longer[_IBAN_HEAD:].endswith(shorter))


def _is_same_name(said: str, name: str) -> bool:
    """Tell whether two names are alike, or one is the other cut short."""
    short, long = sorted((_compact(said), _compact(name)), key=len)
    return bool(short) and (long.startswith(short) or rules.likeness(said, name) >= _LEAST_LIKENESS)
