"""Steps that tests of operators share."""

from django.urls import reverse

from payments.models import LedgerAccount

BOOKS = "/admin/payments/ledgeraccount/books/"


def tile(office, title: str) -> tuple[str, str, str]:
    board = office.get("/admin/").context["board"]
    found = next(one for one in board.tiles if one.title == title)
    return found.value, found.note, found.tone


def export(office, account: LedgerAccount, form: str, **period: str):
    return office.post(reverse("admin:payments_ledger_export", args=[account.pk]), form=form, **period)


def do(office, model, name: str, row, reason: str = "because"):
    label = f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}"
    return office.post(reverse(label, args=[row.pk]), _form_submitted="True", reason=reason)
