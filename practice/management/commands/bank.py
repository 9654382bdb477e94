"""`manage.py bank`: a bank to practise with, which works over the folders of a sandbox platform's bank connection."""

import datetime as dt
import pathlib
import signal
import threading
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from banks.models import BankConnection
from banks.rail import bank_days, connections
from platforms.base import money
from platforms.models import Platform
from practice.bank import markup
from practice.bank.bank import Bank, Customer
from practice.bank.calendar import Calendar
from practice.bank.plan import Plan
from practice.bank.statements import Statements

_PAUSE_SECONDS = 1.0
_ALL = 100


class Command(BaseCommand):
    """Refuses connections of production platforms: it takes their files, and says what no bank has done."""

    help = "Play the bank of a sandbox platform's connection: take its payment files, and answer them by files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whose bank it is, and how it behaves."""
        parser.add_argument("connection", help="the name of the bank connection")
        parser.add_argument(
            "--answers", help="folder below BANK_FILES_FOLDER that it answers to, if not the connection's"
        )
        parser.add_argument(
            "--folder", help="folder below BANK_FILES_FOLDER that it takes files from, if not the connection's"
        )
        parser.add_argument("--seed", default="practice", help="the same seed and the same payments: the same bank")
        parser.add_argument(
            "--trouble",
            type=int,
            default=5,
            metavar="PERCENT",
            help="with how many payments and answers something is the matter",
        )
        parser.add_argument(
            "--unusual",
            type=int,
            default=0,
            metavar="PERCENT",
            help="how often it does what few banks do, and people have to decide about",
        )
        parser.add_argument("--statements", choices=[str(one) for one in Statements], default=str(Statements.CAMT_08))
        parser.add_argument("--balance", default="0", help="what the account has at the beginning, such as 1000000.00")
        parser.add_argument(
            "--pay-in", nargs=3, action="append", default=[], metavar=("AMOUNT", "REFERENCE", "NAME"),
            help="have somebody pay money in, such as 12.50 ABC123 'Ada Lovelace'",
        )  # fmt: skip
        parser.add_argument(
            "--send-again", action="store_true", help="do what is due, send what was lost or is late, and end"
        )
        parser.add_argument("--once", action="store_true", help="do what is due, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until interrupted; says what it has done whenever that changes."""
        connection = _connection(options["connection"])
        bank = _bank(connection, options)
        try:
            for amount, reference, name in options["pay_in"]:
                whole = _smallest_unit(amount, connection.currency)
                bank.pay_in(amount=whole, name=name, text=reference, at=_now(connection))
            if options["send_again"]:
                bank.step(_now(connection))
                bank.send_again(_now(connection))
                self._tell(bank, connection)
            else:
                self._work(bank, connection, is_once=options["once"])
        finally:
            bank.close()

    def _work(self, bank: Bank, connection: BankConnection, *, is_once: bool) -> None:
        stop = threading.Event()
        if not is_once:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: stop.set())
        before: dict[str, int] = {}
        while True:
            bank.step(_now(connection))
            if (numbers := bank.numbers()) != before:
                self._tell(bank, connection)
                before = numbers
            if is_once or stop.wait(_PAUSE_SECONDS):
                return

    def _tell(self, bank: Bank, connection: BankConnection) -> None:
        said = ", ".join(f"{name.lower()} {number}" for name, number in sorted(bank.numbers().items()))
        balance = money.major_units(bank.balance, connection.currency)
        self.stdout.write(f"{_now(connection):%Y-%m-%d %H:%M} {said}; balance {balance}")
        self.stdout.flush()


def _connection(name: str) -> BankConnection:
    connection = connections.current(name)
    if connection is None:
        raise CommandError(f"There is no bank connection {name}, or it has ended.")
    if connection.platform_id is None:
        raise CommandError("This connection is of production platforms: their files are for their bank alone.")
    return connection


def _bank(connection: BankConnection, options: dict[str, Any]) -> Bank:
    root = pathlib.Path(settings.BANK_FILES_FOLDER)
    answers = options["answers"] or connection.answers_folder
    if not answers:
        raise CommandError("The connection has no folder for answers: enter one, or name it with --answers.")
    taken_from, answers_to = root / (options["folder"] or connection.folder), root / answers
    if taken_from == answers_to:
        raise CommandError("--answers must be another folder than that of the files that are taken.")
    for name in ("trouble", "unusual"):
        if not 0 <= options[name] <= _ALL:
            raise CommandError(f"--{name} is a percentage.")
    return Bank(
        taken_from=taken_from,
        answers_to=answers_to,
        customer=Customer(
            account=connection.account_number, currency=connection.currency, bank=connection.clearing_number
        ),
        plan=Plan(options["seed"], options["trouble"], options["unusual"]),
        calendar=_calendar(connection),
        statements=Statements(options["statements"]),
        balance=_smallest_unit(options["balance"], connection.currency),
    )


def _calendar(connection: BankConnection) -> Calendar:
    """Return the days on which the bank works: those that value dates of the connection may have."""
    days = bank_days.of(connection)
    return Calendar(ZoneInfo(connection.time_zone), days.holidays, days.weekend, days.worked)


def _now(connection: BankConnection) -> dt.datetime:
    """Return the time by the platform's clock, which may be moved meanwhile."""
    assert connection.platform_id is not None
    platform: Platform = Platform.objects.get(pk=connection.platform_id)
    return platform.now()


def _smallest_unit(text: str, currency: str) -> int:
    try:
        return markup.smallest_unit(text, currency, text)
    except markup.Unreadable as problem:
        raise CommandError(str(problem)) from None
