"""Reason codes: all of the published lists, each with a failure reason of transfers, and the page that shows them."""

from pathlib import Path

import pytest

from banks.formats import reasons
from banks.formats.reasons import CodeList
from config.documents import tables as document_tables
from payments.models import FailureReason
from tests.banks.formats import schemas

PAGE = Path(__file__).parents[3] / "docs" / "operator" / "bank-files.md"
OF_TRANSFERS = set(FailureReason.values[:4])


@pytest.mark.parametrize(
    ("code_list", "published"),
    [(CodeList.STATUS, "ExternalStatusReason1Code"), (CodeList.RETURN, "ExternalReturnReason1Code")],
)
def test_every_published_code_is_in_the_table(code_list, published):
    assert set(reasons.table()[code_list]) == schemas.codes(published)


def test_the_lists_of_nacha_are_whole():
    unassigned = {48, 49, *range(54, 61), *range(63, 67), 78, 79}
    assert set(reasons.table()[CodeList.ACH_RETURN]) == {f"R{n:02}" for n in range(1, 86) if n not in unassigned}
    assert set(reasons.table()[CodeList.ACH_CHANGE]) == {f"C{n:02}" for n in range(1, 15)}


def test_each_code_has_a_failure_reason_of_transfers_but_corrections():
    for code_list, found in reasons.table().items():
        for reason in found.values():
            expected = {None} if code_list is CodeList.ACH_CHANGE else OF_TRANSFERS
            assert reason.failure_reason in expected, reason
            assert reason.meaning, reason


@pytest.mark.parametrize(
    ("code", "code_list", "expected"),
    [
        ("AM04", CodeList.STATUS, "INSUFFICIENT_FUNDS"),
        ("AC04", CodeList.RETURN, "ACCOUNT_INVALID"),
        # The account is there, and somebody of another name has it.
        ("BE01", CodeList.STATUS, "BANK_REJECTED"),
        ("BE01", CodeList.RETURN, "BANK_REJECTED"),
        ("AB05", CodeList.STATUS, "TIMED_OUT"),
        ("R01", CodeList.ACH_RETURN, "INSUFFICIENT_FUNDS"),
        ("R02", CodeList.ACH_RETURN, "ACCOUNT_INVALID"),
        ("C01", CodeList.ACH_CHANGE, None),
        ("OUR-OWN-7", CodeList.STATUS, "BANK_REJECTED"),
        (None, CodeList.RETURN, "BANK_REJECTED"),
    ],
)
def test_a_code_says_why_a_payment_failed(code, code_list, expected):
    assert reasons.failure_reason(code, code_list) == expected


def test_the_table_of_the_documents_has_every_code_and_the_page_rows_of_it():
    whole = document_tables.every()["bank-codes"]().splitlines()
    page = PAGE.read_text().partition("| List | Code |")[2].partition("\n\n")[0].splitlines()[2:]

    assert len(whole) == 2 + sum(map(len, reasons.table().values()))
    assert page
    assert set(page) <= set(whole)
    for code_list in reasons.table().values():
        for reason in code_list.values():
            assert any(f"| {reason.code} | {reason.meaning} | " in row for row in whole), reason
