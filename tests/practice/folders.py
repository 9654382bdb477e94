"""A practice bank over folders of a test, files that are ordered from it, and what it answers."""

import dataclasses
import datetime as dt
import io
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from banks.formats import instructions, nacha, statements, swift
from banks.formats.instructions import SEPA, Version
from banks.formats.records import Balance, DamagedFile, Line, Statement
from practice.bank.bank import Bank, Customer
from practice.bank.calendar import Calendar
from practice.bank.plan import Plan
from tests.banks.formats import samples

MONDAY = dt.datetime(2026, 11, 23, 8, 30, tzinfo=dt.UTC)
ROUTING = "011000015"
DOLLARS = Customer(account="000123456789", currency="USD", bank=ROUTING)
CALENDAR = Calendar(ZoneInfo("Europe/Berlin"), frozenset({dt.date(2026, 12, 25)}))


def bank(root: pathlib.Path, *, trouble: int = 0, seed: str = "a", **changes: Any) -> Bank:
    said: dict[str, Any] = {
        "taken_from": root / "out",
        "answers_to": root / "in",
        "customer": Customer(account=samples.OURS.number, currency="EUR", bank=ROUTING),
        "plan": Plan(seed, trouble),
        "calendar": CALENDAR,
        "balance": 1_000_000_00,
    }
    return Bank(**(said | changes))


def order(root: pathlib.Path, name: str, *amounts: int, due: dt.date = dt.date(2026, 11, 24)) -> list[str]:
    """Put a pain.001 into the bank's folder; return its end-to-end ids."""
    ids = [f"{name}-{number}" for number in range(len(amounts))]
    payments = [samples.payment(end_to_end_id=one, amount=amount) for one, amount in zip(ids, amounts, strict=True)]
    batch = samples.batch(*payments, message_id=name, due=due)
    content = instructions.write(batch, version=Version.CREDIT_TRANSFERS_09, profile=SEPA)
    put(root, f"{name}.xml", content)
    return ids


def order_ach(root: pathlib.Path, name: str, count: int, *, is_debit: bool = False) -> None:
    """Put a NACHA file into the bank's folder."""
    entries = tuple(
        nacha.Entry(
            id=f"{name}-{number}",
            amount=100 + number,
            name="Ada Lovelace",
            routing_number="021000021",
            account_number="000123456789",
            is_savings=number % 2 == 1,
        )
        for number in range(count)
    )
    batch = nacha.Batch(
        entry_class=nacha.EntryClass.WEB if is_debit else nacha.EntryClass.PPD,
        is_debit=is_debit,
        description="PAYMENT",
        due=dt.date(2026, 11, 24),
        entries=entries,
    )
    file = nacha.File(
        destination=ROUTING,
        destination_name="Practice Bank",
        origin="1234567890",
        origin_name="Acme Payments",
        company_id="1234567890",
        company_name="Acme Payments",
        created=MONDAY,
        modifier="A",
        batches=(batch,),
    )
    put(root, f"{name}.ach", nacha.write(file))


def put(root: pathlib.Path, name: str, content: bytes) -> None:
    folder = root / "out"
    folder.mkdir(exist_ok=True)
    (folder / f".{name}").write_bytes(content)
    (folder / f".{name}").rename(folder / name)


def files(folder: pathlib.Path) -> list[pathlib.Path]:
    """Return what lies in a folder, without what is being written."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def arrive(path: pathlib.Path, target: pathlib.Path, *, stays: bool) -> None:
    """Have a file arrive as `target`; one that stays is going to arrive once more."""
    if not stays:
        path.rename(target)
        return
    hidden = target.with_name(f".{target.name}")
    shutil.copy(path, hidden)
    hidden.rename(target)


def days(played: Bank, count: int, *, after: dt.datetime = MONDAY) -> None:
    """Let days pass, one by one."""
    for number in range(count):
        played.step(after + dt.timedelta(days=number))


def answers(root: pathlib.Path, kind: str = "") -> list[pathlib.Path]:
    return sorted(path for path in (root / "in").iterdir() if kind in path.name)


@dataclasses.dataclass
class Day:
    """A statement that our readers have read."""

    head: Statement
    balances: list[Balance]
    lines: list[Line]


def read(path: pathlib.Path) -> Day:
    reader = swift.read if path.suffix == ".sta" else statements.read
    records = list(reader(io.BytesIO(path.read_bytes())))
    [head] = [one for one in records if isinstance(one, Statement)]
    balances = [one for one in records if isinstance(one, Balance)]
    return Day(head, balances, [one for one in records if isinstance(one, Line)])


def read_all(root: pathlib.Path, kind: str = "statement") -> Iterator[Day]:
    """Read what the bank has said of the account; a statement with a wrong total is passed over."""
    for path in answers(root, kind):
        try:
            yield read(path)
        except DamagedFile as error:
            assert "differ by 0.01" in str(error)  # noqa: PT017 - the trouble of the plan, and no other
