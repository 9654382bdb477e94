"""What the bank sends: reports, notifications and statements, each sent, lost, repeated, late or wrong as planned."""

import datetime as dt
import os
import pathlib
from collections.abc import Sequence

from practice.bank import book, reports
from practice.bank.book import Book
from practice.bank.calendar import Calendar
from practice.bank.plan import Plan, Sending
from practice.bank.reports import OfBatch, Verdict


class Outbox:
    """The answers of a bank, kept in its book until they are due, and then put into the customer's folder."""

    def __init__(self, folder: pathlib.Path, *, kept_in: Book, plan: Plan, calendar: Calendar) -> None:
        """Put answers into a folder."""
        self._folder, self._book, self._plan, self._calendar = folder, kept_in, plan, calendar

    def report(
        self,
        message: str,
        message_id: str,
        at: dt.datetime,
        *,
        whole: Verdict | None,
        batches: Sequence[OfBatch] = (),
    ) -> None:
        """Report on a file of the customer's."""
        content = reports.report(
            id_=f"R{self._book.count('report'):010}",
            created=at,
            message=message,
            message_id=message_id,
            whole=whole,
            batches=batches,
        )
        self.answer("report", "xml", content, at)

    def answer(
        self, kind: str, suffix: str, content: bytes, at: dt.datetime, *, wrong: tuple[bytes, bytes] | None = None
    ) -> None:
        """Schedule an answer as planned; `wrong` holds a wrong one and its correction, sent in its place."""
        key = f"{self._book.count('answer')}"
        sending = self._plan.sending(key, is_statement=wrong is not None)
        days = self._plan.days_late(key) if sending is Sending.LATE else 1
        later = self._calendar.opening(self._calendar.after(self._calendar.day(at), days))
        if sending is Sending.LOST:
            self._book.add_answer(kind, suffix, content, at, book.LOST)
            return
        if sending is Sending.LATE:
            self._book.add_answer(kind, suffix, content, later)
            return
        first, second = wrong if wrong and sending is Sending.WRONG else (content, content)
        self._book.add_answer(kind, suffix, first, at)
        if sending in {Sending.REPEATED, Sending.WRONG}:
            self._book.add_answer(kind, suffix, second, later)

    def send(self, until: dt.datetime) -> None:
        """Write the due answers: each under a hidden name, then renamed."""
        with self._book.transaction():
            self._book.name_answers(until)
        for number, name, content in self._book.named_answers():
            part = self._folder / f".{name}.part"
            part.write_bytes(content)
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.rename(self._folder / name)
            with self._book.transaction():
                self._book.sent(number)
