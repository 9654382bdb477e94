"""NACHA files read as a bank does, every field of every record; files of returns and changes written.

Records of 94 characters, ten to a block. Amounts are in cents.
"""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from practice.bank.markup import Unreadable
from practice.bank.orders import ACH, Order, OrderFile

_LENGTH, _BLOCK = 94, 10
_FILLING = "9" * _LENGTH
_FIELDS = {
    "1": "type 1 priority 2 to 10 by 10 day 6 time 4 modifier 1 size 3 blocking 2 format 1 bank 23 sender 23 use 8",
    "5": "type 1 service 3 company 16 data 20 id 10 class 3 what 10 told 6 due 6 settled 3 status 1 bank 8 number 7",
    "6": "type 1 kind 2 bank 9 account 17 amount 10 id 15 name 22 use 2 addenda 1 trace 15",
    "7": "type 1 kind 2 text 80 sequence 4 entry 7",
    "8": "type 1 service 3 count 6 hash 10 debits 12 credits 12 id 10 code 19 use 6 bank 8 number 7",
    "9": "type 1 batches 6 blocks 6 count 8 hash 10 debits 12 credits 12 use 39",
}
"""Names and widths of fields, by the type of a record."""
_FOLLOWS = {"": "1", "1": "5", "5": "6", "6": "678", "7": "68", "8": "59", "9": ""}
"""Types that may follow a type."""
_DEBITS = frozenset({"27", "37"})
_CREDITS = frozenset({"22", "32"})
_MIXED = "200"
"""Service class of a batch with entries in both directions."""
_BACK = {"22": "21", "32": "31", "27": "26", "37": "36"}
"""Kind of an entry → that of its return."""

Record = dict[str, str]


def read(content: bytes, zone: ZoneInfo, own_account: str = "") -> OrderFile:
    """Return the orders of a NACHA file; its times are of `zone`. Raises Unreadable.

    Entries of the customer's own account are no orders: they balance the file.
    """
    records = _records(content)
    first, last = records[0], records[-1]
    sums, found, number = _Sums(), list[Order](), 0
    for batch in _batches(records):
        number += 1
        if batch[0]["number"] != f"{number:07}":
            raise Unreadable(f"batch {number}", "its number does not follow", "AM18")
        orders, of_batch = _batch(batch)
        found += orders
        sums.add(of_batch)
    sums.check(last, "the last record")
    if int(last["batches"]) != number or int(last["blocks"]) * _BLOCK != len(content.splitlines()):
        raise Unreadable("the last record", "its number of batches or blocks is wrong", "AM18")
    created = dt.datetime.strptime(first["day"] + first["time"], "%y%m%d%H%M").replace(tzinfo=zone)
    return OrderFile(
        message=ACH,
        message_id=f"{first['day']}{first['time']}{first['modifier']}",
        created=created,
        account="",
        currency="USD",
        orders=_balanced(found, first["to"].strip(), own_account),
    )


def _balanced(entries: Sequence[Order], own_bank: str, own_account: str) -> tuple[Order, ...]:
    """Return the orders among the entries; raises Unreadable unless entries of the own account balance all of them."""
    own = [one for one in entries if own_account and (one.bank, one.account) == (own_bank, own_account)]
    orders = [one for one in entries if one not in own]
    if not own:
        return tuple(orders)
    for is_debit in (True, False):
        ordered = sum(one.amount for one in orders if one.is_debit is is_debit)
        if ordered != sum(one.amount for one in own if one.is_debit is not is_debit):
            raise Unreadable("the file", "the entries of the own account are not the sum of the others", "AM10")
    return tuple(dataclasses.replace(one, sum_name=own[0].name) for one in orders)


@dataclasses.dataclass(slots=True)
class _Sums:
    """Entries and addenda, routing numbers and money of a batch or a file."""

    count: int = 0
    hash: int = 0
    debits: int = 0
    credits: int = 0

    def entry(self, bank: str, amount: int, *, is_debit: bool, addenda: int) -> None:
        self.count += 1 + addenda
        self.hash += int(bank[:8])
        if is_debit:
            self.debits += amount
        else:
            self.credits += amount

    def add(self, other: "_Sums") -> None:
        self.count += other.count
        self.hash += other.hash
        self.debits += other.debits
        self.credits += other.credits

    def check(self, record: Record, place: str) -> None:
        said = [int(record[name]) for name in ("count", "hash", "debits", "credits")]
        if said != [self.count, self.hash % 10**10, self.debits, self.credits]:
            raise Unreadable(place, "its counts and totals are not those of the entries", "AM10")


def _records(content: bytes) -> list[Record]:
    """Return the records in their order, without the filling of the last block."""
    try:
        lines = content.decode("ascii").splitlines()
    except UnicodeDecodeError:
        raise Unreadable("the file", "it is not ASCII") from None
    if not lines or len(lines) % _BLOCK:
        raise Unreadable("the file", "it does not consist of blocks of ten records")
    while lines and lines[-1] == _FILLING:
        lines.pop()
    found, before = list[Record](), ""
    for number, line in enumerate(lines, 1):
        if len(line) != _LENGTH or line[0] not in _FOLLOWS[before]:
            raise Unreadable(f"line {number}", "it is no record that can stand here")
        before = line[0]
        found.append(_cut(line, f"line {number}"))
    if before != "9":
        raise Unreadable("the file", "its last record is missing")
    return found


_DIGITS = frozenset(
    {"amount", "count", "hash", "debits", "credits", "batches", "blocks", "number", "sequence", "entry"}
)


def _cut(line: str, place: str) -> Record:
    words = _FIELDS[line[0]].split()
    at, record = 0, {"line": line, "place": place}
    for name, width in zip(words[::2], map(int, words[1::2]), strict=True):
        record[name] = line[at : at + width]
        at += width
        if name in _DIGITS and not record[name].isdigit():
            raise Unreadable(place, f"{name} has no digits")
    return record


def _batches(records: Sequence[Record]) -> list[list[Record]]:
    found: list[list[Record]] = []
    for record in records[1:-1]:
        if record["type"] == "5":
            found.append([])
        found[-1].append(record)
    return found


def _batch(records: Sequence[Record]) -> tuple[list[Order], _Sums]:
    head, *middle, last = records
    if last["type"] != "8":
        raise Unreadable(last["place"], "the batch's last record is missing")
    sums, orders = _Sums(), list[Order]()
    for place, entry in enumerate(middle):
        if entry["type"] != "6":
            continue
        addenda = [one for one in middle[place + 1 : place + 2] if one["type"] == "7"]
        order = _order(head, entry, addenda)
        sums.entry(entry["bank"], order.amount, is_debit=order.is_debit, addenda=len(addenda))
        orders.append(order)
    sums.check(last, last["place"])
    if (head["service"], head["id"], head["number"]) != (last["service"], last["id"], last["number"]):
        raise Unreadable(last["place"], "it ends another batch than the one that began")
    traces = [order.trace for order in orders]
    if traces != sorted(set(traces)):
        raise Unreadable(head["place"], "its entries are not in the order of their numbers")
    return orders, sums


def _order(head: Record, entry: Record, addenda: Sequence[Record]) -> Order:
    place = entry["place"]
    if entry["kind"] not in _DEBITS | _CREDITS:
        raise Unreadable(place, "it is neither a credit nor a debit")
    digits = [int(digit) for digit in entry["bank"] if digit.isdigit()]
    if len(digits) != 9 or (3 * sum(digits[::3]) + 7 * sum(digits[1::3]) + sum(digits[2::3])) % 10:
        raise Unreadable(place, "its routing number is wrong", "RC04")
    if entry["addenda"] != str(len(addenda)) or any(one["entry"] != entry["trace"][-7:] for one in addenda):
        raise Unreadable(place, "its addenda are not those that it announces")
    if int(entry["amount"]) == 0:
        raise Unreadable(place, "its amount is zero", "AM01")
    is_debit = entry["kind"] in _DEBITS
    if head["service"] not in {_MIXED, "225" if is_debit else "220"}:
        raise Unreadable(place, "it goes in another direction than its batch")
    return Order(
        batch_id=head["number"],
        end_to_end_id=entry["id"].rstrip(),
        amount=int(entry["amount"]),
        is_debit=is_debit,
        due=_day(head["due"], head["place"]),
        name=entry["name"].rstrip(),
        account=entry["account"].rstrip(),
        bank=entry["bank"],
        text=addenda[0]["text"].rstrip() if addenda else "",
        header=head["line"] + entry["kind"],
        trace=entry["trace"],
    )


def _day(text: str, place: str) -> dt.date:
    try:
        return dt.datetime.strptime(text, "%y%m%d").replace(tzinfo=dt.UTC).date()
    except ValueError:
        raise Unreadable(place, "it has no such day", "DT01") from None


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """A return of an order, or with `corrected` a notification of change. `code` is R01 to R85, or C01 to C14."""

    order: Order
    code: str
    corrected: str = ""


def returns(answers: Sequence[Answer], *, bank: str, created: dt.datetime, modifier: str) -> bytes:
    """Return the file of returns and notifications of change: one batch for each answer."""
    lines = [
        f"101{'':10}{bank:>10}{created:%y%m%d%H%M}{modifier}094101{'CUSTOMER':23}{'PRACTICE BANK':23}{'':8}",
    ]
    whole = _Sums()
    for number, answer in enumerate(answers, 1):
        added, sums = _returned(answer, bank, number, created)
        lines += added
        whole.add(sums)
    blocks = -(-(len(lines) + 1) // _BLOCK)
    totals = f"{whole.count:08}{whole.hash % 10**10:010}{whole.debits:012}{whole.credits:012}"
    lines.append(f"9{len(answers):06}{blocks:06}{totals}{'':39}")
    lines += [_FILLING] * (blocks * _BLOCK - len(lines))
    assert {len(line) for line in lines} == {_LENGTH}
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _returned(answer: Answer, bank: str, number: int, created: dt.datetime) -> tuple[list[str], _Sums]:
    order, change = answer.order, answer.code.startswith("C")
    head, kind = order.header[:_LENGTH], order.header[_LENGTH:]
    service = "225" if order.is_debit else "220"
    ends = f"{order.bank[:8]}{number:07}"
    amount = 0 if change else order.amount
    entry = f"6{_BACK[kind]}{bank}{order.account:17}{amount:010}{order.end_to_end_id:15}{order.name:22}  1"
    addenda = f"7{'98' if change else '99'}{answer.code}{order.trace}{'':6}{order.bank[:8]}"
    addenda += f"{answer.corrected:29}{'':15}" if change else f"{'':44}"
    sums = _Sums()
    sums.entry(bank, amount, is_debit=order.is_debit, addenda=1)
    totals = f"{sums.count:06}{sums.hash:010}{sums.debits:012}{sums.credits:012}"
    return [
        f"5{service}{head[4:53]}{head[53:63]}{'':6}{created:%y%m%d}   1{ends}",
        f"{entry}{ends}",
        f"{addenda}{ends}",
        f"8{service}{totals}{head[40:50]}{'':25}{ends}",
    ], sums
