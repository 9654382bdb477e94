"""Files of payments: uploaded and checked without effect, released by a second person, each row paid once."""

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from payments import tasks
from payments.ledger import check
from payments.models import PaymentFile, PaymentFileRow, Transaction
from payments.transfers import batches, files
from platforms.backoffice.actions import Role
from platforms.models import AuditEntry, Proposal, WorkFailure
from tests.backoffice.conftest import BackOffice, page_of
from tests.backoffice.support_desk.steps import approve, do, plain
from tests.support import threads
from tests.support.factories import balance_of
from tests.support.payments import payment_files, quote_requests

pytestmark = pytest.mark.django_db(transaction=True)
UPLOAD = "admin:payments_paymentfile_upload"
RELEASE = "admin:payments_paymentfile_release"
_UNKNOWN = "InternalAccount:01a1fbab-0000-7000-8000-000000000000"


def _person(name: str, role: Role) -> BackOffice:
    user = User.objects.create_user(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return BackOffice(user)


@pytest.fixture
def clerk(db) -> BackOffice:
    return _person("clerk", Role.OPERATIONS)


@pytest.fixture
def chief(db) -> BackOffice:
    return _person("chief", Role.OPERATIONS)


@pytest.fixture
def accounts(api, alice) -> tuple[str, str]:
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    return source, api.external_account(alice)


def upload(office: BackOffice, acme, content: bytes):
    form = {"platform": str(acme.platform.pk), "file": payment_files.sent(content), "reason": "salaries"}
    return office.post(reverse(UPLOAD), **form)


def rows_of(file: PaymentFile) -> list[tuple[int, str, str]]:
    return [(row.number, row.state, row.code) for row in PaymentFileRow.objects.filter(file=file).order_by("number")]


def test_a_file_is_checked_released_by_a_second_person_and_paid(clerk, chief, acme, accounts):
    source, destination = accounts
    content = payment_files.text(
        [
            (source, destination, "12.34", "USD"),
            (_UNKNOWN, destination, "1", "USD"),
            (source, destination, "90", "USD"),
            (source, destination, "0.10", "USD"),
            (source, destination, "1.001", "USD"),
        ]
    )

    assert upload(clerk, acme, content).status_code == 302

    file = PaymentFile.objects.get()
    shown = plain(clerk.text(page_of(file)))
    assert file.totals == {"USD": [3, 102_44]}
    assert "USD 3 102.44 USD" in shown
    assert rows_of(file) == [
        (1, "WAITING", ""),
        (2, "REFUSED", "INTERNAL_ACCOUNT_NOT_FOUND"),
        (3, "WAITING", ""),
        (4, "WAITING", ""),
        (5, "REFUSED", "INVALID_INPUT"),
    ]
    assert "There is no such internal account." in shown
    assert "at most 2 decimals" in shown
    assert tasks.make_payment_files() == 0
    assert Transaction.objects.count() == 0

    do(clerk, RELEASE, file)
    told = plain(chief.text(page_of(Proposal.objects.get())))
    assert "Makes 3 payments" in told
    assert "102.44 USD" in told
    assert "lacks 2.44 USD" in told
    assert tasks.make_payment_files() == 0
    assert "HX-Redirect" in approve(chief)
    assert tasks.make_payment_files() == 3

    file.refresh_from_db()
    assert (file.status, file.made, file.refused, file.released_by) == ("COMPLETED", 2, 3, "chief")
    assert rows_of(file)[2] == (3, "REFUSED", "INSUFFICIENT_BALANCE")
    assert balance_of(source) == 100_00 - 12_44
    paid = Transaction.objects.get(sent_amount=12_34)
    assert paid.public_id in clerk.text(page_of(file))
    by = AuditEntry.objects.filter(verb="transfer_out.create").values_list("actor_kind", "actor_id")
    assert set(by) == {("STAFF", "chief")}
    assert check.run().faults == []
    assert tasks.make_payment_files() == 0


def test_who_proposed_does_not_release(clerk, acme, accounts):
    file = payment_files.uploaded(acme.platform, [(*accounts, "1", "USD")])
    do(clerk, RELEASE, file)

    assert "HX-Redirect" not in approve(clerk)
    assert PaymentFile.objects.get().status == "CHECKED"


def test_a_file_is_released_once(clerk, chief, acme, accounts):
    file = payment_files.uploaded(acme.platform, [(*accounts, "1", "USD")])
    do(clerk, RELEASE, file)
    approve(chief)

    assert "was released before" in do(clerk, RELEASE, file).content.decode()


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.REVIEWER, Role.ADMINISTRATOR])
def test_others_neither_upload_nor_release(role, acme, accounts):
    other = _person("other", role)
    file = payment_files.uploaded(acme.platform, [(*accounts, "1", "USD")])

    assert other.get(reverse(UPLOAD)).status_code == 403
    assert do(other, RELEASE, file).status_code == 403


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "must begin with a line of these names: source,destination,amount,currency"),
        (b"\xff\xfe", "must be a CSV file in UTF-8"),
        (b'source,destination,amount,currency\n"', "must be a CSV file in UTF-8"),
        (b"source,amount\n", "must begin with a line of these names"),
        (payment_files.HEADER.encode(), "must have 1 to 10000 rows below the names, and has 0"),
        (payment_files.HEADER.encode() + b"\na,b,1,USD" * 10_001, "must have 1 to 10000 rows"),
        (b"x" * (files.MOST_BYTES + 1), "may have at most 4 MB"),
    ],
    ids=["empty", "binary", "open quote", "columns", "no rows", "too many", "too large"],
)
def test_a_file_that_is_none_is_refused_and_nothing_is_kept(clerk, acme, content, problem):
    shown = upload(clerk, acme, content)

    assert shown.status_code == 200
    assert PaymentFile.objects.count() == 0
    if content:
        assert problem in plain(shown.content.decode())


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"amount": "0"}, "INVALID_INPUT"),
        ({"amount": "-1"}, "INVALID_INPUT"),
        ({"amount": "1e2"}, "INVALID_INPUT"),
        ({"amount": "1.2.3"}, "INVALID_INPUT"),
        ({"amount": "٣"}, "INVALID_INPUT"),
        ({"amount": "9" * 18}, "INVALID_INPUT"),
        ({"amount": "1", "currency": "EUR"}, "CURRENCY_MISMATCH"),
        ({"currency": "usd"}, "INVALID_CURRENCY"),
        ({"source": "=1+1"}, "INVALID_INPUT"),
        ({"destination": _UNKNOWN}, "INVALID_INPUT"),
        ({"amount": "1,5"}, "INVALID_INPUT"),
    ],
    ids=str,
)
def test_a_wrong_row_is_named_with_its_reason(acme, accounts, cells, code):
    row = {"source": accounts[0], "destination": accounts[1], "amount": "1", "currency": "USD"} | cells

    file = payment_files.uploaded(acme.platform, [tuple(row.values())])

    assert rows_of(file) == [(1, "REFUSED", code)]
    assert file.lines.get().problem


def test_a_file_pays_from_accounts_of_its_platform_alone(acme, rival_api, accounts):
    theirs = rival_api.internal_account(rival_api.customer())

    file = payment_files.uploaded(acme.platform, [(theirs, accounts[1], "1", "USD")])

    assert rows_of(file) == [(1, "REFUSED", "INTERNAL_ACCOUNT_NOT_FOUND")]


@pytest.fixture
def released(clerk, chief, acme, accounts) -> PaymentFile:
    """A file of 250 payments, which take three batches."""
    file = payment_files.uploaded(acme.platform, [(*accounts, "0.10", "USD")] * 250)
    do(clerk, RELEASE, file)
    approve(chief)
    return file


def test_a_worker_that_dies_leaves_a_batch_whole_and_the_next_goes_on(released, accounts, monkeypatch):
    make, calls = batches.make, []

    def die_in_the_second(**arguments):
        outcomes = make(**arguments)
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return outcomes

    monkeypatch.setattr(batches, "make", die_in_the_second)
    with pytest.raises(KeyboardInterrupt):
        tasks.make_payment_files()
    assert Transaction.objects.count() == 100

    assert tasks.make_payment_files() == 150
    released.refresh_from_db()
    assert (released.status, released.made) == ("COMPLETED", 250)
    assert Transaction.objects.count() == 250
    assert balance_of(accounts[0]) == 75_00


def test_workers_at_once_pay_each_row_once(released, accounts):
    done = threads.at_once([tasks.make_payment_files] * 4)

    assert sum(done) == 250
    released.refresh_from_db()
    assert released.status == "COMPLETED"
    assert Transaction.objects.count() == 250
    assert balance_of(accounts[0]) == 75_00
    assert check.run().faults == []


def test_a_file_that_fails_is_put_back_and_noted_and_others_go_on(released, acme, accounts, monkeypatch):
    make = batches.make

    def fail_for_large_ones(*, items, **arguments):
        if len(items) > 1:
            raise RuntimeError("out of order")
        return make(items=items, **arguments)

    other = payment_files.uploaded(acme.platform, [(*accounts, "1", "USD")])
    PaymentFile.objects.filter(pk=other.pk).update(status="RELEASED", next_run_at=released_at(released))
    monkeypatch.setattr(batches, "make", fail_for_large_ones)

    assert tasks.make_payment_files() == 1
    assert WorkFailure.objects.get().subject == released.public_id
    other.refresh_from_db()
    assert other.status == "COMPLETED"


def released_at(file: PaymentFile):
    file.refresh_from_db()
    return file.next_run_at


def test_the_page_of_the_platform_leads_to_its_files(clerk, acme, accounts):
    payment_files.uploaded(acme.platform, [(*accounts, "1", "USD")])

    shown = clerk.text(page_of(acme.platform))

    assert "payroll.csv" in shown
    assert f"{reverse(UPLOAD)}?platform={acme.platform.pk}" in shown


def test_a_limit_that_was_lowered_meanwhile_is_kept(api, released):
    quote_requests.change_currency(api, "USD", minAmount=1_00)

    assert tasks.make_payment_files() == 250
    assert {code for _, _, code in rows_of(released)} == {"AMOUNT_OUT_OF_RANGE"}
