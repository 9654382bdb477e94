"""The table and the button of notes on a page. Everybody who may open the page reads them and writes further ones."""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.db import models
from unfold.widgets import UnfoldAdminTextareaWidget

from platforms import audit
from platforms.backoffice import columns
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.panels import Panel
from platforms.base import clock, errors
from platforms.encryption import salted
from platforms.models import Note, Platform

_SHOWN = 100
_LONGEST = 4000
_VERB = "note.write"
_TEXT = "Everybody who may open this page reads it. Stored encrypted; the platform and the customer never see it."


class SubjectNotFound(errors.NotFound):
    """The object of the page is no more, or never was."""

    message = "There is no such object."


def offer_on(
    model: type[models.Model],
    *,
    customer: Callable[[Any], uuid.UUID | None],
    kept: str,
    offered: Callable[[Any, Any], bool] | None = None,
) -> None:
    """Declare the button on the pages of a model, whose rows have a public identifier.

    `customer` returns the key of the customer whom a row concerns. `kept` is a sentence of the dialog: how long the
    text is kept.
    """
    field = forms.CharField(
        label="Note", max_length=_LONGEST, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}), help_text=kept
    )
    Action(
        _VERB,
        roles=list(Role),
        on=model,
        path="note",
        button="Note",
        icon="sticky_note_2",
        offered=offered,
        title="Write a note",
        text=_TEXT,
        submit="Save",
        fields={"reason": field},
        arguments=lambda row, _: {"about": row, "customer": customer(row) if row else None},
        perform=_write,
        message="Note saved.",
    )


def add(
    *, platform: Platform, about: str, customer: uuid.UUID | None, text: str, actor: audit.Actor, now: dt.datetime
) -> Note:
    """Write a note about a public identifier, at any time. `customer`: key of the customer with whom it is erased.

    `now` is the platform's time. The audit row has the salted hash of the text. Raises InvalidInput for `reason`: a
    text of 1 to 4000 characters is needed.
    """
    text = text.strip()
    if not text:
        raise errors.InvalidInput.field("reason", "is needed")
    if len(text) > _LONGEST:
        raise errors.InvalidInput.field("reason", f"must not be longer than {_LONGEST} characters")
    note: Note = Note.objects.create(
        platform=platform,
        subject=about,
        customer=customer,
        text=text,
        salt=salted.new_salt(),
        at=now,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )
    proof = salted.proof("Note", note.id, note.text, salt=note.salt)
    audit.record(audit.Subject(platform.pk, about), "note.write", actor=actor, now=now, **proof)
    return note


def panel(public_id: str) -> Panel:
    """Return the notes about an object, the newest first; one query."""
    rows = list(Note.objects.filter(subject=public_id).order_by("-id")[: _SHOWN + 1])
    lines = [(columns.moment_text(note.at), note.actor_id, note.text or "Erased.") for note in rows]
    more = f" These are the newest {_SHOWN}." if len(rows) > _SHOWN else ""
    return Panel("Notes", ("written", "by", "note"), lines[:_SHOWN], note=f"Press n to write one.{more}")


def _write(*, about: Any, customer: uuid.UUID | None, actor: audit.Actor, now: clock.RealTime, reason: str) -> Any:
    """Write a note by the clock of the platform, and return what it is about, whose page opens again."""
    if about is None:
        raise SubjectNotFound
    platform = about if isinstance(about, Platform) else about.platform
    moment = clock.of(platform, now)
    add(platform=platform, about=about.public_id, customer=customer, text=reason, actor=actor, now=moment)
    return about
