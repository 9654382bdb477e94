"""MT940 and MT942 as each bank writes it, and German and Dutch texts."""

import datetime as dt
import io

import mt940
import pytest

from banks.formats import swift
from banks.formats.records import DamagedFile, Line, Statement
from banks.statements import contents
from banks.statements.contents import FileFormat
from tests.banks.formats import dialects

ID = "B0192f0e4a7c17b210192f0e4a7c17b21"
UNREADABLE_BY_OTHERS = (dialects.ASN, dialects.NO_CODE, dialects.INTEREST, dialects.REPORT, dialects.RABOBANK_OLD)
"""The other reader refuses four of them, and of an amount with a point it drops what is behind it."""
READABLE_BY_OTHERS = [one for one in dialects.ALL if one not in UNREADABLE_BY_OTHERS]


def _read(content: bytes):
    return list(swift.read(io.BytesIO(content)))


def _lines(text: str) -> list[Line]:
    return [one for one in _read(text.encode()) if isinstance(one, Line)]


def _signed(line: Line) -> int:
    return line.amount if line.is_credit else -line.amount


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\r\n\r\n"])
@pytest.mark.parametrize("dialect", dialects.ALL, ids=lambda one: one.name)
def test_a_bank_s_dialect_is_read(dialect, before, end):
    content = before + dialect.text.replace("\n", end).encode()
    records = _read(content)

    assert contents.format_of(io.BytesIO(content)) is FileFormat.SWIFT
    assert [one.account for one in records if isinstance(one, Statement)] == dialect.accounts
    assert [_signed(one) for one in records if isinstance(one, Line)] == dialect.amounts


@pytest.mark.parametrize("dialect", dialects.ALL, ids=lambda one: one.name)
def test_a_dialect_is_read_in_utf_16_and_byte_by_byte(dialect):
    class Slow(io.BytesIO):
        def read(self, size=-1, /):
            return super().read(min(size, 1))

    content = dialect.text.replace("\n", "\r\n").encode()

    assert _read(dialect.text.encode("utf-16")) == _read(content) == list(swift.read(Slow(content)))


@pytest.mark.parametrize("dialect", READABLE_BY_OTHERS, ids=lambda one: one.name)
def test_another_maker_s_reader_finds_the_same_sum(dialect):
    theirs = mt940.parse(dialect.text, options=mt940.Options(reversal_sign=True))

    amounts = [one.data["amount"].amount for one in theirs if "amount" in one.data]
    assert sum(int(100 * amount) for amount in amounts) == sum(dialect.amounts)


def test_a_day_that_no_calendar_has_is_the_last_of_its_month_and_what_was_written_is_kept():
    interest, other = _lines(dialects.INTEREST.text)

    assert (interest.value_on, interest.booked_on) == (dt.date(2026, 2, 28), dt.date(2026, 3, 1))
    assert "(dated 30.02. by the bank)" in interest.text
    assert (other.value_on, other.booked_on) == (dt.date(2026, 3, 2), dt.date(2026, 2, 28))
    [whole] = [one for one in _lines(dialects.INTEREST.text.replace("2603020229", "2803020229")) if one != interest]
    assert (whole.booked_on, whole.text) == (dt.date(2028, 2, 29), "ENTGELTABSCHLUSS Pauschalen")


def test_texts_are_shown_without_marks_and_say_who_was_paid():
    [abn, _] = _lines(dialects.ABN.text)
    [ing, _] = _lines(dialects.ING.text)
    [rabobank] = _lines(dialects.RABOBANK.text)
    [older] = _lines(dialects.RABOBANK_OLD.text)
    [commerzbank] = _lines(dialects.COMMERZBANK.text)
    [triodos] = _lines(dialects.TRIODOS.text)

    [detail] = abn.details
    assert (detail.end_to_end_id, detail.name, detail.remittance) == ("PAYMENT-17", "ADA LOVELACE", "INVOICE 17")
    assert (detail.account, detail.bank) == ("FR1420041010050500013M02606", "PSSTFRPPPAR")
    [detail] = ing.details
    assert (detail.end_to_end_id, detail.name, detail.remittance) == ("PAYMENT-18", "ADA LOVELACE", "INVOICE 18")
    assert (detail.account, detail.bank) == ("NL32INGB0000012345", "INGBNL2A")
    [detail] = rabobank.details
    assert (detail.end_to_end_id, detail.name) == ("24-11-2026 22:56 1120000", "Ada Lovelace")
    assert detail.remittance == "Invoice 19"
    assert older.details[0].remittance == "PAYMENT NUMBER 1 PAYMENT NUMBER 2"
    [detail] = commerzbank.details
    assert (detail.end_to_end_id, detail.name) == ("A1.200080779.400143254.4961336", "ADALOVE:20:15")
    assert triodos.details[0].remittance == "ADA LOVELACE, PARIS, INVOICE 22"
    for line in (commerzbank, triodos):
        assert "?" not in line.text
        assert ">" not in line.text
    assert commerzbank.text.startswith("/OCMT/EUR11,85//CHGS/EUR0,50/ SEPA-LASTSCHR. RETOURE CORE EREF+A1.200080779.")


def test_money_that_is_expected_is_not_booked():
    booked, expected = _lines(dialects.REPORT.text)

    assert (booked.is_booked, expected.is_booked) == (True, False)


def _german(text: str, reference: str = "NONREF") -> Line:
    [line] = _lines(
        ":20:STARTUMSE\n:25:12030000/0000202051\n:28C:1/1\n:60F:C261123EUR100,00\n"
        f":61:2611231123D10,00NTRF{reference}//ABC-1\n:86:{text}\n:62F:C261123EUR90,00\n-\n"
    )
    return line


@pytest.mark.parametrize(
    "text",
    [
        f"177?00SAMMLER?20KREF+{ID[:22]}?21{ID[22:]}?22SVWZ+Payroll",
        f"177?00SAMMLER?20KREF+{ID[:22]}\n?21{ID[22:]}?22SVWZ+Payroll",
        f"177?00SAMMLER?20KREF+{ID[:15]} ?21{ID[15:]} ?22SVWZ+Payroll",
        f"177?00SAMMLER?20EREF+NOTPROVIDED?21KREF+{ID[:22]}?22{ID[22:]}SVWZ+Payroll",
        f"177?00SAMMLER?20SVWZ+Payroll?21KREF+{ID[:10]}?22{ID[10:]}?60",
        f"177?00SAMMLER?20svwz+Payroll?21kref+{ID[:10]}?22{ID[10:]}?60",
        f"/TRTP/SEPA BATCH/KREF/{ID}/REMI/Payroll",
        f"/PREF/{ID[:12]}\n{ID[12:]}/REMI/USTD//Payroll/",
    ],
)
def test_the_id_of_our_batch_is_found_over_two_fields(text):
    line = _german(text)

    assert line.batch_id == ID
    assert line.details[0].remittance == "Payroll"
    assert line.details[0].end_to_end_id is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("166?20EREF+ABCDEFGHIJKLMNO?21SVWZ+Hello", "ABCDEFGHIJKLMNO"),
        ("166?20SVWZ+Hello?21EREF+ABCDEFGHI?22JKLMNO", "ABCDEFGHIJKLMNO"),
        ("166?20EREF+ABCDEFGHI ?21JKLMNO?22IREF+I-7?23SVWZ+Hello EREF+ANOTHER", "ABCDEFGHIJKLMNO"),
        ("166?20EREF+NICHT ANGEGEBEN?21SVWZ+Hello", None),
        ("166?60EREF+ABCDEFGHI?61JKLMNO", "ABCDEFGHIJKLMNO"),
    ],
)
def test_the_end_to_end_id_is_found_over_two_fields(text, expected):
    assert _german(text).details[0].end_to_end_id == expected


@pytest.mark.parametrize("written", ["NONREF", "KREF+", "EREF", "NOTPROVIDED", "NOREF", "nonref"])
def test_a_word_in_place_of_a_reference_is_none(written):
    line = _german("166?20SVWZ+Hello", written)

    assert (line.reference, line.details[0].end_to_end_id) == (None, None)


def test_a_field_of_a_text_that_is_not_full_ends_with_a_blank():
    detail = _german("166?20SVWZ+Invoice of November?21and of Dec?22ember 2026").details[0]
    full = _german(f"166?20SVWZ+{'x' * 22}?21yz").details[0]

    assert detail.remittance == "Invoice of November and of Dec ember 2026"
    assert full.remittance == f"{'x' * 22}yz"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (dialects.ABN.text.replace("D7,5", "D7,5,0"), "line 8: :61: is not as SWIFT describes it"),
        (dialects.ABN.text.replace("D7,5", "D7,6"), "line 4: its lines and its balances differ by 0.10"),
        (dialects.POSTFINANCE.text.replace("60M:C261124CHF79,7", "60M:C261124CHF79,8"), "differ by 0.10"),
        (dialects.NO_CODE.text.replace(":60f:c261124ngn", ":60f:c261124"), "line 4: an unknown currency"),
        (dialects.RABOBANK_OLD.text.replace(":62F:C261124EUR000000003166.37\n", ""), "line 12: an opening balance"),
        (dialects.ING.text + "The end\n" * 21, "it belongs to no field"),
    ],
)
def test_a_damaged_dialect_is_refused(text, problem):
    with pytest.raises(DamagedFile, match=problem):
        _read(text.encode())
