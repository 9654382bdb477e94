"""Statements of many accounts: asked for in one dialog, made by workers, taken as one archive by who may read them."""

import csv
import datetime as dt
import io
import zipfile

import pytest
from django.urls import reverse

from payments import tasks
from payments.ledger import chart
from payments.models import LedgerAccount, StatementRun
from payments.reporting import exports, statement_runs
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.encryption import encrypted_storage, encryption
from platforms.models import AuditEntry, Platform, WorkFailure

pytestmark = pytest.mark.django_db(transaction=True)
BEGIN = "admin:payments_ledgeraccount_statements"


@pytest.fixture
def platform(acme, api, alice) -> Platform:
    """Alice has 100.00 USD and 50.00 EUR."""
    api.fund(api.internal_account(alice), 100_00)
    api.fund(api.internal_account(alice, "EUR"), 50_00)
    row: Platform = acme.platform
    row.refresh_from_db()
    return row


def entered(platform: Platform, **changes: str) -> dict[str, str]:
    today = platform.now().date()
    days = {"first": str(today - dt.timedelta(days=1)), "last": str(today + dt.timedelta(days=1))}
    asked = {"platform": str(platform.pk), "kind": "CUSTOMER_FUNDS", "currency": "", "numbers": "", "form": "csv"}
    return {"_form_submitted": "True", "reason": "year end", **asked, **days, **changes}


def begun(office, platform: Platform, **changes: str) -> StatementRun:
    reply = office.post(reverse(BEGIN), **entered(platform, **changes))
    assert "HX-Redirect" in reply.headers, reply.content
    run: StatementRun = StatementRun.objects.latest("id")
    return run


def work() -> None:
    while tasks.make_statements():
        pass


def archive(office, run: StatementRun) -> zipfile.ZipFile:
    reply = office.get(reverse("admin:payments_statementrun_archive", args=[run.pk]))
    assert reply["Content-Type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(b"".join(reply.streaming_content)))


def closings(taken: zipfile.ZipFile) -> list[tuple[str, str]]:
    """Return the currency and the closing balance of each statement."""
    rows = [list(csv.DictReader(io.StringIO(taken.read(name).decode())))[-1] for name in taken.namelist()]
    return sorted((row["currency"], row["balance_credits_less_debits"]) for row in rows)


def test_every_account_of_a_kind_has_its_statement_in_one_archive(olga, platform):
    run = begun(olga, platform)
    assert "Workers make the statements." in olga.text(reverse("admin:payments_statementrun_change", args=[run.pk]))

    work()

    run.refresh_from_db()
    accounts = LedgerAccount.objects.filter(platform=platform, kind=chart.AccountKind.CUSTOMER_FUNDS)
    assert (run.done, len(run.files), run.problems) == (accounts.count(), accounts.count(), [])
    taken = archive(olga, run)
    assert taken.testzip() is None
    assert [row for row in closings(taken) if not row[1].startswith("0")] == [("EUR", "50.00"), ("USD", "100.00")]
    assert not accounts.exclude(closed_until=None).exists(), "nothing is closed"


def test_the_log_says_who_has_asked_who_got_which_statement_and_who_took_the_archive(olga, platform):
    run = begun(olga, platform, currency="USD")
    work()
    archive(olga, run)

    entries = AuditEntry.objects.filter(verb__startswith="statement_run.").order_by("id")
    assert [(entry.verb, entry.actor_id) for entry in entries] == [
        ("statement_run.begin", "olga"),
        ("statement_run.complete", "service"),
        ("statement_run.download", "olga"),
    ]
    assert entries[0].details["reason"] == "year end"
    exported = AuditEntry.objects.filter(verb="ledger.export")
    assert {entry.actor_id for entry in exported} == {"olga"}
    assert exported.count() == len(run.accounts)


@pytest.mark.parametrize(("form", "begins"), [("camt", b"<?xml"), ("pdf", b"%PDF")])
def test_single_accounts_are_chosen_by_their_numbers(olga, platform, form, begins):
    account = LedgerAccount.objects.get(platform=platform, kind="CUSTOMER_FUNDS", currency="USD", balance__gt=0)

    run = begun(olga, platform, numbers=f"LedgerAccount:{account.pk}", form=form)
    work()

    taken = archive(olga, run)
    [name] = taken.namelist()
    assert taken.read(name).startswith(begins)


def test_an_account_without_a_statement_is_named_and_the_others_have_theirs(olga, acme, platform):
    run = begun(olga, platform, form="camt")
    work()

    run.refresh_from_db()
    bitcoin = LedgerAccount.objects.filter(platform=platform, kind="CUSTOMER_FUNDS", currency="BTC")
    keys = set(bitcoin.values_list("pk", flat=True))
    assert keys
    assert keys <= {key for key, _ in run.problems}
    page = olga.text(reverse("admin:payments_statementrun_change", args=[run.pk]))
    assert "camt.053 has currencies of three letters" in page
    assert "not-made.txt" in archive(olga, run).namelist()


def test_a_worker_that_dies_leaves_the_rest_to_the_next(olga, platform, monkeypatch):
    run = begun(olga, platform)
    monkeypatch.setattr(statement_runs, "_AT_ONCE", 2)
    put, stored = encrypted_storage.put, []

    def deadly(content: bytes, **where):
        stored.append(put(content, **where))
        if len(stored) == 4:
            raise KeyboardInterrupt
        return stored[-1]

    monkeypatch.setattr(encrypted_storage, "put", deadly)
    with pytest.raises(KeyboardInterrupt):
        work()

    run.refresh_from_db()
    assert run.done == 2
    assert tasks.make_statements() == 0, "the lease is the dead worker's"
    StatementRun.objects.update(next_run_at=clock.real_now())
    work()
    run.refresh_from_db()
    assert [name for name, _ in run.files] == list(dict.fromkeys(name for name, _ in run.files))
    assert run.done == len(run.files) == len(run.accounts)


def test_a_run_that_fails_is_put_back_and_the_failure_is_noted(olga, platform, monkeypatch):
    run = begun(olga, platform)

    def broken(content: bytes, **where):
        message = "the disk is full"
        raise OSError(message)

    with monkeypatch.context() as patch:
        patch.setattr(encrypted_storage, "put", broken)
        assert tasks.make_statements() == 0

    assert WorkFailure.objects.get().subject == run.public_id
    StatementRun.objects.update(next_run_at=clock.real_now())
    work()
    assert StatementRun.objects.get().completed_at is not None
    assert not WorkFailure.objects.exists()


def test_while_something_is_being_posted_the_run_waits(olga, platform, monkeypatch):
    begun(olga, platform)

    def busy(**_):
        raise exports.JournalBusy

    monkeypatch.setattr(exports, "make", busy)
    assert tasks.make_statements() == 0

    run = StatementRun.objects.get()
    assert (run.done, run.problems) == (0, [])
    assert run.next_run_at > clock.real_now()


def test_a_large_statement_is_stored_in_parts(olga, platform, monkeypatch):
    monkeypatch.setattr(statement_runs, "_PART", 200)
    run = begun(olga, platform, currency="USD")
    work()

    run.refresh_from_db()
    assert max(len(keys) for _, keys in run.files) > 1
    assert ("USD", "100.00") in closings(archive(olga, run))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"numbers": "12 x"}, "x is no number of an account"),
        ({"numbers": "999999999"}, "999999999 is no account of this platform"),
        ({"first": "2026-03-02", "last": "2026-03-01"}, "must not be before"),
        ({"currency": "VND"}, "must be 1 to 1,000, and are 0"),
    ],
)
def test_what_can_not_be_made_is_said_in_the_dialog(olga, platform, changes, said):
    reply = olga.post(reverse(BEGIN), **entered(platform, **changes))

    assert said in reply.content.decode()
    assert not StatementRun.objects.exists()


def test_accounts_of_another_platform_are_refused(olga, platform, rival):
    other = LedgerAccount.objects.filter(platform=rival.platform).first() or LedgerAccount.objects.create(
        platform=rival.platform, kind="FEES", currency="USD", normal_side="C", is_guarded=False
    )

    reply = olga.post(reverse(BEGIN), **entered(platform, numbers=str(other.pk)))

    assert f"{other.pk} is no account of this platform" in reply.content.decode()


def test_there_is_no_archive_before_it_is_made_nor_after_seven_days(olga, platform):
    run = begun(olga, platform)
    address = reverse("admin:payments_statementrun_archive", args=[run.pk])
    assert olga.get(address).status_code == 302
    work()
    StatementRun.objects.update(completed_at=clock.real_now() - statement_runs.KEPT)
    assert olga.get(address).status_code == 302
    assert "There is no archive any more." in olga.text(reverse("admin:payments_statementrun_change", args=[run.pk]))
    assert tasks.sweep_statement_files() == 0

    later = clock.RealTime(clock.real_now() + statement_runs.KEPT + dt.timedelta(days=3))
    run.refresh_from_db()
    assert statement_runs.sweep(now=later) >= sum(len(keys) for _, keys in run.files)
    with pytest.raises(encryption.Unreadable):
        encrypted_storage.get(run.files[0][1][0])


def test_support_sees_how_far_a_run_is_and_may_not_take_it(olga, hire, platform):
    run = begun(olga, platform)
    work()
    support = hire("sam", Role.SUPPORT)

    assert "Take the archive" not in support.text(reverse("admin:payments_statementrun_change", args=[run.pk]))
    assert support.get(reverse("admin:payments_statementrun_archive", args=[run.pk])).status_code == 403
    assert support.post(reverse(BEGIN), **entered(platform)).status_code == 403
