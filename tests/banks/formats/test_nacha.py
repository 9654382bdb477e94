"""NACHA: written to the letter, read back, and what banks send back."""

import contextlib
import dataclasses
import datetime as dt
import io
from typing import Any

import achkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banks.formats import nacha
from banks.formats.nacha import Batch, Entry, EntryClass, File, writing
from banks.formats.records import DamagedFile, Unwritable


def entry(**changes) -> Entry:
    said: dict[str, Any] = {"id": "PAY-1", "amount": 123456, "name": "Ada Lovelace", "routing_number": "021000021"}
    return Entry(**(said | {"account_number": "000123456789"} | changes))


def batch(*entries, **changes) -> Batch:
    said: dict[str, Any] = {
        "entry_class": EntryClass.PPD,
        "is_debit": False,
        "description": "PAYROLL",
        "due": dt.date(2026, 11, 24),
    }
    return Batch(**(said | {"entries": entries or (entry(),)} | changes))


def file(*batches, **changes) -> File:
    said: dict[str, Any] = {
        "destination": "011000015",
        "destination_name": "Federal Reserve",
        "origin": "1234567890",
        "origin_name": "Acme Payments",
        "company_id": "1234567890",
        "company_name": "Acme Payments",
        "created": dt.datetime(2026, 11, 23, 8, 30, tzinfo=dt.UTC),
        "modifier": "A",
        "batches": batches or (batch(),),
    }
    return File(**(said | changes))


OWN = nacha.OwnAccount(routing_number="011000015", account_number="00098765")


def _read(content):
    return [one for _, one in nacha.read_entries(io.BytesIO(content))]


def test_a_file_is_as_nacha_describes_it():
    debits = batch(
        entry(id="PULL-1", amount=999, is_savings=True, is_recurring=True, remittance="Order 7"),
        entry_class=EntryClass.WEB,
        is_debit=True,
        description="ORDER",
    )
    lines = nacha.write(file(batch(), debits)).decode().split("\r\n")

    assert lines == [
        "101 01100001512345678902611230830A094101Federal Reserve        Acme Payments                  ",
        "5220Acme Payments                       1234567890PPDPAYROLL         261124   1011000010000001",
        "622021000021000123456789     0000123456PAY-1          Ada Lovelace            0011000010000001",
        "822000000100021000020000000000000000001234561234567890                         011000010000001",
        "5225Acme Payments                       1234567890WEBORDER           261124   1011000010000002",
        "637021000021000123456789     0000000999PULL-1         Ada Lovelace          R 1011000010000002",
        f"705{'Order 7'.ljust(80)}00010000002",
        "822500000200021000020000000009990000000000001234567890                         011000010000002",
        "9000002000001000000030004200004000000000999000000123456" + " " * 39,
        "9" * 94,
        "",
    ]


_ascii = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=15).filter(
    lambda text: not (text.startswith("/") or text.endswith("/") or "//" in text)
)
_entries = st.builds(
    Entry,
    id=_ascii,
    amount=st.integers(1, 9_999_999_999),
    name=_ascii,
    routing_number=st.sampled_from(["021000021", "011000015", "121000248"]),
    account_number=_ascii,
    is_savings=st.booleans(),
    remittance=st.just("") | _ascii,
)


@settings(deadline=None)
@given(entries=st.lists(_entries, min_size=1, max_size=30), is_debit=st.booleans(), count=st.integers(1, 3))
def test_what_is_written_is_read(entries, is_debit, count):
    content = nacha.write(file(*[batch(*entries, is_debit=is_debit)] * count))

    assert _read(content) == entries * count
    assert {len(line) for line in content.decode().split("\r\n")[:-1]} == {94}
    assert content.count(b"\r\n") % 10 == 0


@settings(deadline=None)
@given(
    batches=st.lists(st.tuples(st.lists(_entries, min_size=1, max_size=12), st.booleans()), min_size=1, max_size=3),
)
def test_another_maker_s_reader_finds_nothing_wrong_and_the_same_payments(batches):
    text = nacha.write(file(*(batch(*entries, is_debit=is_debit) for entries, is_debit in batches))).decode()

    assert achkit.validate(text) == {"ok": True, "errors": []}
    read = achkit.parse(text)["batches"]
    assert [one["sec"] for one in read] == ["PPD"] * len(batches)
    for found, (entries, is_debit) in zip(read, batches, strict=True):
        assert [
            (one["id_number"], one["amount_cents"], one["name"], one["routing"], one["account"], one["txn_code"])
            for one in found["entries"]
        ] == [
            (one.id, one.amount, one.name, one.routing_number, one.account_number, _code(one, is_debit=is_debit))
            for one in entries
        ]
        assert [[said["info"] for said in one["addenda"]] for one in found["entries"]] == [
            [one.remittance] if one.remittance else [] for one in entries
        ]


def test_a_balanced_file_has_an_entry_of_our_own_account_in_its_last_batch():
    companies = batch(entry(id="PAY-2", amount=44, is_savings=True), entry_class=EntryClass.CCD)
    lines = nacha.write(file(batch(), companies, own_account=OWN)).decode().split("\r\n")

    assert [line[:4] for line in lines if line[:1] in {"5", "8"}] == ["5220", "8220", "5200", "8200"]
    assert lines[5:8] == [
        "632021000021000123456789     0000000044PAY-2          Ada Lovelace            0011000010000002",
        "62701100001500098765         0000123500OFFSET         Acme Payments           0011000010000003",
        "820000000200032000030000001235000000000000441234567890                         011000010000002",
    ]
    assert lines[8][31:55] == "000000123500000000123500", "debits and credits of the file are the same"


@settings(deadline=None)
@given(
    batches=st.lists(st.tuples(st.lists(_entries, min_size=1, max_size=5), st.booleans()), min_size=1, max_size=3),
)
def test_another_maker_s_reader_finds_every_balanced_file_balanced(batches):
    made = [batch(*entries, is_debit=is_debit) for entries, is_debit in batches]
    content = nacha.write(file(*made, own_account=OWN))

    assert achkit.validate(content.decode()) == {"ok": True, "errors": []}
    own = [one for found in achkit.parse(content.decode())["batches"] for one in found["entries"]]
    sides = [sum(one["amount_cents"] for one in own if str(one["txn_code"])[1] == side) for side in "27"]
    assert sides[0] == sides[1] > 0
    assert [one for one in _read(content) if one.id != nacha.OFFSET] == [
        one for entries, _ in batches for one in entries
    ]


def test_a_sum_that_is_too_large_for_one_entry_takes_several():
    content = nacha.write(file(batch(*[entry(amount=9_999_999_999)] * 2, entry(amount=5)), own_account=OWN))

    assert [one.amount for one in _read(content)][3:] == [9_999_999_999, 9_999_999_999, 5]


@pytest.mark.parametrize(
    ("field", "changes"),
    [("routing_number", {"routing_number": "011000016"}), ("account_number", {"account_number": "1" * 18})],
)
def test_an_own_account_that_no_entry_can_say_is_named(field, changes):
    with pytest.raises(Unwritable) as refused:
        nacha.write(file(own_account=dataclasses.replace(OWN, **changes)))
    assert refused.value.field == f"own_account.{field}"


def _code(one: Entry, *, is_debit: bool) -> int:
    """The transaction code of NACHA: a payment to or from a checking or a savings account."""
    return (30 if one.is_savings else 20) + (7 if is_debit else 2)


def test_another_maker_s_reader_finds_wrong_totals():
    text = nacha.write(file()).decode()

    found = achkit.validate(text.replace("0000123456PAY", "0000123457PAY"))

    assert [one["code"] for one in found["errors"]] == ["BAD_BATCH_CREDIT", "BAD_FILE_CREDIT"]


@pytest.mark.parametrize(
    ("field", "limit", "changes"),
    [
        ("name", "characters", {"name": "\x07"}),
        ("id", "15", {"id": "x" * 16}),
        ("account_number", "17", {"account_number": "1" * 18}),
        ("routing_number", "9 digits", {"routing_number": "12345678"}),
        ("routing_number", "check digit", {"routing_number": "021000022"}),
        ("amount", "99,999,999.99 USD", {"amount": 10_000_000_000}),
        ("amount", "0.01", {"amount": 0}),
        ("remittance", "80", {"remittance": "x" * 81}),
        ("is_recurring", "WEB", {"is_recurring": True}),
    ],
)
def test_what_does_not_fit_names_the_field_and_the_limit(field, limit, changes):
    with pytest.raises(Unwritable) as refused:
        nacha.write(file(batch(entry(**changes))))
    assert refused.value.field == f"batches[0].entries[0].{field}"
    assert limit in str(refused.value)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("x" * 23, "x" * 22),
        ("Maria Guadalupe Hernández López de la Cruz", "Maria Guadalupe"),
        ("Maria Guadalupe Lopez de la Cruz", "Maria Guadalupe Lopez"),
        ("Ægir Ægisson Þorvaldsson Œ", "Aegir Aegisson"),
        ("Олена Володимирівна Коваленко", "Olena Volodimirivna"),
        ("陳大文" * 30, "ChenDaWenChenDaWenChen"),
    ],
)
def test_a_name_longer_than_its_field_is_cut_after_transliteration(name, written):
    content = nacha.write(file(batch(entry(name=name))))

    assert [one.name for one in _read(content)] == [written]


def test_names_of_company_and_bank_are_cut_to_their_fields():
    long = "Guadalupe Payments of Northern Mexico Incorporated"
    content = nacha.write(
        dataclasses.replace(file(), company_name=long, origin_name=long, destination_name=long)
    ).decode()

    first, second, *_ = content.split("\r\n")
    assert (first[40:63], first[63:86]) == ("Guadalupe Payments of  ", "Guadalupe Payments of  ")
    assert second[4:20] == "Guadalupe Paymen"


def test_a_file_that_cannot_be_is_refused():
    for said, field in (
        (file(modifier="?"), "modifier"),
        (dataclasses.replace(file(), batches=()), "batches"),
        (file(dataclasses.replace(batch(), entries=())), "batches[0].entries"),
        (file(batch(entry_class=EntryClass.WEB)), "batches[0].is_debit"),
        (file(batch(*[entry(amount=9_999_999_999)] * 101)), "batches[0].entries"),
    ):
        with pytest.raises(Unwritable) as refused:
            nacha.write(said)
        assert refused.value.field == field


def test_more_entries_than_a_batch_can_count_are_refused(monkeypatch):
    monkeypatch.setattr(writing, "MAX_LINES", 3)
    nacha.write(file(batch(entry(), entry(remittance="x"))))

    with pytest.raises(Unwritable, match="more than 3"):
        nacha.write(file(batch(entry(), entry(), entry(remittance="x"))))


def _addendum(kind, code, text, trace="011000010000001"):
    rest = f"{'':6}{'02100002'}{text.ljust(44)}" if kind == "99" else f"{'':6}{'02100002'}{text.ljust(29)}{'':15}"
    return f"7{kind}{code}{trace}{rest}021000020000001"


def _back(kind, code, text):
    """Return the file that a bank sends for the first entry of ours."""
    lines = nacha.write(file()).decode().split("\r\n")
    lines[2] = lines[2].replace("622", "621", 1)[:78] + "1" + lines[2][79:]
    lines.insert(3, _addendum(kind, code, text))
    lines[4] = lines[4].replace("822000000100", "822000000200")
    lines[5] = lines[5].replace("00000001000210", "00000002000210", 1)
    return "\n".join(lines[:6]).encode()


def test_a_return_names_the_payment_and_the_code():
    (found,) = nacha.read_returns(io.BytesIO(_back("99", "R02", "CLOSED IN MAY")))

    assert (found.reason, found.trace_number, found.id) == ("R02", "011000010000001", "PAY-1")
    assert (found.amount, found.is_debit, found.place) == (123456, False, "line 3")
    assert (found.text, found.correction) == ("CLOSED IN MAY", None)


@pytest.mark.parametrize("behind", [b"   \n", b"\r\r\n", b" \r\n", b"\t\n", b"\x00\n", b"\n\n", b"\n \n"])
def test_blanks_and_line_ends_behind_a_record_are_no_part_of_it(behind):
    content = _back("99", "R02", "CLOSED IN MAY")

    (found,) = nacha.read_returns(io.BytesIO(content.replace(b"\n", behind) + behind + b"9" * 94 + behind + b"\x1a"))

    assert (found.reason, found.id, found.text) == ("R02", "PAY-1", "CLOSED IN MAY")


def test_a_record_with_letters_behind_its_end_is_damaged():
    with pytest.raises(DamagedFile, match="line 2: it does not have 94"):
        list(nacha.read_returns(io.BytesIO(_back("99", "R02", "X").replace(b"\n6", b" x\n6", 1))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Ada", "Adä".encode()),
        (b"Ada", b"Ad\xe4"),
        (b"\n", b"   \r\n"),
        (b"\n", b"\n\n"),
        (b"101 ", b"\xef\xbb\xbf101 "),
    ],
    ids=["UTF-8", "Windows-1252", "blanks behind each line", "blank lines", "a mark of UTF-8"],
)
def test_letters_and_line_ends_of_banks_are_read(old, new):
    content = _back("99", "R02", "CLOSED IN MAY")
    assert old in content or old == b"101 "

    (found,) = nacha.read_returns(io.BytesIO(content.replace(old, new)))
    assert (found.id, found.amount, found.text) == ("PAY-1", 123456, "CLOSED IN MAY")


def test_a_notification_of_change_says_what_is_right():
    (found,) = nacha.read_returns(io.BytesIO(_back("98", "C01", "000987654321")))

    assert (found.reason, found.correction, found.text) == ("C01", "000987654321", "")


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (b"0000123456P", b"0000123457P", "line 5"),
        (b"R02", b"X02", "line 4"),
        (b"799R", b"699R", "line 3"),
        (b"\n9", b"", "line 5"),
        (b"101 ", b"201 ", "line 1"),
        (b"0000123456P", b"00001234x6P", "line 3"),
        (b"Ada", b"Ad\x01", "line 3"),
        (b"PAY-1", b"PAY\x001", "line 3"),
        (b"PAY-1", b"PAY-1" + b" " * 5000, "line 3"),
        (b"9000001", b"9000002", "line 6"),
    ],
)
def test_a_damaged_file_is_one_error_that_names_the_line(old, new, where):
    content = _back("99", "R02", "")
    assert old in content

    with pytest.raises(DamagedFile) as refused:
        list(nacha.read_returns(io.BytesIO(content.replace(old, new))))
    assert refused.value.where == where


@settings(deadline=None, max_examples=300)
@given(at=st.integers(0, 600), cut=st.integers(0, 40), bits=st.binary(max_size=40))
def test_no_damage_crashes_the_reader(at, cut, bits):
    content = _back("99", "R02", "")
    with contextlib.suppress(DamagedFile):
        list(nacha.read_returns(io.BytesIO(content[:at] + bits + content[at + cut :])))
