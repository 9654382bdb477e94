"""MT940 and MT942: what banks write, read as another maker's reader reads it."""

import contextlib
import datetime as dt
import io
import time

import mt940
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banks.formats import swift
from banks.formats.records import Balance, BalanceKind, DamagedFile, Line, LineKind, Statement, StatementKind

MT940 = """\
{1:F01COBADEFFXXXX0000000000}{2:I940ACMEDEFFXXXXN}{4:
:20:STARTUMS
:25:37040044/0532013000
:28C:42/1
:60F:C261122EUR1000,00
:61:2611231123CR150,25NTRFNONREF//ABC-1
:86:166?00GUTSCHRIFT?20EREF+0192f0e4a7c17b21?21SVWZ+Rechnung 17?30COBADEF
FXXX?31DE89370400440532013000?32Ada Love?33lace
:61:261123D5,5NCHGNONREF
:86:Account fee
:61:2701011231RC45,NRTIPAY-7//9
:86:/EREF/PAY-7/NAME/Bob Müller/REMI/Hello there/RTRN/AC04/
:61:2611231123D20,00NTRFPAY-8
:62F:C261123EUR1079,75
:64:C261123EUR1079,75
-}
"""
MT942 = """\
:20:REPORT
:25:37040044/0532013000
:28C:7/1
:34F:EURD0,
:13D:2611231530+0100
:61:2611231123CR150,25NTRFNONREF
:90C:1EUR150,25
-
"""


def _read(text, encoding="utf-8"):
    return list(swift.read(io.BytesIO(text.replace("\n", "\r\n").encode(encoding))))


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_statement_is_read(encoding):
    head, opening, *found, closing, available = _read(MT940, encoding)

    assert isinstance(head, Statement)
    assert (head.kind, head.account, head.number, head.page) == (
        StatementKind.STATEMENT,
        "37040044/0532013000",
        "42",
        "1",
    )
    balances = [(one.kind, one.amount) for one in (opening, closing, available) if isinstance(one, Balance)]
    assert balances == [
        (BalanceKind.OPENING, 100_000),
        (BalanceKind.CLOSING, 107_975),
        (BalanceKind.AVAILABLE, 107_975),
    ]
    credit, fee, reversal, debit = (one for one in found if isinstance(one, Line))
    (paid,) = credit.details
    assert (credit.kind, credit.amount, credit.bank_reference) == (LineKind.CREDIT, 15025, "ABC-1")
    assert (paid.end_to_end_id, paid.name, paid.remittance) == ("0192f0e4a7c17b21", "Ada Lovelace", "Rechnung 17")
    assert (paid.account, paid.bank) == ("DE89370400440532013000", "COBADEFFXXX")
    assert (fee.kind, fee.amount, fee.text) == (LineKind.FEE, 550, "Account fee")
    (back,) = reversal.details
    assert (reversal.kind, reversal.is_reversal, reversal.booked_on) == (LineKind.DEBIT, True, dt.date(2026, 12, 31))
    assert (back.end_to_end_id, back.name, back.reason) == ("PAY-7", "Bob Müller", "AC04")
    assert (debit.kind, debit.details[0].end_to_end_id) == (LineKind.DEBIT, "PAY-8")


def test_a_report_is_read():
    head, line = _read(MT942)

    assert isinstance(head, Statement)
    assert isinstance(line, Line)
    assert (head.kind, head.currency, line.amount) == (StatementKind.REPORT, "EUR", 15025)
    assert head.created == dt.datetime(2026, 11, 23, 14, 30, tzinfo=dt.UTC)


def test_another_maker_s_reader_finds_the_same_lines():
    theirs = mt940.parse(MT940, options=mt940.Options(reversal_sign=True))
    ours = [one for one in _read(MT940) if isinstance(one, Line)]

    assert [(int(one.data["amount"].amount * 100), one.data["date"]) for one in theirs] == [
        (one.amount if one.is_credit else -one.amount, one.value_on) for one in ours
    ]


_amounts = st.lists(st.tuples(st.integers(0, 10**11), st.booleans()), max_size=8)


@settings(deadline=None)
@given(opening=st.integers(-(10**11), 10**11), moves=_amounts)
def test_any_statement_is_read_exactly(opening, moves):
    def said(amount):
        return f"{abs(amount) // 100},{abs(amount) % 100:02}"

    def balance(tag, amount):
        return f":{tag}:{'C' if amount >= 0 else 'D'}261123EUR{said(amount)}\n"

    closing = opening + sum(amount if is_credit else -amount for amount, is_credit in moves)
    lines = "".join(f":61:261123{'C' if is_credit else 'D'}{said(amount)}NTRFA\n" for amount, is_credit in moves)
    found = _read(f":20:A\n:25:1\n:28C:1\n{balance('60F', opening)}{lines}{balance('62F', closing)}-\n")

    assert [one.amount for one in found if isinstance(one, Balance)] == [opening, closing]
    assert [(one.amount, one.is_credit) for one in found if isinstance(one, Line)] == moves


@pytest.mark.parametrize(
    ("page", "opening", "closing"), [("1", "60F", "62M"), ("2", "60M", "62M"), ("2", "60M", "62F")]
)
def test_a_page_is_compared_with_balances_of_its_own(page, opening, closing):
    text = (
        MT940.replace(":28C:42/1", f":28C:42/{page}").replace(":60F:", f":{opening}:").replace(":62F:", f":{closing}:")
    )

    assert len([one for one in _read(text) if isinstance(one, Line)]) == 4
    with pytest.raises(DamagedFile, match=r"differ by 0\.01 EUR"):
        _read(text.replace("CR150,25", "CR150,26"))


def test_a_page_that_repeats_the_balances_of_the_whole_is_not_compared():
    text = MT940.replace(":28C:42/1", ":28C:42/2").replace("CR150,25", "CR150,26")

    assert len([one for one in _read(text) if isinstance(one, Line)]) == 4


def test_the_code_of_a_return_is_found_behind_its_word_and_a_text_full_of_the_word_takes_no_time():
    def reason(text):
        (line,) = (one for one in _read(MT940.replace("Rechnung 17", text)) if isinstance(one, Line) and one.is_credit)
        return line.details[0].reason

    assert reason("AB12 RETURN of MD06") == "MD06"
    assert reason("AB12 is no reason") is None
    began = time.process_time()
    assert reason("\n".join(["RETURN" * 600] * 80)) is None
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (":20:STARTUMS", ":21:STARTUMS", "line 2"),
        (":25:37040044/0532013000\n", "", "line 2"),
        ("CR150,25NTRF", "XX150,25NTRF", "line 6"),
        ("CR150,25NTRF", "CR150,26NTRF", "line 2"),
        ("CR150,25NTRF", "CR150,255NTRF", "line 6"),
        ("CR150,25NTRF", "CR1,50,25NTRF", "line 6"),
        (":61:2611231123D20", ":61:2613231123D20", "line 13"),
        ("EUR1000,00", "XYZ1000,00", "line 5"),
        (":64:C261123EUR", ":64:C261123USD", "line 15"),
        (":62F:C261123EUR1079,75\n:64:C261123EUR1079,75\n", "", "line 2"),
        ("Account fee", "x" * 5000, "line 10"),
        ("Account fee", "x\n" * 200, "line 10"),
        ("{1:F01", "What\n" * 21 + "{1:F01", "line 21"),
        (":62F:C261123EUR1079,75\n", ":62F:C261123EUR1079,75\n-\n:61:2611231123D20,00NTRFPAY-8\n", "line 16"),
        ("2611231123D20,00", "2600231123D20,00", "line 13"),
        ("2611231123D20,00", "2611320000D20,00", "line 13"),
    ],
)
def test_a_damaged_file_is_one_error_that_names_the_line(old, new, where):
    assert old in MT940

    with pytest.raises(DamagedFile) as refused:
        _read(MT940.replace(old, new))
    assert refused.value.where == where


@settings(deadline=None, max_examples=400)
@given(at=st.integers(0, len(MT940)), cut=st.integers(0, 40), put=st.binary(max_size=30))
def test_no_damage_crashes_the_reader(at, cut, put):
    content = MT940.encode()
    for whole in (content[:at] + put + content[at + cut :], put):
        with contextlib.suppress(DamagedFile):
            list(swift.read(io.BytesIO(whole)))
