"""What people decide about a bank's lines, suspense and payments by file: drawn, of all that pages let them."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from banks.models import BankBatch, BankException, BankPayment, BankStatementLine
from banks.rail import by_hand
from banks.statements.by_hand import decisions, matched_by_hand, together
from banks.statements.proposals import covering, suggestions
from payments.models import Deposit, SuspenseItem
from payments.workflow import suspense
from platforms.base import clock, errors
from tests.banks.rail import world


@dataclasses.dataclass
class Decisions:
    """The decisions of two people, by chance."""

    chance: random.Random
    account: str
    """An internal account, and what those who pay into it have to write."""
    reference: str
    refused: int = 0
    made: int = 0
    of_several: int = 0

    def decide(self, share: float) -> None:
        """Decide about a share of all that waits."""
        waiting = BankException.objects.filter(closed_at=None).order_by("id")
        for exception in list(waiting.select_related("line", "connection__platform")):
            if self.chance.random() < share:
                self.attempt(self._decision_of, exception)
        for item in list(self.items()):
            if self.chance.random() < share:
                self.attempt(self._way_of, item)
        for row in list(BankPayment.objects.filter(direction="PUSH", batch=None).order_by("id")):
            if self.chance.random() < share / 3:
                self.attempt(self._end_by_hand, row)

    def items(self) -> QuerySet[SuspenseItem]:
        """Return the money in suspense that waits for people."""
        waiting: QuerySet[SuspenseItem] = SuspenseItem.objects.filter(resolved_at=None, way="")
        return waiting.order_by("id")

    def attempt(self, decide: Callable[[Any, dict[str, Any]], object], subject: Any) -> None:
        """Decide, as two people do; the service may refuse, and then nothing has happened."""
        common = {"reason": "as agreed", "actor": world.ANNA}
        try:
            with transaction.atomic(durable=True):
                decide(subject, common)
        except errors.DomainError:
            self.refused += 1
        else:
            self.made += 1

    def _decision_of(self, exception: BankException, common: dict[str, Any]) -> None:
        common |= {"exception": exception.pk, "now": clock.real_now()}
        row = exception.line
        ways: list[Callable[[], object]] = [
            lambda: decisions.charge(**common),
            lambda: decisions.note(**common),
            lambda: matched_by_hand.settle(end_to_end_id=self._candidate(row), **common),
            lambda: matched_by_hand.settle(end_to_end_id=self._candidate(row), **common),
            lambda: self._match_several(exception, common),
            lambda: self._match_suggested(exception, common),
        ]
        if not row.is_credit:
            ways.append(lambda: decisions.claim(debtor=self.chance.choice(decisions.CLAIMED_FROM), **common))
        else:
            ways += [
                lambda: decisions.credit(named=self.reference, **common),
                lambda: decisions.suspend(**common),
                lambda: decisions.send_back(**common),
            ]
        self.chance.choice(ways)()

    def _match_several(self, exception: BankException, common: dict[str, Any]) -> None:
        """Match with a set that the page proposes: of several payments, or of several lines."""
        of_payments, of_lines = covering.payments_of(exception), covering.lines_of(exception)
        proposed = [(" ".join(ids), "") for ids in of_payments.sets]
        proposed += [(payment, " ".join(others)) for payment, *others in of_lines.sets]
        ids, others = self.chance.choice(proposed or [("NONE NEITHER", "")])
        together.settle(end_to_end_id=ids, lines=others, **common)
        self.of_several += 1

    def _match_suggested(self, exception: BankException, common: dict[str, Any]) -> None:
        """Match with the first thing that the page suggests."""
        entered = [one.entered for one in suggestions.of_line(exception) if not one.is_credit]
        matched_by_hand.settle(end_to_end_id=next(iter(entered), "NONE"), **common)

    def _candidate(self, row: BankStatementLine) -> str:
        """What a person would enter: the id in the line, or a payment, a batch or a deposit of the same amount."""
        payments = BankPayment.objects.filter(amount=row.amount).order_by("id").values_list("end_to_end_id", flat=True)
        batches = BankBatch.objects.filter(total=row.amount).order_by("id").values_list("message_id", flat=True)
        arrived = [one.public_id for one in Deposit.objects.filter(amount=row.amount).order_by("id")]
        return row.end_to_end_id or self.chance.choice([*payments, *batches, *arrived, "NONE"])

    def _way_of(self, item: SuspenseItem, common: dict[str, Any]) -> None:
        way = self.chance.choice(suspense.ways(item))
        account = self.account if self.chance.random() < 0.5 else ""
        suspense.resolve(item_id=item.pk, way=way, account=account, real_now=clock.real_now(), **common)

    def _end_by_hand(self, row: BankPayment, common: dict[str, Any]) -> None:
        end = self.chance.choice([by_hand.carry_out, by_hand.give_up])
        end(payment=row.pk, now=clock.real_now(), **common)
