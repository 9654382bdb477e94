"""NACHA files in tests: payments in dollars given to the bank, and the files of returns that it sends."""

import datetime as dt
from zoneinfo import ZoneInfo

from banks.models import BankAnswer, BankBatch, BankIncomingFile
from practice.bank import nacha
from practice.bank.orders import Order
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.support import factories

FOLDERS = {"folder": "ach-bank/out", "answers_folder": "ach-bank/in"}
ZONE = ZoneInfo("America/New_York")


def pay(api, customer: str, amount: int, *, account: str = "") -> str:
    """Make a payment in dollars, to the account of a former payment if that is given; return it."""
    source = api.internal_account(customer, "USD")
    api.fund(source, amount)
    former = rail.payment_of(account).external_account if account else None
    outside = former.public_id if former else api.external_account(customer, factories.usd_account())
    return str(api.transfer_out(source, outside, amount).json()["id"])


def given_out(api, worker, customer: str, *amounts: int, account: str = "") -> tuple[list[str], list[Order]]:
    """Make payments in dollars, and take them to the bank; return them, and what the bank has read."""
    paid = [pay(api, customer, amount, account=account) for amount in amounts]
    worker.run()
    return paid, give_out(paid)


def give_out(paid: list[str]) -> list[Order]:
    """Take the open batch to the bank; return what the bank has read of these payments."""
    batch = BankBatch.objects.get(state="OPEN")
    rail.close(batch)
    rail.release(batch)
    rail.sweep()
    by_id: dict[str, Order] = {}
    for path in rail.delivered(FOLDERS["folder"]):
        by_id |= {one.end_to_end_id: one for one in nacha.read(path.read_bytes(), ZONE).orders}
    return [by_id[world.id_of(one)] for one in paid]


def returned(*answers: nacha.Answer) -> bytes:
    """Return a file of returns and notifications of change."""
    created = dt.datetime(2026, 11, 25, 9, tzinfo=ZONE)
    return nacha.returns(answers, bank="011000015", created=created, modifier="A")


def renamed(content: bytes, order: Order, name: str) -> bytes:
    """Return a file with another id in place of ours."""
    return content.replace(order.end_to_end_id.encode(), f"{name:15}".encode())


def dated(content: bytes, day: str) -> bytes:
    """Return a file whose batches repeat this day, YYMMDD."""
    return b"".join(
        line[:69] + day.encode() + line[75:] if line.startswith(b"5") else line
        for line in content.splitlines(keepends=True)
    )


def send(content: bytes) -> BankIncomingFile:
    """Have a file of the bank read; return its row."""
    world.put(content, folder=FOLDERS["answers_folder"])
    world.read()
    file: BankIncomingFile = BankIncomingFile.objects.latest("id")
    return file


def corrections(file: BankIncomingFile, count: int = 2) -> list[BankAnswer]:
    """Return corrected account numbers that wait for people, as a file of the bank had them."""
    return [
        BankAnswer.objects.create(
            file=file,
            number=number,
            connection_name=file.connection_name,
            kind="CORRECTION",
            code="C01",
            end_to_end_id="ABCDEFGHIJKLMNO",
            currency=file.connection.currency,
            place=f"line {number}",
            account_digest=bytes([number]) * 32,
            content={"number": "000987654321"},
            received_at=file.received_at,
        )
        for number in range(1, count + 1)
    ]
