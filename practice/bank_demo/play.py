"""Ten days of payments on both platforms, and the comparison of banks and books at the end."""

import datetime as dt
import random
from collections.abc import Callable, Sequence

from django.db import transaction
from django.db.models import QuerySet

from banks import tasks as bank_tasks
from banks.models import BankAnswer, BankBatch, BankException, BankIncomingFile, BankPayment, IncomingState
from banks.rail import batches, corrections
from banks.statements.by_hand import decisions
from banks.statements.matching import matching
from payments.models import Transaction
from platforms.base import clock
from platforms.models import Platform
from practice.bank_demo import outcome
from practice.bank_demo.outcome import Outcome
from practice.bank_demo.sides import ACTOR, Side, folder_of

DAYS, OUT, IN = 10, 35, 15
"""Of each platform: days of work, and payments out and in of each day. Two platforms make a thousand."""
_DAY_SECONDS = 86_400
_MOST_DAYS = 10
"""So many days after the last payment whatever comes back has come back."""

Wait = Callable[[Callable[[], bool], str], None]


def play(sides: Sequence[Side], *, wait: Wait, say: Callable[[str], None]) -> list[Outcome]:
    """Play the days on all platforms; return the outcome of each."""
    chance = random.Random("a thousand payments")  # noqa: S311 - the same in every run
    for day in range(1, DAYS + 1):
        for side in sides:
            _pay(side, chance)
            _pass_day(side, wait)
        say(f"Day {day} of {DAYS}: {sum(_ordered(side) for side in sides)} payments are with the banks.")
    for side in sides:
        for _ in range(_MOST_DAYS):
            _pass_day(side, wait)
        side.bank.send_again(_now(side))
        _wait_for_answers(side, wait)
        _wait_for_ends(side, wait)
        _credit(side)
    return [outcome.of(side) for side in sides]


def _pay(side: Side, chance: random.Random) -> None:
    """Make a day's payments out, and have a day's payments in come."""
    for _ in range(OUT):
        source, payee = chance.choice(side.accounts), chance.choice(side.payees)
        body = {"source": {"accountId": source.id}, "destination": {"accountId": payee}}
        side.client.post("/transfer-out", {**body, "amount": chance.randint(5_00, 90_00)})
        side.ordered += 1
    for _ in range(IN):
        account, amount = chance.choice(side.accounts), chance.randint(5_00, 90_00)
        side.bank.pay_in(amount=amount, name=account.name, text=account.reference, at=_now(side))
        side.paid_in += 1
        side.arrived += amount


def _pass_day(side: Side, wait: Wait) -> None:
    """Take the day's payments to the bank, let a day pass there, and have its answers applied."""
    wait(lambda: _ordered(side) == side.ordered, "payments to be taken over")
    _release(side)
    wait(lambda: not _batches(side, "RELEASED", "WRITTEN", "PLACED").exists(), "files to be delivered")
    side.bank.step(_now(side))
    side.client.post("/sandbox/clock/advance", {"seconds": _DAY_SECONDS})
    side.bank.step(_now(side))
    _wait_for_answers(side, wait)
    _keep_numbers(side)


def _wait_for_answers(side: Side, wait: Wait) -> None:
    def is_read() -> bool:
        # The scheduler has them read every ten seconds; forty days would wait for that each time.
        bank_tasks.read_bank_files()
        waiting = BankIncomingFile.objects.filter(connection=side.connection, state=IncomingState.RECEIVED)
        lies_there = [path for path in folder_of(side.connection, "in").iterdir() if not path.name.startswith(".")]
        return not lies_there and not waiting.exists()

    wait(is_read, "answers to be read")


def _credit(side: Side) -> None:
    """Credit the money without a reference, as two members of staff do in the back office."""
    references = {account.name: account.reference for account in side.accounts}
    waiting = BankException.objects.select_related("line").filter(connection=side.connection, closed_at=None)
    for one in waiting.filter(line__is_credit=True, reason=matching.UNKNOWN):
        if reference := references.get(one.line.said.get("name", "")):
            with transaction.atomic(durable=True):
                decisions.credit(
                    exception=one.pk, named=reference, reason="the demo", actor=ACTOR, now=clock.real_now()
                )


def _keep_numbers(side: Side) -> None:
    """Refuse corrected account numbers, for which payments wait, as two members of staff do in the back office."""
    rows = BankAnswer.objects.filter(connection_name=side.connection.name, in_force_at=None, refused_at=None)
    for row in rows.exclude(account_digest=None):
        with transaction.atomic(durable=True):
            corrections.refuse(answer=row.pk, reason="the demo", actor=ACTOR, now=clock.real_now())


def _release(side: Side) -> None:
    """Close and release the batches, as two members of staff do in the back office."""
    for batch in _batches(side, "OPEN"):
        with transaction.atomic(durable=True):
            batches.close(batch=batch.pk, reason="the demo", actor=ACTOR, now=clock.real_now())
    for batch in _batches(side, "CLOSED"):
        with transaction.atomic(durable=True):
            batches.release(batch=batch.pk, digest=batch.digest, reason="the demo", actor=ACTOR, now=clock.real_now())


def _batches(side: Side, *states: str) -> QuerySet[BankBatch]:
    return BankBatch.objects.filter(connection=side.connection, state__in=states)


def _ordered(side: Side) -> int:
    return int(BankPayment.objects.filter(platform=side.platform).count())


def _wait_for_ends(side: Side, wait: Wait) -> None:
    under_way = Transaction.objects.filter(platform=side.platform, next_action_at__isnull=False)
    wait(lambda: not under_way.exists(), "payments to end")


def _now(side: Side) -> dt.datetime:
    """Return the platform's time; its clock was moved by a request."""
    platform: Platform = Platform.objects.get(pk=side.platform.pk)
    return platform.now()
