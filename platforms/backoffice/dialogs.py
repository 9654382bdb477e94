"""Dialogs: how staff make something happen. A form asks for what is needed and why, and calls one operation."""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import links
from platforms.kit import errors


class OperationForm(BaseDialogForm):  # type: ignore[misc]
    """The form of a dialog: its fields, then the reason. What the operation gave is in `done`."""

    reason = forms.CharField(
        max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}), help_text="Why. Kept in the audit log."
    )
    done: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Put the reason last, whatever a subclass adds."""
        super().__init__(*args, **kwargs)
        self.fields["reason"] = self.fields.pop("reason")

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Any:
        """Call the operation with what was entered; to be called in the database transaction of the dialog."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Do what the dialog is for: the operation's refusals belong beside the fields that they name."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        entered = {name: value for name, value in cleaned.items() if not name.startswith("_")}
        try:
            with transaction.atomic(durable=True):
                self.done = self.carry_out(actor=actor(self.request), **entered)
        except errors.InvalidInput as refusal:
            for problem in refusal.problems:
                self.add_error(problem["field"] if problem["field"] in self.fields else "reason", problem["reason"])
        except errors.DomainError as refusal:
            # The dialog shows what belongs to a field, and nothing else.
            self.add_error("reason", refusal.text)
        return cleaned


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]
    """A calendar and a clock."""

    input_type = "datetime-local"


def actor(request: HttpRequest) -> audit.Actor:
    """Return the member of staff who is signed in."""
    assert isinstance(request.user, User)
    return audit.Actor(kind="STAFF", id=request.user.get_username()[:64])


def key_of(object_id: object) -> uuid.UUID | None:
    """Return the key of the object on whose page a dialog was opened; None when the address names none."""
    try:
        return uuid.UUID(str(object_id).rpartition(":")[2])
    except ValueError:
        return None


def leave(request: HttpRequest, row: models.Model, message: str) -> HttpResponse:
    """Close the dialog and open the page of `row`."""
    messages.success(request, message)
    return HttpResponse(headers={"HX-Redirect": links.page(type(row), row.pk)})
