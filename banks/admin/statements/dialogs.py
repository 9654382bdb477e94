"""Parts shared by the dialogs and forms about statements."""

from typing import Any

from django import forms
from django.db import models
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from banks.admin import our_accounts
from banks.models import BankConnection, BankException
from banks.statements import references
from platforms.backoffice import links
from platforms.backoffice.actions import Fields, Role
from platforms.base import identifiers
from platforms.models import Proposal, ProposalStatus

TWO: dict[str, Any] = {"roles": [Role.OPERATIONS], "takes_two": True}
"""Decisions are made by operations, and take two people."""


def platform_choice(row: BankException | None) -> Fields:
    """Return the field for the platform, if the connection serves several."""
    if row is None or row.connection.platform_id is not None:
        return {}
    return {
        "platform": forms.ModelChoiceField(
            queryset=references.platforms(row.connection).order_by("name"),
            widget=UnfoldAdminSelectWidget,
            help_text="In whose books it is booked.",
        )
    }


def platform_if_several(row: BankException | None) -> Fields:
    """Return the same field, to be left empty but for a fee within a batch of several platforms' payments."""
    found = platform_choice(row)
    for field in found.values():
        field.required = False
        field.help_text = (
            "Only for a batch with payments of several platforms: in whose books the bank's fee is booked."
        )
    return found


def open_exceptions() -> models.QuerySet[BankException]:
    """Return the open exceptions without a proposal."""
    proposed = Proposal.objects.filter(status=ProposalStatus.OPEN, verb__startswith="bank_exception.")
    found = [identifiers.parse("BankException", one) for one in proposed.values_list("subject", flat=True)]
    keys = [key for key in found if key is not None]
    rows: models.QuerySet[BankException] = BankException.objects.filter(closed_at=None).exclude(pk__in=keys)
    return rows


def following(_: HttpRequest, row: BankException) -> BankException | None:
    """Return the next exception to decide about."""
    found: BankException | None = links.next_of(open_exceptions(), row.pk)
    return found


def is_open(row: BankException, _: Any) -> bool:
    """Tell whether an exception is open."""
    return row.closed_at is None


def connections(field: str) -> forms.Field:
    """Return the field for one of the current bank connections."""
    rows = BankConnection.objects.filter(ended_at=None).order_by("name")
    return _OurAccount(queryset=rows, label=field, widget=UnfoldAdminSelectWidget)


class _OurAccount(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of connections, by bank and last four, with the name that files and cases have."""

    def label_from_instance(self, obj: BankConnection) -> str:
        return f"{our_accounts.named(obj)} ({obj.name})"
