"""Closing the books of an account: an act of its own, after which its statements until then are final."""

import datetime as dt
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode

from payments.models import LedgerAccount
from payments.reporting import exports
from platforms import audit
from platforms.backoffice import dialogs
from platforms.backoffice.actions import Action, Role
from platforms.base import clock, errors

ROLES = (Role.OPERATIONS, Role.ADMINISTRATOR)


class _CloseForm(dialogs.ActionForm):
    """The dialog. It begins with the end of the period that was entered on the page of the statement."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].initial = self.request.GET.get("until", "")


def _close(
    *, account: LedgerAccount | None, until: dt.datetime, reason: str, actor: audit.Actor, now: clock.RealTime
) -> LedgerAccount:
    if account is None:
        raise errors.NotFound
    of_platform = clock.of(account.platform, now)
    return exports.close(account=account, until=until, reason=reason, actor=actor, now=of_platform)


def _to_statement(request: HttpRequest, row: LedgerAccount, _: LedgerAccount) -> HttpResponse:
    """Return to the statement, with the period that was entered there."""
    period = {name: request.GET[name] for name in ("since", "until") if request.GET.get(name)}
    address = reverse("admin:payments_ledger_statement", args=[row.pk])
    return HttpResponse(headers={"HX-Redirect": f"{address}?{urlencode(period)}"})


CLOSE = Action(
    "ledger.close",
    roles=ROLES,
    on=LedgerAccount,
    button="Close the books",
    icon="lock_clock",
    title="Close the books of this account",
    text="Before the moment that you enter nothing is booked on this account any more: an entry that comes late is "
    "dated from then on. Statements until then are final. Nobody can undo this.",
    fields={
        "until": forms.DateTimeField(
            label="Closed until, not included (UTC)",
            widget=dialogs.MomentInput,
            help_text="By the platform's clock. Not later than now.",
        )
    },
    form=_CloseForm,
    arguments=lambda row, entered: {"account": row, **entered},
    perform=_close,
    reply=_to_statement,
)
