"""Files of every kind: what is read, what is refused at once, and what costs one row."""

import pytest

from compliance.bulk import records
from compliance.models import BulkImport
from tests.support.compliance import bulk_files

_HEADER = ",".join(bulk_files.COLUMNS)
_ROW = ",".join(bulk_files.ADA.get(column, "") for column in bulk_files.COLUMNS)


def _without(*columns):
    return ",".join(column for column in bulk_files.COLUMNS if column not in columns) + "\n" + _ROW


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\n\n \n", "must have a header and rows: it is empty"),
        (f"{_HEADER}\r\n".encode(), "must have rows below its header"),
        (f"{_HEADER}\r\n\r\n\r\n".encode(), "must have rows below its header"),
        (_without("umaAddress").encode(), "must have the column umaAddress"),
        (_without("platformCustomerId").encode(), "must have the column platformCustomerId"),
        (_without("customerType").encode(), "must have the column customerType"),
        (_without("addressLine1").encode(), "must have the column addressLine1"),
        (_without("city").encode(), "must have the column city"),
        (_without("state").encode(), "must have the column state"),
        (_without("postalCode").encode(), "must have the column postalCode"),
        (_without("country").encode(), "must have the column country"),
        (_without("fullName", "businessLegalName").encode(), "must have the column fullName or businessLegalName"),
        (f"{_HEADER},city\n{_ROW},Bern".encode(), "must have the column city once"),
        (f"{_HEADER.replace(',', ';')}\n{_ROW}".encode(), "must have commas between its columns"),
        (f"{_HEADER}\n{_ROW}".encode("utf-16"), "has a header that is not text in UTF-8"),
        (f"{_HEADER}\n{_ROW}".encode("utf-16-le"), "has a header that contains a NUL character"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "must have the column umaAddress"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "has a header that is not text in UTF-8"),
        (b'{"customers": []}', "must have the column umaAddress"),
        (b"x" * 70_000, "has a header that has a line of more than 65536 bytes"),
        (b"a," * 300 + b"\n", "must have at most 200 columns"),
        (f'"{_HEADER}\n{_ROW}'.encode(), "has a header that is not CSV: look for a quotation mark"),
        (f"{_HEADER}\r{_ROW}\r".encode(), "has a header that is not CSV: look for"),
    ],
)
def test_a_file_that_holds_no_customers_is_refused_at_once(api, content, reason):
    reply = bulk_files.send(api, content)

    body = reply.json()
    assert (reply.status_code, body["code"]) == (400, "INVALID_INPUT")
    assert any(problem["reason"].startswith(reason) for problem in body["details"]["errors"]), body
    assert {problem["field"] for problem in body["details"]["errors"]} == {"file"}
    assert not BulkImport.objects.exists()


def test_a_request_without_a_file_is_refused(api):
    reply = api.post("/customers/bulk/csv", {"file": "customers.csv"})

    assert (reply.status_code, reply.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
    assert bulk_files.send(api, b"").json()["details"]["errors"] == [{"field": "file", "reason": "must not be empty"}]


def test_a_file_that_is_too_large_is_refused(api, settings, monkeypatch):
    monkeypatch.setattr(
        "compliance.api.bulk_imports.upload_customers_csv.file",
        type("Parts", (), {"file": "file", "max_bytes": 100})(),
    )

    reply = bulk_files.send(api, bulk_files.people(10))

    assert (reply.status_code, reply.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(f"\ufeff{_HEADER}\n{_ROW}\n", id="byte order mark"),
        pytest.param(f'\ufeff"umaAddress"{_HEADER.removeprefix("umaAddress")}\n{_ROW}\n', id="mark before a quote"),
        pytest.param(f"{_HEADER}\r\n{_ROW}", id="no newline at the end"),
        pytest.param(f"\n{_HEADER}\n\n{_ROW}\n\n,,,,,,,,,,\n", id="empty lines"),
        pytest.param(f"{_HEADER},shoeSize\n{_ROW},43\n", id="a column that nobody reads"),
        pytest.param(f"{_HEADER},email,description,addressLine2\n{_ROW},a@b.example,x,\n", id="optional columns"),
        pytest.param(_HEADER.replace(",", " , ") + "\n" + _ROW.replace(",", " , "), id="blanks around cells"),
        pytest.param(f"{_HEADER}\n" + _ROW.replace("Ada Archer", '"Archer, ""Ada"""'), id="quotes and commas"),
        pytest.param(f"{_HEADER}\n" + _ROW.replace("1 Main Street", '"1 Main\nStreet"'), id="a line break in quotes"),
        pytest.param(f"{_HEADER}\n" + _ROW.replace("Ada Archer", "Zoë 李 Archer"), id="letters of the world"),
        pytest.param(f"{_HEADER}\n" + _ROW.replace("1 Main Street", '1 Main Street 5"'), id="a quote within a cell"),
    ],
)
def test_a_file_may_look_like_this(api, content):
    shown = bulk_files.imported(api, content.encode())

    assert (shown["status"], shown["errors"]) == ("COMPLETED", [])
    assert shown["progress"] == {"total": 1, "processed": 1, "successful": 1, "failed": 0}


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (_ROW.encode() + b",too many", ("", "the row has 12 cells, the header has 11")),
        (b"ada,INDIVIDUAL", ("", "the row has 2 cells, the header has 11")),
        (_ROW.replace("Ada", "A\0da").encode(), ("", "the row contains a NUL character")),
        (_ROW.replace("Ada", "Zoë").encode("latin-1"), ("", "the row is not text in UTF-8")),
        (_ROW.replace("Ada Archer", "A" * 256).encode(), ("fullName", "must have at most 255")),
        (_ROW.replace("1 Main", "1" * 70_000).encode(), ("", "the row has a line of more than 65536 bytes")),
        (_ROW.replace("Ada Archer", '"Ada Archer').encode(), ("", "the row is not CSV: look for a quotation mark")),
        (_ROW.replace("Ada Archer", '"Ada" Archer').encode(), ("", "the row is not CSV: look for a quotation mark")),
        (_ROW.replace("INDIVIDUAL", "PERSON").encode(), ("customerType", "must be one of INDIVIDUAL, BUSINESS")),
        (_ROW.replace("INDIVIDUAL", "").encode(), ("customerType", "is required")),
        (_ROW.replace("INDIVIDUAL", "BUSINESS").encode(), ("businessLegalName", "is required")),
        (_ROW.replace("1990-01-31", "1990-02-30").encode(), ("birthDate", "must be a date such as 1990-01-31")),
        (_ROW.replace("1990-01-31", "2990-01-31").encode(), ("birthDate", "must be from 1900 on and not in the")),
        (_ROW.replace("62701", "").encode(), ("postalCode", "is required")),
        (_ROW.replace("ada,", "a" * 256 + ",").encode(), ("platformCustomerId", "must have at most")),
    ],
)
def test_a_wrong_row_costs_itself_and_no_other(api, bad, problem):
    content = b"\n".join([_HEADER.encode(), _ROW.encode(), bad, *[_ROW.encode()] * 30])

    shown = bulk_files.imported(api, content)

    assert shown["progress"] == {"total": 32, "processed": 32, "successful": 31, "failed": 1}
    [(_, code, [(field, reason)])] = bulk_files.errors_of(shown)
    assert (code, field) == ("INVALID_INPUT", problem[0])
    assert reason.startswith(problem[1])
    assert shown["errors"][0]["details"]["row"] == 2


def test_an_address_of_another_domain_is_refused_by_its_own_code(api):
    shown = bulk_files.imported(api, bulk_files.text(bulk_files.ADA | {"umaAddress": "$ada@elsewhere.example"}))

    [(who, code, [(field, _)])] = bulk_files.errors_of(shown)
    assert (who, code, field) == ("ada", "INVALID_UMA_ADDRESS", "umaAddress")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
def test_records_are_the_same_however_the_file_is_cut_into_blocks(size):
    content = b'a,b\r\n"x\r\ny",2\n\xff,3\n4,"5\n6,7\n8,"9 ""z"""\n\n' + b"w" * 70_000 + b"\n10,11"
    blocks = [content[start : start + size] for start in range(0, len(content), size)]

    found = list(records.read(blocks))

    assert [record.cells for record in found] == [
        ["a", "b"],
        ["x\r\ny", "2"],
        [],
        [],
        ["6", "7"],
        ["8", '9 "z"'],
        [],
        ["10", "11"],
    ]
    for index, record in enumerate(found):
        assert list(records.read([content[record.end :]], start=record.end)) == found[index + 1 :]
