"""Rules for lines without an end-to-end id or a reference, entered by two members of staff each."""

import dataclasses
import datetime as dt
import difflib
import re
import uuid
from collections.abc import Iterator, Sequence

from banks.models import BankConnection, BankRule, BankRuleKind, BankStatementLine
from banks.statements import references
from banks.statements.references import Named
from payments.models import Transaction, TransactionStatus
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform

_LOWEST, _MOST_DAYS, _LEAST_RATIO, _WHOLE = 1000, 60, 60, 100
_NOT_NAME = re.compile(r"[\W_]+")
_MOST = 100
"""Limit of quotes of one amount to compare by name."""


class RuleNotFound(errors.DomainError):
    """There is no such rule, or it has ended."""

    code = "NOT_FOUND"
    message = "There is no such rule, or it has ended."


@dataclasses.dataclass(frozen=True, slots=True)
class Chosen:
    """The result of a rule for a line: a fee, or money for `named`; None if several beneficiaries fit."""

    rule: str
    is_fee: bool = False
    platform: Platform | None = None
    named: Named | None = None


def in_force(connection: BankConnection) -> list[BankRule]:
    """Return the rules of a connection, the highest priority first."""
    rows = BankRule.objects.select_related("platform", "internal_account__platform")
    return list(rows.filter(connection_name=connection.name, ended_at=None).order_by("priority", "-id"))


def choose(*, connection: BankConnection, row: BankStatementLine, rules: Sequence[BankRule]) -> Chosen | None:
    """Return the result of the first fitting rule for a line; None if none fits."""
    for rule in rules:
        if rule.kind == BankRuleKind.CODE and row.code.startswith(rule.code):
            return Chosen(rule.public_id, is_fee=True, platform=rule.platform)
        # The other side of returned money is the payee, not a payer.
        if not row.is_credit or row.reason_code or row.is_reversal:
            continue
        if rule.kind == BankRuleKind.PAYER and rule.internal_account is not None:
            if row.their_account and _digest(row.their_account) == bytes(rule.account_digest or b""):
                account = rule.internal_account
                return Chosen(rule.public_id, named=Named(account.public_id, account.platform))
        elif rule.kind == BankRuleKind.NAME and (fitting := _quotes(connection, row, rule)):
            return Chosen(rule.public_id, named=fitting[0] if len(fitting) == 1 else None)
    return None


def enter(
    *,
    connection_name: str,
    kind: str,
    priority: int,
    code: str = "",
    line: uuid.UUID | None = None,
    internal_account: str = "",
    platform: uuid.UUID | None = None,
    days: int = 0,
    ratio: int = 0,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankRule:
    """Enter a rule: CODE for fees, PAYER for money of one payer to one account, or NAME for quotes.

    The payer is that of a `line`, so that nobody types an account number. Raises InvalidInput.
    """
    rule = check(
        connection_name=connection_name,
        kind=kind,
        priority=priority,
        code=code,
        line=line,
        internal_account=internal_account,
        platform=platform,
        days=days,
        ratio=ratio,
    )
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "must say why")
    rule.entered_by, rule.reason, rule.created_at = actor.proposed_by or actor.id, reason.strip(), now
    rule.save(force_insert=True)
    audit.record(rule, "bank_rule.enter", actor=actor, now=now, rule=str(rule), reason=rule.reason)
    return rule


def check(
    *,
    connection_name: str,
    kind: str,
    priority: int,
    code: str,
    line: uuid.UUID | None,
    internal_account: str,
    platform: uuid.UUID | None,
    days: int,
    ratio: int,
) -> BankRule:
    """Return the rule of these terms, not stored. Raises InvalidInput."""
    connection = BankConnection.objects.select_related("platform").filter(name=connection_name, ended_at=None).first()
    if connection is None:
        raise errors.InvalidInput.field("connection_name", "must be the name of a bank connection")
    rule = BankRule(connection_name=connection_name, kind=kind, priority=priority)
    problems = [] if 0 <= priority <= _LOWEST else [("priority", f"must be between 0 and {_LOWEST}")]
    if kind == BankRuleKind.CODE:
        rule.code, rule.platform_id = code.strip(), platform or connection.platform_id
        problems += _code_problems(rule, connection)
    elif kind == BankRuleKind.PAYER:
        rule.internal_account = references.account(connection, internal_account)
        problems += _payer_problems(rule, line)
    elif kind == BankRuleKind.NAME:
        rule.days, rule.ratio = days, ratio
        problems += _name_problems(rule)
    else:
        problems.append(("kind", "must be CODE, PAYER or NAME"))
    if problems:
        raise errors.InvalidInput(problems)
    return rule


def _code_problems(rule: BankRule, connection: BankConnection) -> Iterator[tuple[str, str]]:
    if not rule.code:
        yield "code", "must be the beginning of a bank transaction code"
    mine = references.platforms(connection).filter(id__in=[rule.platform_id] if rule.platform_id else [])
    if not mine.exists():
        yield "platform", "must be a platform of the connection, whose books have the fee"


def _payer_problems(rule: BankRule, line: uuid.UUID | None) -> Iterator[tuple[str, str]]:
    """Take the payer's account from a line."""
    rows = BankStatementLine.objects.filter(id__in=[line] if line else [], connection_name=rule.connection_name)
    payer = rows.first()
    rule.account_digest = bytes(payer.account_digest) if payer and payer.account_digest else None
    if rule.account_digest is None:
        yield "line", "must be a line of the connection that says the payer's account"
    if rule.internal_account is None:
        yield "internal_account", "must be an internal account of the connection's currency"


def _name_problems(rule: BankRule) -> Iterator[tuple[str, str]]:
    if not 0 < rule.days <= _MOST_DAYS:
        yield "days", f"must be between 1 and {_MOST_DAYS}"
    if not _LEAST_RATIO <= rule.ratio <= _WHOLE:
        yield "ratio", f"must be between {_LEAST_RATIO} and {_WHOLE}"


def end(*, rule: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankRule:
    """End a rule for all lines read from now on. Raises RuleNotFound."""
    found = find(rule)
    found.ended_at = now
    found.save(update_fields=["ended_at"])
    audit.record(found, "bank_rule.end", actor=actor, now=now, rule=str(found), reason=reason)
    return found


def find(key: uuid.UUID | None) -> BankRule:
    """Return a rule in force. Raises RuleNotFound."""
    found: BankRule | None = by_key(BankRule.objects.filter(ended_at=None), key)
    if found is None:
        raise RuleNotFound
    return found


def likeness(one: str, other: str) -> int:
    """Return how alike two names are, in percent: of their words in any order, small letters and digits alone."""
    written = [" ".join(sorted(_NOT_NAME.sub(" ", name.casefold()).split())) for name in (one, other)]
    return int(100 * difflib.SequenceMatcher(None, written[0], written[1]).ratio())


def _quotes(connection: BankConnection, row: BankStatementLine, rule: BankRule) -> list[Named]:
    """Return the unpaid quotes of a line's amount within the rule's age, with a payer of a similar name.

    All of them, where there are too many to compare their names: several fit.
    """
    name = row.said.get("name", "")
    if not name or row.booked_on is None:
        return []
    mine = {one.pk: one for one in references.platforms(connection)}
    since = dt.datetime.combine(row.booked_on, dt.time(), tzinfo=dt.UTC) - dt.timedelta(days=rule.days)
    unpaid = Transaction.objects.filter(
        sent_amount=row.amount,
        sent_currency=row.currency,
        platform__in=mine,
        status=TransactionStatus.PENDING,
        sender="",
        created_at__gte=since,
        customer__isnull=False,
    ).select_related("customer")
    found = list(unpaid.order_by("id")[: _MOST + 1])
    return [
        Named(one.public_id, mine[one.platform_id])
        for one in found
        if len(found) > _MOST or (one.customer and likeness(name, one.customer.name or "") >= rule.ratio)
    ]


def _digest(account: str) -> bytes:
    field = BankStatementLine._meta.get_field("account_digest")
    digest: bytes = field.digest(account)
    return digest
