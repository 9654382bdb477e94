"""The books as reports: balances at any moment, statements page by page, and exports that other programs read."""

import contextlib
import csv
import datetime as dt
import io
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree as ET

import pytest
from django.db import connection, transaction
from django.urls import reverse

from payments.ledger import balances, check, days, journal, settled, statements
from payments.models import DayMark, LedgerAccount, LedgerDay, Posting
from payments.operations import exports
from platforms.backoffice import amounts
from platforms.backoffice.verbs import Role
from platforms.models import AuditEntry, Platform
from tests import patience
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
        "since": (first - dt.timedelta(days=1)).isoformat(),
        "until": (last + dt.timedelta(microseconds=1)).isoformat(),
    }


def now_of(account: LedgerAccount) -> dt.datetime:
    """The present of an account's platform, whose clock was moved since it was made."""
    return Platform.objects.get(pk=account.platform_id).now()


def text_of(reply) -> str:
    return b"".join(reply.streaming_content).decode()


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_a_camt_statement_is_what_the_standard_asks_for_and_adds_up(busy, olga, kind):
    account = account_of(kind)

    reply = export(olga, account, "camt", **whole_period())
    found = camt.check(text_of(reply))

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
    "damage",
    [
        ("<CdtDbtInd>CRDT</CdtDbtInd>", "<CdtDbtInd>PLUS</CdtDbtInd>"),
        ("<Cd>OPBD</Cd>", "<Cd>OPENING</Cd>"),
        ("<Sts><Cd>BOOK</Cd></Sts>", ""),
        ("<MsgId>", "<MsgId>longer than thirty-five characters"),
        ('<Amt Ccy="USD">', '<Amt Ccy="USD">0.000001'),
        ("<TxsSummry>", "<Sum>0</Sum><TxsSummry>"),
    ],
)
def test_the_schema_sees_what_is_wrong(busy, olga, damage):
    text = text_of(export(olga, account_of("CUSTOMER_FUNDS"), "camt", **whole_period()))
    wrong = text.replace(*damage)

    camt.check(text)
    assert wrong != text
    with pytest.raises(camt.Invalid):
        camt.check(wrong)


def ids_of(text: str) -> tuple[str, str]:
    root = ET.fromstring(text)
    [message], [statement] = (camt.texts(root, f"BkToCstmrStmt/{path}") for path in ("GrpHdr/MsgId", "Stmt/Id"))
    return message, statement


def test_each_account_and_period_has_ids_of_its_own_and_keeps_them(busy, olga):
    whole, since = whole_period(), dt.datetime.fromisoformat(whole_period()["since"])
    shorter = [{**whole, "until": (since + dt.timedelta(seconds=seconds)).isoformat()} for seconds in (3600, 3601)]
    exports_of = [
        (account_of(kind), period) for kind in ("CUSTOMER_FUNDS", "RAIL_SETTLEMENT") for period in (whole, *shorter)
    ]

    first, again = ([ids_of(text_of(export(olga, one, "camt", **period))) for one, period in exports_of] for _ in "12")

    assert len({message for message, _ in first}) == len({statement for _, statement in first}) == 6
    assert first == again


def test_the_dates_of_a_camt_statement_lie_in_its_period(busy, olga):
    account = account_of("RAIL_SETTLEMENT")
    day = now_of(account).replace(hour=0, minute=0, second=0, microsecond=0)
    period = {"since": f"{day - dt.timedelta(days=2):%Y-%m-%dT%H:%M}", "until": f"{day:%Y-%m-%dT%H:%M}"}

    found = camt.check(text_of(export(olga, account, "camt", **period)))

    first, last = f"{day - dt.timedelta(days=2):%Y-%m-%d}", f"{day - dt.timedelta(days=1):%Y-%m-%d}"
    assert camt.texts(found, "Bal/Dt/DtTm") == [f"{first}T00:00:00.000Z", f"{last}T23:59:59.999Z"]
    assert camt.texts(found, "FrToDt/FrDtTm") == [f"{first}T00:00:00.000Z"]
    assert camt.texts(found, "FrToDt/ToDtTm") == [f"{last}T23:59:59.999Z"]
    booked = camt.texts(found, "Ntry/BookgDt/DtTm")
    assert booked
    assert {first, last} >= {at[:10] for at in booked}


def test_a_csv_statement_has_every_posting_between_its_balances(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    reply = export(olga, account, "csv", **whole_period())
    rows = list(csv.DictReader(io.StringIO(text_of(reply))))

    assert 'filename="rail_settlement-usd-' in reply["Content-Disposition"]
    assert tuple(rows[0]) == exports.COLUMNS
    assert (rows[0]["purpose"], rows[0]["balance"]) == ("OPENING", "0.00")
    postings = list(Posting.objects.filter(account=account).order_by("at", "id").values_list("id", flat=True))
    assert [int(row["posting"]) for row in rows[1:-1]] == postings
    assert rows[-1]["purpose"] == "CLOSING"
    assert rows[-1]["balance"] == rows[-2]["balance"]


def test_an_export_is_read_in_small_pieces(busy, olga, monkeypatch):
    account = account_of("RAIL_SETTLEMENT")
    whole = text_of(export(olga, account, "csv", **whole_period()))
    monkeypatch.setattr(statements, "_CHUNK", 2)

    assert text_of(export(olga, account, "csv", **whole_period())) == whole


def post(account: LedgerAccount, amount: int, *, now: dt.datetime) -> None:
    """Credit an account by an entry of a call that began at `now`."""
    rail = LedgerAccount.objects.get(platform=account.platform, kind="RAIL_SETTLEMENT", currency=account.currency)
    lines = [journal.credit(account.pk, amount), journal.debit(rail.pk, amount)]
    journal.post(platform_id=account.platform_id, purpose="SANDBOX_FUNDING", lines=lines, now=now)


@pytest.mark.parametrize("form", ["csv", "camt"])
@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_a_call_that_began_before_an_export_and_posts_after_it_does_not_change_it(busy, olga, kind, form):
    account = account_of(kind)
    began_at = now_of(account)
    period = {**whole_period(), "until": now_of(account).isoformat()}
    told = said_by(text_of(export(olga, account, form, **period)))

    with transaction.atomic():
        post(account_of("CUSTOMER_FUNDS"), 5, now=began_at)

    assert said_by(text_of(export(olga, account, form, **period))) == told
    following = {"since": period["until"], "until": now_of(account).isoformat()}
    rows = list(csv.DictReader(io.StringIO(text_of(export(olga, account, "csv", **following)))))
    assert [row["purpose"] for row in rows] == ["OPENING", "SANDBOX_FUNDING", "CLOSING"]
    assert list(check.find()) == []


def said_by(text: str) -> str:
    """What an export says, but when it was made."""
    return re.sub("<CreDtTm>.*?</CreDtTm>", "", text)


def test_an_export_waits_for_an_entry_that_is_being_written(busy, olga, monkeypatch):
    account = account_of("RAIL_SETTLEMENT")
    began_at = now_of(account)
    period = {**whole_period(), "until": now_of(account).isoformat()}
    has_posted, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with contextlib.closing(connection), transaction.atomic():
            post(account_of("CUSTOMER_FUNDS"), 7, now=began_at)
            has_posted.set()
            assert may_end.wait(patience.LONG)

    with ThreadPoolExecutor(1) as writer:
        writing = writer.submit(write)
        assert has_posted.wait(patience.LONG)
        monkeypatch.setattr(settled, "_PATIENCE_SECONDS", 0.2)
        refused = export(olga, account, "csv", **period)
        may_end.set()
        writing.result()

    assert refused.status_code == 302
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0
    *_, last, _ = csv.DictReader(io.StringIO(text_of(export(olga, account, "csv", **period))))
    assert (last["purpose"], last["debit"]) == ("SANDBOX_FUNDING", "0.07")


def test_an_entry_that_does_not_know_of_a_closed_period_is_waited_for(busy, monkeypatch):
    account, holder = account_of("RAIL_SETTLEMENT"), account_of("CUSTOMER_FUNDS")
    began_at = now_of(account)
    until, since = now_of(account), began_at - dt.timedelta(days=30)

    def write() -> None:
        with contextlib.closing(connection), transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '300s'")
            post(holder, 7, now=began_at)

    def close_and_sum_up() -> statements.Summary | None:
        with contextlib.closing(connection):
            with transaction.atomic():
                statements.close(account.pk, until=until)
            return statements.summary(account.pk, since=since, until=until)

    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic(), monkeypatch.context() as hurried:
            # The entry has read up to when its accounts are closed, and waits for the balance of one of them.
            LedgerAccount.objects.select_for_update().get(pk=holder.pk)
            writing = threads.submit(write)
            patience.until(somebody_waits_for_a_lock)
            hurried.setattr(settled, "_PATIENCE_SECONDS", 0.2)
            assert threads.submit(close_and_sum_up).result() is None
        writing.result()
    whole = statements.summary(account.pk, since=since, until=until)

    assert whole is not None
    assert (7, began_at) in [(line.amount, line.at) for line in statements.lines(whole)]


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks waiting JOIN pg_locks held USING (pid) WHERE NOT waiting.granted"
            " AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("form", ["csv", "camt"])
def test_a_period_that_is_not_over_is_refused_with_the_moment_from_which_it_is(busy, olga, form):
    account = account_of("RAIL_SETTLEMENT")
    until = now_of(account) + dt.timedelta(minutes=2)
    address = reverse("admin:payments_ledger_export", args=[account.pk])

    reply = olga.client.post(address, {"form": form, "until": until.isoformat()}, follow=True)

    page = reply.content.decode()
    assert f"It can be exported from {until:%Y-%m-%d %H:%M:%S} UTC on" in page
    assert "Not final: the period is not over" in page
    assert LedgerAccount.objects.get(pk=account.pk).closed_until is None
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0


def test_what_the_page_offers_to_export_can_be_exported(busy, olga):
    account = account_of("RAIL_SETTLEMENT")
    page = olga.text(reverse("admin:payments_ledger_statement", args=[account.pk]))
    [since], [until] = (re.findall(f'name="{name}" value="([^"]*\\+00:00)"', page) for name in ("since", "until"))

    assert export(olga, account, "csv", since=since, until=until).status_code == 200
    assert now_of(account) - dt.datetime.fromisoformat(until) < dt.timedelta(minutes=5)


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
