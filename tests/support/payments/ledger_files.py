"""Readers of the journal's files: Beancount itself, and one by the document of DATEV. Nothing of them writes files.

Each returns debits less credits by day, account and currency, in major units, and refuses what its format forbids.
"""

import collections
import csv
import datetime as dt
import io
import re
from fractions import Fraction
from typing import Any

from beancount import loader
from beancount.core import data

Sums = dict[tuple[str, str, str], Fraction]

# Of https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel: number of the column → what it may hold.
_DATEV = {
    1: r"\d{1,10},\d{2}",
    2: r'"(S|H)"',
    3: r'"[A-Z]{3}"',
    7: r"\d{1,9}",
    8: r"\d{1,9}",
    10: r"(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])",
    11: r'"[\w$%\-/]{0,36}"',
    14: r'".{0,60}"',
    114: r"[01]?",
}
_DATEV_HEAD = (
    *(r'"EXTF"', "700", "21", '"Buchungsstapel"', "13", r"20\d{15}", "", r'"[A-Z]{0,2}"', r'".{0,25}"', r'".{0,25}"'),
    *(r"\d{4,7}", r"[1-9]\d{0,4}", r"20\d{6}", "[4-8]", r"20\d{6}", r"20\d{6}", r'"[\w.\-/ ]{0,30}"', r'"[A-Z]{0,2}"'),
    *("1", "0", "[01]", '"[A-Z]{3}"', "", '""', "", "", r'"(\d\d)?"', "", "", '""', r'".{0,16}"'),
)


def of_csv(content: bytes) -> Sums:
    sums = collections.defaultdict[tuple[str, str, str], Fraction](Fraction)
    by_entry = collections.defaultdict[tuple[str, str], Fraction](Fraction)
    for row in csv.DictReader(io.StringIO(content.decode())):
        amount = Fraction(row["debit"] or 0) - Fraction(row["credit"] or 0)
        sums[row["day"], row["code"] or row["account"], row["currency"]] += amount
        by_entry[row["entry"], row["currency"]] += amount
    assert set(by_entry.values()) == {Fraction()}
    return _moved(sums)


def of_datev(content: bytes) -> Sums:
    lines = content.decode("cp1252").split("\r\n")
    assert lines.pop() == ""
    head, titles, *rows = [line.split(";") for line in lines]
    assert len(head) == 31
    for place, (cell, pattern) in enumerate(zip(head, _DATEV_HEAD, strict=True), 1):
        assert re.fullmatch(pattern, cell), (place, cell)
    first, last, begin = (dt.date.fromisoformat(head[place]) for place in (14, 15, 12))
    assert begin <= first <= last < begin.replace(year=begin.year + 1)
    assert len(titles) == 125
    sums = collections.defaultdict[tuple[str, str, str], Fraction](Fraction)
    for row in rows:
        assert len(row) == 125
        for place, pattern in _DATEV.items():
            assert re.fullmatch(pattern, row[place - 1]), (place, row[place - 1])
        assert row[6] != row[7], "a row has two accounts"
        assert max(len(row[6]), len(row[7])) <= int(head[13]) + 1
        day = next(
            day
            for day in (first + dt.timedelta(days=number) for number in range((last - first).days + 1))
            if f"{day:%d%m}" == row[9]
        )
        amount = Fraction(row[0].replace(",", ".")) * (1 if row[1] == '"S"' else -1)
        currency = row[2].strip('"')
        assert currency == head[21].strip('"')
        sums[str(day), row[6], currency] += amount
        sums[str(day), row[7], currency] -= amount
    return _moved(sums)


def of_beancount(content: bytes) -> Sums:
    entries, problems, _ = loader.load_string(content.decode())
    assert problems == []
    sums = collections.defaultdict[tuple[str, str, str], Fraction](Fraction)
    for entry in entries:
        if isinstance(entry, data.Transaction):
            for posting in entry.postings:
                units: Any = posting.units
                sums[str(entry.date), posting.account, units.currency] += Fraction(units.number)
    return _moved(sums)


def _moved(sums: Sums) -> Sums:
    return {place: amount for place, amount in sums.items() if amount}
