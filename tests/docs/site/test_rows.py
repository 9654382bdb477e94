"""What a payment leaves in the database: rows of each kind of payment by table, as the operators' page has them."""

import datetime as dt
import os
import pathlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from payments import tasks
from payments.models import JournalEntry
from payments.reporting import checked_balances
from platforms import tasks as platform_tasks
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import sender

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("within_an_hour")]
PAGE = pathlib.Path(settings.BASE_DIR) / "docs/operator/database.md"
PART = re.compile(r"<!-- rows of payments -->\n.*?<!-- end -->", re.DOTALL)
KEPT = {
    "webhooks_delivery": "90 days",
    "webhooks_event": "90 days",
    "webhooks_eventstream": "400 days",
}
"""Other tables keep their rows for ever: they are the books, the payment, or what proves both."""
SEALS = {"payments_journalseal", "platforms_auditseal"}
"""Have a row for what was written in ten seconds, however many payments that are."""
_KB = "kB, without indexes"
_YEAR = "GB after a year of a million a month, without indexes"
_LEFT = {"90 days": 90 / 365}
"""Share of a year's rows that are there at its end."""
_TOLERANCE = 0.15
_LONGER_THAN_A_QUOTE = dt.timedelta(seconds=301)
Play = Callable[[], object]


@pytest.fixture
def plays(acme, api, alice, settings) -> Iterator[Mapping[str, Play]]:
    """What makes one payment of each kind, between accounts that are there and have moved money before."""
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    dollars, pesos = api.internal_account(alice), api.external_account(alice, quote_requests.clabe("789"), "MXN")
    bank = api.external_account(alice, factories.usd_account("789"))
    api.fund(dollars, 1_000_00)

    def paid_from_outside() -> None:
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
        assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200

    def expired() -> None:
        assert quote_requests.quote(api, dollars, pesos).status_code == 201
        acme.platform.clock_offset += _LONGER_THAN_A_QUOTE
        acme.platform.save(update_fields=["clock_offset"])

    with Receiver() as receiver:
        acme.platform.webhook_endpoint = receiver.url
        acme.platform.save(update_fields=["webhook_endpoint"])
        yield {
            "transfer out": lambda: api.transfer_out(dollars, bank, 10_00),
            "transfer in": lambda: api.transfer_in(bank, dollars, 10_00),
            "quote from a balance": lambda: quote_requests.quote(api, dollars, pesos, immediatelyExecute=True),
            "quote paid from outside": paid_from_outside,
            "quote not executed": expired,
        }


def test_rows_of_a_payment_are_those_of_the_page(plays, worker):
    for play in plays.values():
        play()
    _work(worker)
    counted, kilobytes, gigabytes = {}, list[float](), list[float]()
    for kind, play in plays.items():
        before = _counts()
        play()
        _work(worker)
        counted[kind] = {table: count - before[table] for table, count in _counts().items()}
    for rows in counted.values():
        sizes = {table: count * _size(table) / 1000 for table, count in rows.items() if count}
        kilobytes.append(sum(sizes.values()))
        gigabytes.append(12 * sum(size * _LEFT.get(KEPT.get(table, ""), 1.0) for table, size in sizes.items()))
    lines = [_table(counted), _measured(_KB, kilobytes), _measured(_YEAR, gigabytes)]
    wanted = "\n".join(("<!-- rows of payments -->", *lines, "<!-- end -->"))

    if os.environ.get("DOCS_WRITE"):
        PAGE.write_text(PART.sub(lambda _: wanted, PAGE.read_text()))

    assert PART.findall(PAGE.read_text()) == [wanted], "DOCS_WRITE=1 writes the table anew"
    assert JournalEntry.objects.exists()


def _work(worker) -> None:
    worker.run()
    sender.run()
    tasks.seal_journal()
    tasks.add_up_days()
    checked_balances.advance()
    platform_tasks.seal_audit_log()


def _counts() -> dict[str, int]:
    tables = sorted({model._meta.db_table for model in apps.get_models() if model._meta.managed} - SEALS)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', count(*) FROM {table}" for table in tables))
        return dict(cursor.fetchall())


def _size(table: str) -> float:
    """Return the mean size of a table's rows in bytes, with the 28 that PostgreSQL needs for each."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT avg(pg_column_size(each.*)) + 28 FROM {table} each")
        return float(cursor.fetchone()[0])


def _measured(what: str, sizes: Sequence[float]) -> str:
    """Return the line that the page has, unless it is wrong: sizes of ids and texts differ a little from run to run."""
    shown = re.search(rf"^\| {what} \|(.*)\| \|$", PAGE.read_text(), re.MULTILINE)
    told = [float(size) for size in shown[1].split("|")] if shown else [0.0] * len(sizes)
    kept = [one if abs(one - size) < _TOLERANCE * size else size for one, size in zip(told, sizes, strict=True)]
    return f"| {what} | {' | '.join(f'{size:.1f}' for size in kept)} | |"


def _table(counted: Mapping[str, Mapping[str, int]]) -> str:
    tables = sorted({table for rows in counted.values() for table, count in rows.items() if count})
    each = [(table, " | ".join(str(rows[table]) for rows in counted.values())) for table in tables]
    lines = [
        f"| Table | {' | '.join(counted)} | Kept |",
        f"|---|{'---:|' * len(counted)}---|",
        *(f"| `{table}` | {rows} | {KEPT.get(table, 'for ever')} |" for table, rows in each),
    ]
    sums = " | ".join(str(sum(rows.values())) for rows in counted.values())
    return "\n".join((*lines, f"| rows | {sums} | |"))
