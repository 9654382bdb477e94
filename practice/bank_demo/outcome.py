"""Bank against books at the end: each payment, each line of the bank's statements, and the balance.

The bank's own book is the reference: it has the end of each payment, and the owner of each line.
"""

import collections
import dataclasses
import uuid
from collections.abc import Mapping, Sequence

from django.db.models import Case, F, Sum, When

from banks.models import BankBatch, BankMatch, BankPayment, BankStatementLine, MatchKind
from banks.statements import decided
from payments.ledger.chart import DEBIT, AccountKind
from payments.models import Deposit, Posting, Transaction, TransactionStatus
from platforms.base import money
from practice.bank.statements import Kind, Line
from practice.bank_demo.sides import Side

_ENDED_BADLY = {TransactionStatus.FAILED, TransactionStatus.REJECTED, TransactionStatus.REFUNDED}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Bank against books, for one platform; amounts in the smallest unit."""

    currency: str
    ordered: int
    executed: int
    executed_twice: int
    came_back: int
    differing: int
    """Payments with different ends in the service and at the bank."""
    paid_in: int
    arrived: int
    lines: int
    """Movements read by the service from the bank's statements."""
    by_rule: int
    by_people: int
    wrong: int
    """Lines of the bank's book missing in the service, or matched wrongly."""
    unmatchable: int
    """Lines of money in without a reference, by the bank's fault: only people can say whose they are."""
    unforeseen: int
    """Lines left to people without need, or matched by a rule without a reference."""
    bank_balance: int
    books: int
    """The balance at the bank by the ledger."""

    @property
    def is_whole(self) -> bool:
        """Whether bank and books agree in everything."""
        faults = (self.executed_twice, self.differing, self.wrong, self.unforeseen, self.bank_balance - self.books)
        return not any(faults) and self.by_rule + self.by_people == self.lines

    def __str__(self) -> str:
        """Return one line for people."""
        told = {
            "executed": f"{self.executed} of {self.ordered}",
            "executed twice": self.executed_twice,
            "came back": self.came_back,
            "differing": self.differing,
            "paid in": f"{self.paid_in}, {money.major_units(self.arrived, self.currency)}",
            "lines": self.lines,
            "matched by rule": f"{self.by_rule} ({100 * self.by_rule / max(1, self.lines):.2f} %)",
            "by people": f"{self.by_people} of {self.unmatchable} without a reference",
            "wrong": self.wrong,
            "at the bank": money.major_units(self.bank_balance, self.currency),
            "in the books": money.major_units(self.books, self.currency),
        }
        return ", ".join(f"{name} {said}" for name, said in told.items())


def of(side: Side) -> Outcome:
    """Compare a platform's books with its bank's."""
    executed = {one.end_to_end_id: one for one in side.bank.executed()}
    booked = side.bank.lines()
    rows = _rows(side)
    matches = {one.line_id: one for one in decided.live(BankMatch.objects.filter(line__in=rows))}
    nameless = {line.reference for line in booked if _is_nameless(line)}
    # A line that waited for another line was decided by a rule all the same.
    left = {row.bank_reference for row in rows if row.pk not in matches or matches[row.pk].rule == ""}
    return Outcome(
        currency=side.connection.currency,
        ordered=side.ordered,
        executed=len(executed),
        executed_twice=sum(one.times > 1 for one in executed.values()),
        came_back=sum(one.returns for one in executed.values()),
        differing=_differing(side, {key for key, one in executed.items() if not one.returns}),
        paid_in=side.paid_in,
        arrived=side.arrived,
        lines=len(rows),
        by_rule=sum(one.rule != "" for one in matches.values()),
        by_people=sum(one.rule == "" for one in matches.values()),
        wrong=_Truth(side).wrong(booked, rows, matches),
        unmatchable=len(nameless),
        unforeseen=len(nameless ^ left),
        bank_balance=side.bank.balance,
        books=_books(side),
    )


def _rows(side: Side) -> list[BankStatementLine]:
    found = BankStatementLine.objects.filter(
        connection_name=side.connection.name, statement__kind=decided.MOVES_MONEY, is_booked=True
    )
    return list(found.defer("content"))


def _is_nameless(line: Line) -> bool:
    return line.kind is Kind.PAID_IN and not line.said[0].text


def _differing(side: Side, paid: set[str]) -> int:
    """Count the payments with another end here, in their row or transaction, than at the bank."""
    status = dict(Transaction.objects.filter(platform=side.platform).values_list("id", "status"))
    rows = BankPayment.objects.filter(platform=side.platform).values_list("end_to_end_id", "movement", "state")
    return sum(
        (status[key], state) != (TransactionStatus.COMPLETED, "SETTLED")
        if id_ in paid
        else status[key] not in _ENDED_BADLY or state not in {"REJECTED", "RETURNED"}
        for id_, key, state in rows
    )


def _books(side: Side) -> int:
    """Return the balance of the bank's account by the ledger."""
    postings = Posting.objects.filter(
        account__platform=side.platform,
        account__kind=AccountKind.RAIL_SETTLEMENT,
        account__currency=side.connection.currency,
    )
    signed = Case(When(side=DEBIT, then=F("amount")), default=-F("amount"))
    return int(postings.aggregate(held=Sum(signed))["held"] or 0)


class _Truth:
    """Judges each line by the bank's book."""

    def __init__(self, side: Side) -> None:
        """Read a platform's payments, batches and deposits."""
        mine = {"platform": side.platform}
        paid = BankPayment.objects.filter(**mine).defer("content")
        self._ids = {one.public_id: one.end_to_end_id for one in paid}
        batches = BankBatch.objects.filter(connection=side.connection)
        self._batches = {one.public_id: one.message_id for one in batches}
        arrived = Deposit.objects.filter(**mine).select_related("internal_account")
        self._references = {
            one.public_id: one.internal_account.funding_reference for one in arrived if one.internal_account
        }
        self._names = {one.reference: one.name for one in side.accounts}

    def wrong(
        self, booked: Sequence[Line], rows: Sequence[BankStatementLine], matches: Mapping[uuid.UUID, BankMatch]
    ) -> int:
        """Count the bank's lines missing, incomplete or mistaken here, and lines here unknown to the bank."""
        of_line: dict[str, list[BankStatementLine]] = collections.defaultdict(list)
        for row in rows:
            of_line[row.bank_reference].append(row)
        strange = of_line.keys() - {line.reference for line in booked}
        return len(strange) + sum(not self._is_right(line, of_line[line.reference], matches) for line in booked)

    def _is_right(self, line: Line, rows: Sequence[BankStatementLine], matches: Mapping[uuid.UUID, BankMatch]) -> bool:
        if sum(row.amount if row.is_credit else -row.amount for row in rows) != line.amount:
            return False
        found = [(row, matches.get(row.pk)) for row in rows]
        return all(match is not None and self._fits(line, row, match) for row, match in found)

    def _fits(self, line: Line, row: BankStatementLine, match: BankMatch) -> bool:
        if line.kind is Kind.FEE:
            return match.kind == MatchKind.FEE
        if line.kind is Kind.PAID_IN:
            reference = self._references.get(match.subject, "")
            said = line.said[0]
            is_named = reference in said.text if said.text else self._names.get(reference) == said.name
            return match.kind == MatchKind.DEPOSIT and bool(reference) and is_named
        if not line.said:
            return match.kind == MatchKind.BATCH and self._batches.get(match.subject) == line.batch
        wanted = MatchKind.SETTLED if line.kind is Kind.TRANSFER else MatchKind.RETURNED
        ids = {one.end_to_end_id for one in line.said}
        return match.kind == wanted and self._ids.get(match.subject) == row.end_to_end_id and row.end_to_end_id in ids
