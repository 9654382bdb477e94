"""The books as reports: balances at any moment, statements page by page, and exports that other programs read."""

import csv
import datetime as dt
import io

import pytest
from django.db import transaction
from django.urls import reverse

from payments.ledger import balances, days, statements
from payments.models import DayMark, InternalAccount, LedgerAccount, LedgerDay, Posting
from payments.operations import exports
from platforms import audit
from platforms.backoffice import amounts
from platforms.backoffice.verbs import Role
from platforms.kit import clock
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of
from tests.backoffice.operations import camt
from tests.backoffice.support import scenarios

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]
BOOKS = "/admin/payments/ledgeraccount/books/"


@pytest.fixture
def busy(api, alice, worker, pass_time) -> None:
    """Payments of many kinds, over three days of the platform's clock."""
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.funded(100_00, 100_00, suffix="456")):
        play(api, alice)
        worker.run()
        pass_time(days=1)
    scenarios.transfer_out("002")(api, alice)
    worker.run()


def account_of(kind: str, currency: str = "USD") -> LedgerAccount:
    return LedgerAccount.objects.filter(kind=kind, currency=currency, postings__isnull=False).distinct().get()


def moments() -> list[dt.datetime]:
    """Every moment at which something was posted, and some around them."""
    found = sorted(set(Posting.objects.values_list("at", flat=True)))
    return [found[0] - dt.timedelta(days=1), *found, *(at - dt.timedelta(microseconds=1) for at in found)]


def slow_totals(at: dt.datetime) -> dict[tuple[str, str], tuple[int, int]]:
    """What days.totals says, added up from every posting."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for posting in Posting.objects.filter(at__lte=at).select_related("account"):
        place = (posting.account.kind, posting.currency)
        debit, credit = found.get(place, (0, 0))
        is_debit = posting.side == "D"
        found[place] = (debit + posting.amount * is_debit, credit + posting.amount * (not is_debit))
    return found


def quick_totals(at: dt.datetime) -> dict[tuple[str, str], tuple[int, int]]:
    return {(one.kind, one.currency): (one.debit, one.credit) for one in days.totals(at=at)}


@pytest.mark.parametrize("step", [1, 3, 10**6])
def test_totals_are_exact_at_every_moment_however_far_the_days_have_been_counted(busy, step, monkeypatch):
    monkeypatch.setattr(days, "STEP", step)
    last = Posting.objects.latest("id").id
    everything = moments()
    for _ in range(3):
        assert all(quick_totals(at) == slow_totals(at) for at in everything)
        days._step(last)
    days.advance()

    assert DayMark.objects.get(name="ledger").up_to == last
    assert all(quick_totals(at) == slow_totals(at) for at in everything)
    assert LedgerDay.objects.values("day").distinct().count() >= 3


def test_days_are_counted_once(busy):
    assert days.advance() > 0
    before = list(LedgerDay.objects.order_by("id").values_list("debit", "credit"))

    assert days.advance() == 0
    assert list(LedgerDay.objects.order_by("id").values_list("debit", "credit")) == before


def test_totals_of_one_platform_leave_the_others_out(busy, acme, rival_api):
    theirs = rival_api.customer("Rita Rival")
    rival_api.fund(rival_api.internal_account(theirs), 7_00)
    days.advance()
    at = acme.platform.now() + dt.timedelta(days=10)

    ours = days.totals(at=at, platform_id=acme.platform.id)
    all_of_them = days.totals(at=at)

    held = {"CUSTOMER_FUNDS", "PLATFORM_FUNDS"}
    assert sum(one.credit for one in all_of_them if one.kind in held and one.currency == "USD") == 7_00 + sum(
        one.credit for one in ours if one.kind in held and one.currency == "USD"
    )


def test_the_trial_balance_is_in_balance_in_every_currency(busy, olga):
    page = olga.get(BOOKS)

    shown = page.context["panels"]
    assert [panel.title for panel in shown] == ["MXN", "USD"]
    for panel in shown:
        _, _, debit, credit = panel.totals
        assert debit == credit
        assert debit != "0.00 " + panel.title


def test_the_chart_of_accounts_has_every_kind(busy, olga):
    page = olga.get(BOOKS, by="kind")

    shown = {panel.title: panel.rows for panel in page.context["panels"]}
    assert len(shown) == 9
    assert "100.00 USD" in str(shown["Suspense · liability"])


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT", "PAYOUT_CLEARING"])
@pytest.mark.parametrize("is_counted", [False, True])
def test_a_statement_agrees_with_the_books_at_every_moment(busy, kind, is_counted):
    if is_counted:
        days.advance()
    account = account_of(kind)
    sign = 1 if account.normal_side == "C" else -1
    for since in moments():
        before, found = statements.page(account.pk, after=statements.Place(since), until=since + dt.timedelta(days=30))
        assert sign * before == balances.balance(account.pk, at=since - dt.timedelta(microseconds=1))
        assert len(found) == Posting.objects.filter(account=account, at__gte=since).count()
        if found:
            assert sign * found[-1].balance == balances.balance(account.pk)


def test_pages_of_a_statement_follow_each_other_without_a_gap(busy, olga, monkeypatch):
    monkeypatch.setattr(statements, "PAGE", 2)
    account = account_of("RAIL_SETTLEMENT")
    address = reverse("admin:payments_ledger_statement", args=[account.pk])
    told, carried, after = [], None, ""
    while True:
        context = olga.get(address, **({"after": after} if after else {})).context
        rows = context["panel"].rows
        assert carried in {None, rows[0][-1]}, "a page begins with the balance that the one before ended with"
        told += [row[1] for row in rows[1:]]
        carried, after = rows[-1][-1], context["following"]
        if not after:
            break

    assert len(told) == len(set(told)) == Posting.objects.filter(account=account).count() > 2
    assert carried == amounts.major_units(balances.balance(account.pk), "USD")


def test_a_statement_costs_the_same_on_every_page(busy, backoffice, queries):
    account = account_of("RAIL_SETTLEMENT")
    address = reverse("admin:payments_ledger_statement", args=[account.pk])

    # Session, person; the account; the balance before, the lines.
    assert queries(lambda: backoffice.text(address)) == 5


@pytest.mark.parametrize("after", ["", "x", "_5", "2026-01-01T00:00:00_5", "2026-01-01T00:00:00+00:00_x", "9_" * 50])
def test_a_mark_that_nobody_gave_begins_at_the_beginning(busy, olga, after):
    account = account_of("RAIL_SETTLEMENT")

    reply = olga.get(reverse("admin:payments_ledger_statement", args=[account.pk]), after=after)

    assert reply.status_code == 200


def test_a_period_that_is_none_is_named(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    page = olga.text(reverse("admin:payments_ledger_statement", args=[account.pk]), since="yesterday")

    assert "Enter a valid date/time." in page


def export(office, account: LedgerAccount, form: str, **period: str):
    return office.post(reverse("admin:payments_ledger_export", args=[account.pk]), form=form, **period)


def whole_period() -> dict[str, str]:
    first, last = Posting.objects.earliest("at").at, Posting.objects.latest("at").at
    return {
        "since": f"{first - dt.timedelta(days=1):%Y-%m-%dT%H:%M}",
        "until": f"{last + dt.timedelta(days=1):%Y-%m-%dT%H:%M}",
    }


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_a_camt_statement_is_what_the_standard_asks_for_and_adds_up(busy, olga, kind):
    account = account_of(kind)

    reply = export(olga, account, "camt", **whole_period())
    found = camt.check(b"".join(reply.streaming_content).decode())

    assert reply["Content-Type"] == "application/xml"
    codes = camt.texts(found, "Bal/Tp/CdOrPrtry/Cd")
    signs = [1 if text == "CRDT" else -1 for text in camt.texts(found, "Bal/CdtDbtInd")]
    opening, closing = (sign * _units(text) for sign, text in zip(signs, camt.texts(found, "Bal/Amt"), strict=True))
    entries = [
        _units(text) if side == "CRDT" else -_units(text)
        for side, text in zip(camt.texts(found, "Ntry/CdtDbtInd"), camt.texts(found, "Ntry/Amt"), strict=True)
    ]
    assert codes == ["OPBD", "CLBD"]
    assert opening == 0
    assert closing == sum(entries) == balances.balance(account.pk) * (1 if account.normal_side == "C" else -1)
    assert camt.texts(found, "TxsSummry/TtlNtries/NbOfNtries") == [str(len(entries))]
    assert camt.texts(found, "TxsSummry/TtlCdtNtries/Sum") == [_major(sum(one for one in entries if one > 0))]
    assert camt.texts(found, "TxsSummry/TtlDbtNtries/Sum") == [_major(-sum(one for one in entries if one < 0))]
    assert len(set(camt.texts(found, "Ntry/NtryRef"))) == len(entries) > 2


def _units(text: str) -> int:
    return int(text.replace(".", ""))


def _major(units: int) -> str:
    return f"{units // 100}.{units % 100:02d}"


@pytest.mark.parametrize(
    "damage", [("<CdtDbtInd>", "<CdtDbtInds>"), ("OPBD", "OPEN"), ("<Sts><Cd>BOOK</Cd></Sts>", "")]
)
def test_the_checker_of_the_standard_sees_what_is_wrong(busy, olga, damage):
    text = b"".join(export(olga, account_of("CUSTOMER_FUNDS"), "camt", **whole_period()).streaming_content).decode()
    wrong = text.replace(*damage).replace("</CdtDbtInd>", "</CdtDbtInds>" if "Inds" in damage[1] else "</CdtDbtInd>")

    assert wrong != text
    with pytest.raises(AssertionError):
        camt.check(wrong)


def test_a_csv_statement_has_every_posting_between_its_balances(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    reply = export(olga, account, "csv", **whole_period())
    rows = list(csv.DictReader(io.StringIO(b"".join(reply.streaming_content).decode())))

    assert 'filename="rail_settlement-usd-' in reply["Content-Disposition"]
    assert tuple(rows[0]) == exports.COLUMNS
    assert (rows[0]["purpose"], rows[0]["balance"]) == ("OPENING", "0.00")
    postings = list(Posting.objects.filter(account=account).order_by("at", "id").values_list("id", flat=True))
    assert [int(row["posting"]) for row in rows[1:-1]] == postings
    assert rows[-1]["purpose"] == "CLOSING"
    assert rows[-1]["balance"] == rows[-2]["balance"]


def test_an_export_is_read_in_small_pieces(busy, olga, monkeypatch):
    account = account_of("RAIL_SETTLEMENT")
    whole = b"".join(export(olga, account, "csv", **whole_period()).streaming_content)
    monkeypatch.setattr(statements, "_CHUNK", 2)

    assert b"".join(export(olga, account, "csv", **whole_period()).streaming_content) == whole


def test_what_is_posted_while_an_export_is_read_is_not_in_it(busy, api, alice, acme):
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account
    now = acme.platform.now()
    whole = statements.summary(account.pk, since=now - dt.timedelta(days=30), until=now + dt.timedelta(days=30))
    assert whole is not None
    api.fund(api.internal_account(alice), 5)

    told = list(statements.lines(whole))

    assert told[-1].balance == whole.closing == balances.balance(account.pk) - 5


def test_who_has_exported_what_is_in_the_audit_log(busy, olga, hire):
    account = account_of("CUSTOMER_FUNDS")
    sam = hire("sam", Role.SUPPORT)

    export(olga, account, "camt", **whole_period())

    assert export(sam, account, "csv", **whole_period()).status_code == 403
    assert "Export as CSV" not in sam.text(reverse("admin:payments_ledger_statement", args=[account.pk]))
    entry = AuditEntry.objects.get(verb="ledger.export")
    assert (entry.actor_id, entry.subject, entry.details["form"]) == ("olga", f"LedgerAccount:{account.pk}", "camt")


def test_what_can_not_be_said_in_camt_is_refused_with_a_reason(acme, olga):
    coins = LedgerAccount.objects.get(platform=acme.platform, kind="FEES", currency="USDC")

    reply = olga.client.post(reverse("admin:payments_ledger_export", args=[coins.pk]), {"form": "camt"}, follow=True)

    assert "Export this account as CSV." in reply.content.decode()
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0
    assert export(olga, coins, "csv").status_code == 200


def test_a_period_that_ends_before_it_begins_is_refused(busy, olga):
    reply = export(olga, account_of("CUSTOMER_FUNDS"), "csv", since="2026-02-01T00:00", until="2026-01-01T00:00")

    assert reply.status_code == 302
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0


def test_an_account_that_is_not_there_has_no_statement(olga):
    assert olga.get(reverse("admin:payments_ledger_statement", args=[10**12])).status_code == 404


def test_a_reviewer_sees_no_books(busy, hire):
    rita = hire("rita", Role.REVIEWER)
    account = account_of("CUSTOMER_FUNDS")

    addresses = [BOOKS, reverse("admin:payments_ledger_statement", args=[account.pk])]

    assert [rita.get(address).status_code for address in addresses] == [403, 403]
    assert export(rita, account, "csv").status_code == 403


def test_the_page_of_an_account_leads_to_its_statement(busy, olga):
    account = account_of("CUSTOMER_FUNDS")

    assert reverse("admin:payments_ledger_statement", args=[account.pk]) in olga.text(page_of(account))


def test_an_export_waits_for_no_journal_that_is_written_for_long(busy, acme, monkeypatch):
    monkeypatch.setattr("payments.ledger.statements.settled.boundary", lambda _table: None)

    with pytest.raises(exports.JournalBusy), transaction.atomic():
        exports.make(
            account=account_of("CUSTOMER_FUNDS"),
            form="csv",
            since=clock.real_now() - dt.timedelta(days=1),
            until=clock.real_now(),
            actor=audit.SYSTEM,
            now=clock.real_now(),
        )
