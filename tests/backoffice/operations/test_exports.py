"""Statements that other programs read: CSV and camt.053, and that they stay as they are."""

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

from payments.deposits import deposits
from payments.ledger import check, journal, statements
from payments.models import InternalAccount, LedgerAccount, Posting
from platforms.backoffice import amounts
from platforms.backoffice.actions import Role
from platforms.database import high_water
from platforms.models import AuditEntry
from tests.backoffice.conftest import page_of
from tests.backoffice.operations import camt
from tests.backoffice.operations.conftest import account_of
from tests.backoffice.operations.steps import close, export, export_final, now_of, text_of, whole_period
from tests.support import factories, patience, postings
from tests.support.backoffice.pages import words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_a_camt_statement_is_what_the_standard_asks_for_and_adds_up(busy, olga, kind):
    account = account_of(kind)

    reply = export_final(olga, account, "camt", **whole_period())
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
    assert closing == sum(entries) == postings.balance(account.pk) * (1 if account.normal_side == "C" else -1)
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
    text = text_of(export_final(olga, account_of("CUSTOMER_FUNDS"), "camt", **whole_period()))
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

    first, again = (
        [ids_of(text_of(export_final(olga, one, "camt", **period))) for one, period in exports_of] for _ in "12"
    )

    assert len({message for message, _ in first}) == len({statement for _, statement in first}) == 6
    assert first == again


def test_the_dates_of_a_camt_statement_lie_in_its_period(within_an_hour, busy, olga):
    account = account_of("RAIL_SETTLEMENT")
    day = now_of(account).replace(hour=0, minute=0, second=0, microsecond=0)
    period = {"since": f"{day - dt.timedelta(days=2):%Y-%m-%dT%H:%M}", "until": f"{day:%Y-%m-%dT%H:%M}"}

    found = camt.check(text_of(export_final(olga, account, "camt", **period)))

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
    assert ",".join(rows[0]) == (
        "time,posting,entry,purpose,transaction,debit,credit,balance_credits_less_debits,currency,balance_side,state"
    )
    assert (rows[0]["purpose"], rows[0]["balance_credits_less_debits"]) == ("OPENING", "0.00")
    postings = list(Posting.objects.filter(account=account).order_by("at", "id").values_list("id", flat=True))
    assert [int(row["posting"]) for row in rows[1:-1]] == postings
    assert rows[-1]["purpose"] == "CLOSING"
    assert rows[-1]["balance_credits_less_debits"] == rows[-2]["balance_credits_less_debits"]


def test_an_export_is_read_in_small_pieces(busy, olga, monkeypatch):
    account = account_of("RAIL_SETTLEMENT")
    whole = text_of(export_final(olga, account, "csv", **whole_period()))
    monkeypatch.setattr(statements, "_CHUNK", 2)

    assert text_of(export_final(olga, account, "csv", **whole_period())) == whole


def receive(account: LedgerAccount, amount: int, *, now: dt.datetime) -> None:
    """Credit a holder's account by a call that began at `now`."""
    deposits.receive(
        platform_id=account.platform_id,
        provider_reference="BANK-LATE",
        amount=amount,
        currency=account.currency,
        named=InternalAccount.objects.get(ledger_account=account).public_id,
        actor=factories.OPERATOR,
        now=now,
    )


@pytest.mark.parametrize("form", ["csv", "camt"])
@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_a_call_that_began_before_an_export_and_posts_after_it_does_not_change_it(busy, olga, kind, form):
    account = account_of(kind)
    began_at = now_of(account)
    period = {**whole_period(), "until": now_of(account).isoformat()}
    told = said_by(text_of(export_final(olga, account, form, **period)))

    with transaction.atomic():
        receive(account_of("CUSTOMER_FUNDS"), 5, now=began_at)

    assert said_by(text_of(export_final(olga, account, form, **period))) == told
    following = {"since": period["until"], "until": now_of(account).isoformat()}
    rows = list(csv.DictReader(io.StringIO(text_of(export_final(olga, account, "csv", **following)))))
    assert [row["purpose"] for row in rows] == ["OPENING", "DEPOSIT_RECEIVED", "CLOSING"]
    assert list(check.find()) == []


def said_by(text: str) -> str:
    """What an export says, but when it was made."""
    return re.sub("<CreDtTm>.*?</CreDtTm>", "", text)


def post(account: LedgerAccount, amount: int, *, now: dt.datetime) -> None:
    """Credit an account by nothing but an entry, of a call that began at `now`."""
    rail = LedgerAccount.objects.get(platform=account.platform, kind="RAIL_SETTLEMENT", currency=account.currency)
    lines = [journal.credit(account.pk, amount), journal.debit(rail.pk, amount)]
    journal.post(platform_id=account.platform_id, purpose="DEPOSIT_RECEIVED", lines=lines, now=now)


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
        monkeypatch.setattr(high_water, "_PATIENCE_SECONDS", 0.2)
        refused = export_final(olga, account, "csv", **period)
        may_end.set()
        writing.result()

    assert refused.status_code == 302
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0
    *_, last, _ = csv.DictReader(io.StringIO(text_of(export_final(olga, account, "csv", **period))))
    assert (last["purpose"], last["debit"]) == ("DEPOSIT_RECEIVED", "0.07")


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
            hurried.setattr(high_water, "_PATIENCE_SECONDS", 0.2)
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


def test_the_books_are_not_closed_until_a_moment_to_come(busy, olga):
    account = account_of("RAIL_SETTLEMENT")
    until = now_of(account) + dt.timedelta(minutes=2)

    reply = close(olga, account, until.isoformat())

    assert f"It can be closed from {until:%Y-%m-%d %H:%M:%S} UTC on" in reply.content.decode()
    assert closed_until(account) is None
    assert AuditEntry.objects.filter(verb="ledger.close").count() == 0


def closed_until(account: LedgerAccount) -> dt.datetime | None:
    return LedgerAccount.objects.get(pk=account.pk).closed_until


def test_a_period_that_is_none_is_not_exported(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    assert export(olga, account, "csv", until="tomorrow").status_code == 302
    assert LedgerAccount.objects.get(pk=account.pk).closed_until is None


def test_the_buttons_of_the_page_send_the_period_that_stands_in_its_fields(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    page = olga.text(reverse("admin:payments_ledger_statement", args=[account.pk]))

    address = reverse("admin:payments_ledger_export", args=[account.pk])
    [form] = re.findall('<form method="get" class="report-form" id="period">.*?</form>', page, flags=re.DOTALL)
    assert form.count('name="since"') == form.count('name="until"') == 1
    assert 'type="hidden"' not in form
    assert form.count(f'formaction="{address}"') == 3


@pytest.mark.parametrize("form", ["csv", "camt"])
def test_an_export_has_the_period_that_was_entered_and_closes_nothing(busy, olga, form):
    account = account_of("RAIL_SETTLEMENT")
    day = now_of(account).replace(hour=0, minute=0, second=0, microsecond=0)
    entered = {"since": f"{day - dt.timedelta(days=5):%Y-%m-%dT%H:%M}", "until": f"{day:%Y-%m-%dT%H:%M}"}

    text = text_of(export(olga, account, form, **entered))

    assert f"{day - dt.timedelta(days=5):%Y-%m-%dT%H:%M}:00.000Z" in text
    assert closed_until(account) is None
    assert AuditEntry.objects.get(verb="ledger.export").details["until"] == day.isoformat()


def test_a_file_of_open_books_says_that_it_is_preliminary(busy, olga):
    account = account_of("CUSTOMER_FUNDS")

    reply = export(olga, account, "csv", **whole_period())
    rows = list(csv.DictReader(io.StringIO(text_of(reply))))
    found = camt.check(text_of(export(olga, account, "camt", **whole_period())))

    assert "-preliminary.csv" in reply["Content-Disposition"]
    assert {row["state"] for row in rows} == {"PRELIMINARY"}
    assert camt.texts(found, "Bal/Tp/CdOrPrtry/Cd") == ["OPBD", "ITBD"]
    assert camt.texts(found, "AddtlStmtInf")[0].startswith("Preliminary")
    final = export_final(olga, account, "csv", **whole_period())
    assert "preliminary" not in final["Content-Disposition"]
    assert {row["state"] for row in csv.DictReader(io.StringIO(text_of(final)))} == {"FINAL"}


def test_an_export_of_a_period_that_is_not_over_ends_now(busy, olga):
    account = account_of("CUSTOMER_FUNDS")
    until = now_of(account) + dt.timedelta(days=3)

    *_, closing = csv.DictReader(io.StringIO(text_of(export(olga, account, "csv", until=until.isoformat()))))

    assert dt.datetime.fromisoformat(closing["time"]) <= now_of(account)
    assert (closing["purpose"], closing["state"]) == ("CLOSING", "PRELIMINARY")


def test_a_preliminary_file_adds_up_though_an_entry_comes_while_it_is_read(busy, olga):
    account, holder = account_of("RAIL_SETTLEMENT"), account_of("CUSTOMER_FUNDS")
    began_at = now_of(account)

    reply = export(olga, account, "csv", since=whole_period()["since"], until=now_of(account).isoformat())
    with transaction.atomic():
        post(holder, 7, now=began_at)
    rows = list(csv.DictReader(io.StringIO(text_of(reply))))

    assert rows[-1]["balance_credits_less_debits"] == rows[-2]["balance_credits_less_debits"]


def test_closing_is_a_dialog_of_its_own_that_says_until_when_and_why(busy, olga, hire):
    account, until = account_of("RAIL_SETTLEMENT"), "2026-03-01T00:00"
    address = reverse("admin:payments_ledgeraccount_close", args=[account.pk])

    dialog = olga.text(address, until=until)
    done = close(olga, account, until)
    close(olga, account, "2026-02-01T00:00")

    assert 'value="2026-03-01T00:00"' in dialog
    assert "Nobody can undo this." in dialog
    assert done.headers["HX-Redirect"].startswith(reverse("admin:payments_ledger_statement", args=[account.pk]))
    # What is closed stays closed: an earlier moment opens nothing.
    assert closed_until(account) == dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    entry = AuditEntry.objects.filter(verb="ledger.close").earliest("id")
    assert (entry.actor_id, entry.subject) == ("olga", f"LedgerAccount:{account.pk}")
    assert entry.details == {"until": "2026-03-01T00:00:00+00:00", "reason": "the month is over"}
    page = olga.text(
        reverse("admin:payments_ledger_statement", args=[account.pk]), since="2026-02-01T00:00", until=until
    )
    assert "Final: the books of this account are closed until" in page
    assert close(hire("sam", Role.SUPPORT), account, until).status_code == 403


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT"])
def test_screen_and_files_agree_on_the_sign_of_a_balance(busy, olga, kind):
    account = account_of(kind)

    *_, closing = csv.DictReader(io.StringIO(text_of(export(olga, account, "csv", **whole_period()))))
    found = camt.check(text_of(export(olga, account, "camt", **whole_period())))
    page = words(olga.text(reverse("admin:payments_ledger_statement", args=[account.pk])))
    own_page = words(olga.text(page_of(account)))

    units = _units(closing["balance_credits_less_debits"])
    assert units == postings.balance(account.pk) * (1 if account.normal_side == "C" else -1)
    assert closing["currency"] == "USD"
    assert closing["balance_side"] == camt.texts(found, "Bal/CdtDbtInd")[-1] == ("DBIT" if units < 0 else "CRDT")
    shown = amounts.major_units(units, "USD")
    assert page.rpartition("The end of the period.")[0].rstrip().endswith(shown)
    assert f"Balance (credits less debits) {shown}" in own_page
    assert "balance (credits less debits)" in page.lower()


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

    reply = olga.client.get(reverse("admin:payments_ledger_export", args=[coins.pk]), {"form": "camt"}, follow=True)

    assert "Export this account as CSV." in reply.content.decode()
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0
    assert export(olga, coins, "csv").status_code == 200


def test_a_period_that_ends_before_it_begins_is_refused(busy, olga):
    reply = export(olga, account_of("CUSTOMER_FUNDS"), "csv", since="2026-02-01T00:00", until="2026-01-01T00:00")

    assert reply.status_code == 302
    assert AuditEntry.objects.filter(verb="ledger.export").count() == 0
