"""Steps that tests of operators share."""

import datetime as dt

from django.urls import reverse

from payments.models import LedgerAccount, Posting
from platforms.models import Platform

BOOKS = "/admin/payments/ledgeraccount/books/"


def tile(office, title: str) -> tuple[str, str, str]:
    board = office.get("/admin/").context["board"]
    found = next(one for one in board.tiles if one.title == title)
    return found.value, found.note, found.tone


def export(office, account: LedgerAccount, form: str, **period: str):
    return office.get(reverse("admin:payments_ledger_export", args=[account.pk]), form=form, **period)


def close(office, account: LedgerAccount, until: str):
    """Close the books of an account by the dialog, with the end of a period as a field has it or to the microsecond."""
    address = reverse("admin:payments_ledgeraccount_close", args=[account.pk])
    return office.post(address, until=until, reason="the month is over", _form_submitted="True")


def export_final(office, account: LedgerAccount, form: str, **period: str):
    """Close the books until the end of a period, then export it."""
    closed = close(office, account, period["until"])
    assert "HX-Redirect" in closed.headers, closed.content
    return export(office, account, form, **period)


def do(office, model, name: str, row, reason: str = "because"):
    label = f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}"
    return office.post(reverse(label, args=[row.pk]), _form_submitted="True", reason=reason)


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
