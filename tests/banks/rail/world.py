"""A bank connection of acme, its route, and payments that go by it; what staff do, done by the operations."""

import datetime as dt
import itertools
import pathlib
from typing import Any

from django.conf import settings
from django.db import transaction

from banks import tasks as bank_tasks
from banks.models import BankBatch, BankConnection, BankPayment, RailRoute
from banks.rail import batches, connections, routes
from payments.models import Transaction
from platforms import audit
from platforms.base import clock
from tests.support import factories

TILL, ANNA = audit.Actor("STAFF", "till"), audit.Actor("STAFF", "anna", proposed_by="till")
IBAN = "DE89370400440532013000"
_ibans = itertools.count(1)
EURO: dict[str, Any] = {
    "name": "house-bank",
    "currency": "EUR",
    "owner_name": "Acme Payments GmbH",
    "owner_country": "DE",
    "account_number": "DE02120300000000202051",
    "bic": "BYLADEM1001",
    "clearing_number": "",
    "bank_name": "",
    "sender_id": "DE98ZZZ09999999999",
    "credit_format": "SEPA_001_09",
    "debit_format": "",
    "cut_offs": "14:30",
    "time_zone": "Europe/Berlin",
    "holidays": "",
    "credit_lead_days": 0,
    "debit_lead_days": 1,
    "max_payment": None,
    "max_day": None,
    "delivery": "FOLDER",
    "folder": "house-bank/out",
    "answers_folder": "house-bank/in",
    "sftp_host": "",
    "sftp_port": 22,
    "sftp_user": "",
    "sftp_host_key": "",
}
DOLLARS = EURO | {
    "name": "ach-bank",
    "currency": "USD",
    "owner_name": "Acme Payments",
    "account_number": "000123456789",
    "bic": "",
    "clearing_number": "021000021",
    "bank_name": "First Bank",
    "sender_id": "1234567890",
    "credit_format": "NACHA_CREDIT",
    "debit_format": "NACHA_DEBIT",
    "credit_lead_days": 1,
    "time_zone": "America/New_York",
}


def connect(platform, **changes: Any) -> BankConnection:
    """Enter a connection, of all production platforms if of none, and a route to it that is in force by now."""
    with transaction.atomic():
        entered = (EURO | changes) | {"platform": platform and platform.id}
        made = connections.enter(**entered, reason="the contract", actor=ANNA, now=clock.real_now())
        route(platform, made)
    return made


def replace(former: BankConnection, **changes: Any) -> BankConnection:
    """Change the terms of a connection."""
    terms = {name: said for name, said in (EURO | changes).items() if name != "name"}
    with transaction.atomic():
        return connections.replace(
            connection=former.pk, **terms, reason="other terms", actor=ANNA, now=clock.real_now()
        )


def ask_again(api, worker) -> None:
    """Let the worker ask once more about what waits for staff."""
    assert api.post("/sandbox/clock/advance", {"seconds": 301}).status_code == 200
    worker.run()


def route(platform, connection: BankConnection, **changes: str) -> RailRoute:
    fields = {"currency": connection.currency, "account_type": "", "connection_name": connection.name} | changes
    an_hour_ago = clock.RealTime(clock.real_now() - dt.timedelta(hours=1))
    with transaction.atomic():
        made = routes.enter(platform=platform and platform.id, **fields, reason="go live", actor=ANNA, now=an_hour_ago)
    routes.forget()
    return made


def iban(ending: str = "789") -> str:
    """A German IBAN that no other account of the test has."""
    # The sandbox plays what the last three digits say: these say nothing.
    number = f"37040044{next(_ibans):07d}{ending}"
    check = 98 - int(f"{number}131400") % 97
    return f"DE{check:02d}{number}"


def euro_account(name: str = "Łukasz Gößmann", *, ending: str = "789") -> dict[str, Any]:
    return {"accountType": "EUR_ACCOUNT", "iban": iban(ending), "beneficiary": factories.beneficiary(name)}


def pay(api, customer: str, amount: int = 10_00, *, name: str = "Łukasz Gößmann") -> str:
    """Make a transfer in euros that somebody was paid for; return its id."""
    source = api.internal_account(customer, "EUR")
    api.fund(source, amount)
    reply = api.transfer_out(source, api.external_account(customer, euro_account(name), "EUR"), amount)
    assert reply.status_code in {200, 201}, reply.content
    return str(reply.json()["id"])


def payment_of(public_id: str) -> Transaction:
    payment: Transaction = Transaction.objects.get(id=public_id.partition(":")[2])
    return payment


def row_of(public_id: str) -> BankPayment:
    row: BankPayment = BankPayment.objects.get(movement=public_id.partition(":")[2])
    return row


def close(batch: BankBatch) -> BankBatch:
    with transaction.atomic():
        return batches.close(batch=batch.pk, reason="early", actor=TILL, now=clock.real_now())


def release(batch: BankBatch) -> BankBatch:
    batch.refresh_from_db()
    with transaction.atomic():
        return batches.release(batch=batch.pk, digest=batch.digest, reason="as shown", actor=ANNA, now=clock.real_now())


def cancel(batch: BankBatch) -> BankBatch:
    with transaction.atomic():
        return batches.cancel(batch=batch.pk, reason="not yet", actor=ANNA, now=clock.real_now())


def sweep() -> int:
    return int(bank_tasks.advance_bank_batches())


def delivered(folder: str = "house-bank/out") -> list[pathlib.Path]:
    """What lies at the bank, parts included."""
    path = pathlib.Path(settings.BANK_FILES_FOLDER, folder)
    return sorted(path.iterdir()) if path.exists() else []


def given_out(api, worker, customer: str, *amounts: int) -> list[str]:
    """Make payments, and take them to the bank."""
    paid = [pay(api, customer, amount) for amount in amounts]
    worker.run()
    batch = BankBatch.objects.get(state="OPEN")
    close(batch)
    release(batch)
    sweep()
    return paid
