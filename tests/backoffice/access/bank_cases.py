"""What staff do about banks, from connections to lines of statements: a case for each verb that is declared."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from banks.models import (
    BankAnswer,
    BankBatch,
    BankConnection,
    BankException,
    BankFile,
    BankIncomingFile,
    BankMatch,
    BankPayment,
    BankRule,
    BankStatementLine,
    Claim,
    RailRoute,
)
from banks.rail import batches, formats, routes
from banks.statements.incoming import arrivals
from payments.models import SuspenseItem
from platforms.base import clock
from tests.banks.rail import world as bank_files
from tests.support.payments import arrivals as arrivals_of_money
from tests.support.payments import scenarios


def _exception(*, is_credit: bool) -> BankException:
    """Let a line of the story's statement wait for people, of the amount of the story's payment by file."""
    payment, other = BankPayment.objects.get(), BankStatementLine.objects.get()
    BankPayment.objects.update(connection_name=other.connection_name)
    line = BankStatementLine.objects.create(
        statement=other.statement,
        file=other.file,
        connection_name=other.connection_name,
        number=2,
        place="entry 2",
        is_credit=is_credit,
        is_booked=True,
        is_reversal=False,
        is_fee=False,
        amount=payment.amount,
        currency=payment.currency,
        booked_on=other.booked_on,
        content={"said": {"name": "Ada", "account": "DE89370400440532013000", "text": "rent"}},
        fingerprint=b"2" * 32,
    )
    made: BankException = BankException.objects.create(
        line=line, connection=BankConnection.objects.get(), reason="UNKNOWN", opened_at=clock.real_now()
    )
    return made


def _of_line(verb: str, *, is_credit: bool = False, **entered: str) -> Callable[[Any], Any]:
    return lambda its: its.ask(verb, _exception(is_credit=is_credit), **entered)


def _claim(its: Any, verb: str, **entered: str) -> Any:
    claim = Claim.objects.get()
    its.api.fund(its.api.internal_account(None, "EUR"), 1_00)
    return its.ask(verb, claim, **entered)


def _credit(its: Any) -> Any:
    account = its.api.internal_account(its.story.alice, "EUR")
    return its.ask("bank_exception.credit", _exception(is_credit=True), named=account)


def _settle(its: Any) -> Any:
    paid = BankPayment.objects.get()
    return its.ask("bank_exception.settle", _exception(is_credit=False), end_to_end_id=paid.end_to_end_id)


def _enter_rule(its: Any) -> Any:
    return its.ask(
        "bank_rule.enter",
        connection_name="house-bank",
        kind="CODE",
        priority="5",
        transaction_code="PMNT/MCOP/CHRG",
        days="7",
        ratio="85",
    )


def _upload(its: Any) -> Any:
    return its.one.post(
        reverse("admin:banks_bankincomingfile_upload"),
        connection=str(BankConnection.objects.get().pk),
        file=SimpleUploadedFile("mail.xml", b"<Document>mailed</Document>"),
        reason="because",
    )


def _read(its: Any) -> Any:
    BankIncomingFile.objects.update(state="SET_ASIDE", size=arrivals.PART + 1)
    return its.ask("bank_incoming_file.read", BankIncomingFile.objects.get())


def _correct(name: str) -> Callable[[Any], Any]:
    return lambda its: its.ask(name, BankAnswer.objects.get())


def _compare(its: Any) -> Any:
    query = {"connection": str(BankConnection.objects.get().pk), "day": f"{clock.real_now():%Y-%m-%d}"}
    return its.one.get(reverse("admin:banks_bank_comparison_export"), **query)


_ACCOUNT = {"name": "Ada Lovelace", "number": "FR1420041010050500013M02606", "bank": ""}


def _waiting(_: Any) -> BankPayment:
    """Let the story's payment by file be the refund of its item in suspense, which waits for people."""
    BankPayment.objects.update(state="WAITING", batch=None, direction="PUSH", leg="REFUND")
    item = arrivals_of_money.resolve(SuspenseItem.objects.get(way=""), "GIVE_BACK")
    BankPayment.objects.update(movement=item.movement)
    return BankPayment.objects.get()


def _item(_: Any) -> SuspenseItem:
    """Let the story's item in suspense be in the currency of its bank connection."""
    SuspenseItem.objects.filter(way="").update(currency="EUR")
    RailRoute.objects.update(ended_at=None, effective_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    routes.forget()
    return SuspenseItem.objects.get(way="")


def _bank_batch(stage: Any, *, is_closed: bool = True) -> BankBatch:
    """Put the stage's payment into the story's batch."""
    BankBatch.objects.update(state="OPEN")
    row, content = BankPayment.objects.get(), formats.content_of(bank_files.euro_account("Ada"), reference="TX1")
    row.movement, row.state, row.content = scenarios.payment_of(stage.payment).id, "BATCHED", content
    row.save()
    batch: BankBatch = BankBatch.objects.get()
    if not is_closed:
        return batch
    return batches.close(batch=batch.pk, reason="early", actor=bank_files.TILL, now=clock.real_now())


def _terms(stage: Any, **changes: str) -> dict[str, str]:
    """What a dialog asks for of a bank connection."""
    said = {name: "" if value is None else str(value) for name, value in bank_files.EURO.items()}
    return {"platform": str(stage.story.acme.platform.id), **said, **changes}


def _route() -> RailRoute:
    RailRoute.objects.update(ended_at=None)
    return RailRoute.objects.get()


CASES: Mapping[str, Callable[[Any], Any]] = {
    "bank_batch.cancel": lambda its: its.ask("bank_batch.cancel", _bank_batch(its)),
    "bank_batch.check": lambda its: its.ask("bank_batch.check", _bank_batch(its)),
    "bank_batch.close": lambda its: its.ask("bank_batch.close", _bank_batch(its, is_closed=False)),
    "bank_batch.release": lambda its: its.ask("bank_batch.release", _bank_batch(its)),
    "bank_connection.end": lambda its: its.ask("bank_connection.end", BankConnection.objects.get()),
    "bank_connection.enter": lambda its: its.ask("bank_connection.enter", **_terms(its, name="another-bank")),
    "bank_connection.replace": lambda its: its.ask(
        "bank_connection.replace", BankConnection.objects.get(), **_terms(its)
    ),
    "bank_file.download": lambda its: its.one.get(
        reverse("admin:banks_bankfile_content", args=[BankFile.objects.get().pk])
    ),
    "rail_route.end": lambda its: its.ask("rail_route.end", _route()),
    "rail_route.enter": lambda its: its.ask(
        "rail_route.enter",
        platform=str(its.story.acme.platform.id),
        currency="EUR",
        account_type="",
        connection_name="house-bank",
    ),
    "bank_answer.approve": _correct("bank_answer.approve"),
    "bank_answer.refuse": _correct("bank_answer.refuse"),
    "bank_comparison.export": _compare,
    "bank_exception.claim": _of_line("bank_exception.claim", debtor="BANK"),
    "bank_exception.charge": _of_line("bank_exception.charge"),
    "bank_exception.credit": _credit,
    "bank_exception.note": _of_line("bank_exception.note"),
    "bank_exception.send_back": _of_line("bank_exception.send_back", is_credit=True),
    "bank_exception.settle": _settle,
    "bank_exception.suspend": _of_line("bank_exception.suspend", is_credit=True),
    "bank_incoming_file.download": lambda its: its.one.get(
        reverse("admin:banks_bankincomingfile_content", args=[BankIncomingFile.objects.get().pk])
    ),
    "bank_incoming_file.read": _read,
    "bank_incoming_file.upload": _upload,
    "bank_match.undo": lambda its: its.ask("bank_match.undo", BankMatch.objects.get()),
    "bank_payment.carry_out": lambda its: its.ask("bank_payment.carry_out", _waiting(its)),
    "bank_payment.enter_account": lambda its: its.ask("bank_payment.enter_account", _waiting(its), **_ACCOUNT),
    "bank_payment.give_up": lambda its: its.ask("bank_payment.give_up", _waiting(its)),
    "suspense.send_to": lambda its: its.ask("suspense.send_to", _item(its), **_ACCOUNT),
    "suspense.returned": lambda its: its.ask("suspense.returned", _item(its), connection_name="house-bank"),
    "claim.take": lambda its: _claim(its, "claim.take", amount="0.50"),
    "claim.write_off": lambda its: _claim(its, "claim.write_off", amount="0.50"),
    "bank_rule.end": lambda its: its.ask("bank_rule.end", BankRule.objects.get()),
    "bank_rule.enter": _enter_rule,
}
LOGGED_AS = {
    **dict.fromkeys((name for name in CASES if name.startswith("bank_exception.")), "bank_match.decide"),
    "bank_incoming_file.upload": "bank_incoming_file.receive",
    "suspense.send_to": "bank_payment.enter_account",
    "suspense.returned": "bank_payment.carry_out",
    "claim.take": "claim.settle",
    "claim.write_off": "claim.settle",
}
