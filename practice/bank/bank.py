"""The bank at work: `step` does everything due by a moment, in the order of due times."""

import dataclasses
import datetime as dt
import pathlib
import re
from collections.abc import Iterable, Sequence

from banks.formats import reasons
from banks.formats.reasons import CodeList
from practice.bank import book, nacha, orders, reports, statements
from practice.bank.book import Book, Due, Executed, Kept
from practice.bank.calendar import Calendar
from practice.bank.markup import Unreadable
from practice.bank.orders import OrderFile
from practice.bank.outbox import Outbox
from practice.bank.plan import Booking, Fate, Naming, Plan, Whole
from practice.bank.reports import OfBatch, Verdict
from practice.bank.statements import Kind, Line, Said, Statement, Statements

HOME = ".practice-bank"
"""The bank's own folder, within that of payment files: its book, and the files taken."""
_FEE, _CHARGE = 250, 150
_LANDLORD = Said(amount=0, name="Landlord", account="DE89370400440532013000", text="RENT")
"""Who debits the account without an order."""
_FEW, _SEVERAL = 2, "SEVERAL"
"""Payments of a line that is the sum of some of a batch; its text."""
_OFFSET = "OFFSET"
"""What an entry of the customer's own account is called in its line."""
_LEAST = dt.timedelta(minutes=1)
_MESSAGE_ID = re.compile(rb"<MsgId>([^<]{1,35})</MsgId>")
_CORRECTED = "000987654321"
"""The account number in notifications of change."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """The customer's account, and the routing number of its bank for NACHA's returns."""

    account: str
    currency: str
    bank: str = ""


class Bank:
    """One customer's bank. If it is killed, the next one goes on from its book, and takes no file twice."""

    def __init__(
        self,
        *,
        taken_from: pathlib.Path,
        answers_to: pathlib.Path,
        customer: Customer,
        plan: Plan,
        calendar: Calendar,
        statements: Statements = Statements.CAMT_08,
        balance: int = 0,
    ) -> None:
        """Open the bank of these folders; `balance` is the account's at the first time."""
        self._from = taken_from
        self._customer, self._plan, self._calendar = customer, plan, calendar
        self._form = statements
        for path in (taken_from, answers_to, taken_from / HOME / "taken"):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._book = Book(taken_from / HOME / "book.sqlite3")
        self._outbox = Outbox(answers_to, kept_in=self._book, plan=plan, calendar=calendar)
        with self._book.transaction():
            if self._book.count("opened") == 1:
                self._book.keep("balance", balance)
                self._book.keep("stated balance", balance)

    def close(self) -> None:
        """Close the book."""
        self._book.close()

    def step(self, until: dt.datetime) -> None:
        """Take new files, do everything due, and send the due answers."""
        self._take_files(until)
        while due := self._book.next_due(until):
            with self._book.transaction():
                _STEPS[due.what](self, due)
                self._book.done(due)
        self._outbox.send(until)
        with self._book.transaction():
            self._book.keep("now", max(self._book.fact("now"), book.seconds_of(until)))

    def pay_in(self, *, amount: int, name: str, text: str, at: dt.datetime, account: str = "") -> None:
        """Schedule a payment in, from a named payer, with a text such as a reference."""
        with self._book.transaction():
            number = self._book.add_arrival(amount=amount, name=name, account=account, text=text)
            self._book.schedule("PAY_IN", str(number), self._calendar.open_from(at))

    def send_again(self, now: dt.datetime) -> None:
        """Send the lost and the late answers, as a bank does on request."""
        with self._book.transaction():
            self._book.find_lost(now)
        self._outbox.send(now)

    def executed(self) -> list[Executed]:
        """Return the executed payments, by end-to-end id."""
        return self._book.executed()

    def lines(self) -> list[Line]:
        """Return all booked lines."""
        return self._book.lines()

    @property
    def balance(self) -> int:
        """The balance of the account."""
        return self._book.fact("balance")

    @property
    def fees(self) -> int:
        """The sum of the fees charged."""
        return self._book.fact("fees")

    def numbers(self) -> dict[str, int]:
        """Return the numbers of files, payments and answers."""
        return self._book.numbers()

    # Files.

    def _take_files(self, until: dt.datetime) -> None:
        for path in sorted(self._from.iterdir()):
            if path.name.startswith(".") or not path.is_file():
                continue
            found = path.stat()
            # After a kill the same file has the same mark. Delivered twice it has another, and is executed twice.
            mark = f"{found.st_ino}:{found.st_mtime_ns}:{path.name}"
            with self._book.transaction():
                if not self._book.has_taken(mark):
                    self._receive(path, mark, until)
            path.rename(self._from / HOME / "taken" / f"{found.st_ino}-{found.st_mtime_ns}-{path.name}")

    def _receive(self, path: pathlib.Path, mark: str, until: dt.datetime) -> None:
        content = path.read_bytes()
        try:
            file = self._read(content)
        except Unreadable as problem:
            self._refuse(path.name, mark, content, problem, until)
            return
        is_ach = file.message == orders.ACH
        whole = self._plan.file(file.message_id, is_ach=is_ach)
        number = self._book.add_file(
            mark=mark, name=path.name, message=file.message, message_id=file.message_id, problem="", whole=whole
        )
        code = "" if whole is Whole.TAKEN else self._next_code(CodeList.STATUS)
        for order in file.orders:
            fate = self._plan.payment(order.end_to_end_id, is_ach=is_ach) if whole is Whole.TAKEN else Fate.REJECTED
            self._book.add_payment(number, order, fate=fate, code=code or self._code_of(fate, is_ach=is_ach))
        received = min(until, max(self._book.now or until, file.created)) + _LEAST
        self._book.schedule("REPORT", str(number), received)
        for day in {order.due for order in file.orders}:
            at = self._calendar.open_from(max(received + _LEAST, self._calendar.opening(day)))
            self._book.schedule("EXECUTE", f"{number} {day}", at)

    def _read(self, content: bytes) -> OrderFile:
        if content.lstrip()[:1] != b"<":
            return nacha.read(content, self._calendar.zone, self._customer.account)
        file = orders.read(content)
        if file.account != self._customer.account or file.currency != self._customer.currency:
            raise Unreadable("the account", "it is none of the customer's", "AC02")
        return file

    def _refuse(self, name: str, mark: str, content: bytes, problem: Unreadable, until: dt.datetime) -> None:
        """Reject an unreadable file; without a message id there is no answer."""
        said = _MESSAGE_ID.search(content)
        message_id = said[1].decode("utf-8", "replace") if said else ""
        self._book.add_file(
            mark=mark, name=name, message="", message_id=message_id, problem=str(problem), whole=Whole.FILE_REJECTED
        )
        if message_id:
            whole = Verdict(reports.REJECTED, problem.code)
            self._outbox.report("pain.001.001.09", message_id, until, whole=whole)

    def _code_of(self, fate: Fate, *, is_ach: bool) -> str:
        if fate is Fate.PAID:
            return ""
        if is_ach:
            return self._next_code(CodeList.ACH_CHANGE if fate is Fate.CORRECTED else CodeList.ACH_RETURN)
        return self._next_code(CodeList.STATUS if fate is Fate.REJECTED else CodeList.RETURN)

    def _next_code(self, code_list: CodeList) -> str:
        """Return the codes of a list in turn, so that each is used."""
        # A bank that has met no payment twice rejects none as a duplicate.
        left_out = {CodeList.STATUS: reasons.DUPLICATES, CodeList.ACH_RETURN: reasons.DISHONOURS}.get(
            code_list, frozenset()
        )
        codes = [code for code in reasons.table()[code_list] if code not in left_out]
        return codes[(self._book.count(f"code {code_list}") - 1) % len(codes)]

    # Events of the bank's day.

    def _report_file(self, due: Due) -> None:
        """Report the accepted and the rejected payments of a file."""
        message, message_id, whole = self._book.file(int(due.subject))
        payments = self._book.payments(int(due.subject))
        rejected = [one for one in payments if one.fate == Fate.REJECTED]
        self._book.move(rejected, book.REJECTED)
        if message == orders.ACH:
            return
        verdict: Verdict | None = Verdict(reports.ACCEPTED)
        batches: Sequence[OfBatch] = ()
        if whole == Whole.FILE_REJECTED:
            verdict = Verdict(reports.REJECTED, payments[0].code)
        elif whole == Whole.BATCH_REJECTED:
            verdict = None
            batches = [OfBatch(name, Verdict(reports.REJECTED, some[0].code)) for name, some in book.by_batch(payments)]
        elif rejected:
            verdict = Verdict(reports.IN_PART)
            batches = [OfBatch(name, None, _verdicts(some)) for name, some in book.by_batch(rejected)]
        self._outbox.report(message, message_id, due.at, whole=verdict, batches=batches)

    def _execute(self, due: Due) -> None:
        """Book the payments of a file due on a day, and report them."""
        number, _, day = due.subject.partition(" ")
        message, message_id, _ = self._book.file(int(number))
        payments = [one for one in self._book.payments(int(number), day) if one.state == book.RECEIVED]
        summed = [one for one in payments if one.order.sum_name]
        self._book_sum(summed, due.at)
        for name, some in book.by_batch(one for one in payments if not one.order.sum_name):
            self._book_batch(name, some, due.at, is_ach=message == orders.ACH)
        self._book.move(payments, book.EXECUTED)
        today = self._calendar.day(due.at)
        for one in payments:
            if one.fate in {Fate.RETURNED, Fate.CORRECTED}:
                days = self._plan.days_until_return(one.order.end_to_end_id)
                back = self._calendar.after(today, days)
                self._book.bring_back(one, back)
                self._book.schedule("RETURN", back.isoformat(), self._calendar.opening(back))
        if message == orders.ACH or not payments:
            return
        if self._plan.calls_it_a_duplicate(message_id):
            self._book.schedule("DUPLICATE", number, self._calendar.opening(self._calendar.after(today, 1)))
        if len(payments) == len(self._book.payments(int(number))):
            self._outbox.report(message, message_id, due.at, whole=Verdict(reports.SETTLED))
            return
        batches = [OfBatch(name, None, _verdicts(some, reports.SETTLED)) for name, some in book.by_batch(payments)]
        self._outbox.report(message, message_id, due.at, whole=None, batches=batches)

    def _call_duplicate(self, due: Due) -> None:
        """Reject a file as a duplicate that was executed the day before."""
        message, message_id, _ = self._book.file(int(due.subject))
        self._outbox.report(message, message_id, due.at, whole=Verdict(reports.REJECTED, "AM05"))

    def _book_batch(self, name: str, payments: Sequence[Kept], at: dt.datetime, *, is_ach: bool) -> None:
        """Book payments one by one, or as a sum. The sum of a NACHA batch would have no known reference."""
        total = sum(one.order.amount for one in payments)
        if self._plan.has_foreign_debit(name):
            self._line(Kind.FOREIGN_DEBIT, -total, at, said=(dataclasses.replace(_LANDLORD, amount=total),))
        booking = Booking.EACH if is_ach or len(payments) == 1 else self._plan.booking(name)
        kind = Kind.COLLECTION if payments[0].order.is_debit else Kind.TRANSFER
        sign = 1 if payments[0].order.is_debit else -1
        if booking is Booking.EACH:
            self._book_each(payments, kind, sign, at, is_ach=is_ach)
            return
        said = tuple(_said(one) for one in payments) if booking is Booking.SUM_WITH_PAYMENTS else ()
        due = payments[0].order.due
        self._line(kind, sign * total, at, said=said, value_on=due, batch=name, count=len(payments))

    def _book_sum(self, payments: Sequence[Kept], at: dt.datetime) -> None:
        """Book what a balanced NACHA file pays and collects: the entries of the customer's own account, each a line."""
        for is_debit in (False, True):
            some = [one.order for one in payments if one.order.is_debit is is_debit]
            if some:
                total = sum(one.amount for one in some)
                said = Said(amount=total, name=some[0].sum_name, end_to_end_id=_OFFSET, text=f"ACH {_OFFSET}")
                kind, sign = (Kind.COLLECTION, 1) if is_debit else (Kind.TRANSFER, -1)
                self._line(kind, sign * total, at, said=(said,), value_on=some[0].due)

    def _book_each(self, payments: Sequence[Kept], kind: Kind, sign: int, at: dt.datetime, *, is_ach: bool) -> None:
        """Book payments one by one; two of them may be one line, and one of them two lines."""
        together: Sequence[Kept] = ()
        if len(payments) > _FEW and self._plan.sums_some(payments[0].order.batch_id):
            together, payments = payments[:_FEW], payments[_FEW:]
            total, first = sum(one.order.amount for one in together), together[0].order
            said = Said(amount=total, name=first.name, account=first.account, text=_SEVERAL)
            self._line(kind, sign * total, at, said=(said,), value_on=first.due)
        for one in payments:
            whole, charge = one.order.amount, 0
            parts = [whole]
            if self._plan.divides(one.order.end_to_end_id):
                parts = [whole // 2, whole - whole // 2]
            elif not (one.order.is_debit or is_ach) and self._plan.has_charge(one.order.end_to_end_id):
                charge = _CHARGE
            for part in parts:
                said = dataclasses.replace(_said(one), amount=part)
                self._line(kind, sign * part - charge, at, said=(said,), value_on=one.order.due, charge=charge)

    def _return(self, due: Due) -> None:
        """Return payments, and report corrections of others."""
        back = [one for one in self._book.coming_back(due.subject) if one.state == book.EXECUTED]
        returned = [one for one in back if one.fate == Fate.RETURNED]
        lines = []
        for one in [each for each in returned for _ in range(1 + self._plan.returns_twice(each.order.end_to_end_id))]:
            kind = Kind.COLLECTION_BACK if one.order.is_debit else Kind.TRANSFER_BACK
            amount = -one.order.amount if one.order.is_debit else one.order.amount
            lines.append(self._line(kind, amount, due.at, said=(_said(one, one.code),)))
        self._book.move(returned, book.RETURNED)
        if self._customer.bank and (of_ach := [one for one in back if one.order.trace]):
            answers = [
                nacha.Answer(one.order, one.code, _CORRECTED if one.fate == Fate.CORRECTED else "") for one in of_ach
            ]
            created = due.at.astimezone(self._calendar.zone)
            content = nacha.returns(answers, bank=self._customer.bank, created=created, modifier="A")
            self._outbox.answer("returns", "ach", content, due.at)
        self._notify(lines, due.at)

    def _pay_in(self, due: Due) -> None:
        """Book money paid in, with the name and text changed as planned."""
        said = self._book.arrival(int(due.subject))
        naming = self._plan.naming(due.subject)
        if naming is Naming.NO_REFERENCE:
            said = dataclasses.replace(said, text="")
        elif naming is Naming.MISSPELT:
            said = dataclasses.replace(said, name=self._plan.misspelt(said.name))
        elif naming is Naming.IN_A_SENTENCE:
            said = dataclasses.replace(said, text=f"for {said.text} with thanks")
        self._notify([self._line(Kind.PAID_IN, said.amount, due.at, said=(said,))], due.at)
        if self._plan.is_recalled(due.subject):
            tomorrow = self._calendar.after(self._calendar.day(due.at), 1)
            self._book.schedule("RECALL", due.subject, self._calendar.opening(tomorrow))

    def _recall(self, due: Due) -> None:
        """Take back money that was paid in."""
        said = self._book.arrival(int(due.subject))
        self._line(Kind.RECALL, -said.amount, due.at, said=(said,))

    def _end_day(self, due: Due) -> None:
        """Make the statement of a day: its opening balance is the closing one of the statement before."""
        day = dt.date.fromisoformat(due.subject)
        if self._plan.has_fee(due.subject):
            self._line(Kind.FEE, -_FEE, due.at)
            self._book.keep("fees", self._book.fact("fees") + _FEE)
        statement = self._statement(self._book.unstated(), "statement", due.at)
        opening = self._book.fact("stated balance")
        closing = opening + sum(line.amount for line in statement.lines)
        statement = dataclasses.replace(statement, opening=opening, closing=closing)
        self._book.state_lines()
        self._book.keep("stated balance", closing)
        wrong = statements.statement(dataclasses.replace(statement, closing=closing + 1), self._form)
        right = statements.statement(statement, self._form)
        corrected = statements.statement(dataclasses.replace(statement, is_correction=True), self._form)
        suffix = "xml" if self._form.startswith("camt") else "sta"
        self._outbox.answer(f"statement-{day}", suffix, right, due.at, wrong=(wrong, corrected))

    # Lines and answers.

    def _line(
        self,
        kind: Kind,
        amount: int,
        at: dt.datetime,
        *,
        said: tuple[Said, ...] = (),
        value_on: dt.date | None = None,
        batch: str = "",
        count: int = 1,
        charge: int = 0,
    ) -> Line:
        day = self._calendar.day(at)
        self._book.schedule("END_OF_DAY", day.isoformat(), self._calendar.statement_at(day))
        line = Line(
            number=0,
            kind=kind,
            amount=amount,
            booked_on=day,
            value_on=value_on or day,
            said=said,
            batch=batch,
            count=count,
            charge=charge,
        )
        return self._book.add_line(line)

    def _statement(self, lines: Sequence[Line], series: str, at: dt.datetime) -> Statement:
        customer = self._customer
        return Statement(
            account=customer.account,
            currency=customer.currency,
            number=self._book.count(series),
            created=at,
            lines=lines,
        )

    def _notify(self, lines: Sequence[Line], at: dt.datetime) -> None:
        """Write a notification of lines; the day's statement has them too."""
        if lines:
            content = statements.notification(self._statement(lines, "notification", at), self._form)
            self._outbox.answer("notification", "xml", content, at)


_STEPS = {
    "REPORT": Bank._report_file,
    "EXECUTE": Bank._execute,
    "RETURN": Bank._return,
    "DUPLICATE": Bank._call_duplicate,
    "PAY_IN": Bank._pay_in,
    "RECALL": Bank._recall,
    "END_OF_DAY": Bank._end_day,
}


def _verdicts(payments: Iterable[Kept], status: str = reports.REJECTED) -> list[tuple[str, Verdict]]:
    is_bad = status == reports.REJECTED
    return [(one.order.end_to_end_id, Verdict(status, one.code if is_bad else "")) for one in payments]


def _said(payment: Kept, code: str = "") -> Said:
    order = payment.order
    return Said(
        amount=order.amount,
        name=order.name,
        account=order.account,
        end_to_end_id=order.end_to_end_id,
        text=order.text,
        code=code,
    )
