"""The balance of an account by day, on the pages of the account in the ledger and of the holder's account."""

import datetime as dt

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from payments.ledger import statements
from payments.models import LedgerAccount
from platforms.backoffice import amounts, columns, links, panels
from platforms.backoffice.charts import Chart, Series, Tone, major

DAYS = 31
_DAY = dt.timedelta(days=1)


def of(request: HttpRequest, account: LedgerAccount) -> panels.Panel:
    """Return the balance at the end of each of the last days, by the clock of the platform: at most two queries."""
    today = account.platform.now().astimezone(dt.UTC).date()
    days = statements.by_day(account.pk, first=today - (DAYS - 1) * _DAY, last=today)
    texts = [amounts.major_units(balance, account.currency) for _, balance in days]
    may_read = admin.site._registry[LedgerAccount].has_view_permission(request)
    lists = [_statement(account, day) for day, _ in days] if may_read else []
    names = [f"{day:%d %b}" for day, _ in days]
    cells = [links.to(address, name) for address, name in zip(lists, names, strict=True)] if may_read else names
    since = f"{days[0][0]:%d %b %Y}" if days else f"{today:%d %b %Y}"
    return panels.Panel(
        title="Balance by day",
        headers=("day", f"balance at its end ({columns.SIGNED})"),
        rows=list(zip(cells, texts, strict=True)),
        numeric=frozenset({1}),
        chart=Chart(
            names=names,
            below="day (UTC); of today until now",
            unit=f"{account.currency}, {columns.SIGNED}",
            series=(
                Series(
                    "Balance at the end of the day",
                    [major(balance, account.currency) for _, balance in days],
                    Tone.MAIN,
                    texts=texts,
                    addresses=lists,
                    is_line=True,
                ),
            ),
            period=f"{since} to {today:%d %b %Y}, by the clock of {account.platform}.",
            figure=texts[-1] if texts else "",
            empty="The account was empty at the end of each of these days.",
        ),
    )


def _statement(account: LedgerAccount, day: dt.date) -> str:
    page = reverse("admin:payments_ledger_statement", args=[account.pk])
    return f"{page}?since={day:%Y-%m-%d}T00:00&until={day + _DAY:%Y-%m-%d}T00:00"
