"""The list of notes. Their text is shown on the page of their subject only, to those who may open it."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import Note


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    """Who wrote when about what."""

    exact = ("subject",)
    search_help_text = "Customer:…, Transaction:… or PlatformConfig:…"
    list_display = ("at", "subject", "actor_id", "platform")
    list_filter = ("platform",)
    loads = ("platform",)
    hidden = ("salt", "customer")
    shown = (columns.subject("subject"), columns.withheld("text"))
    groups = (("Note", ("id", "subject", "at", "text", "platform")), ("Author", ("actor_kind", "actor_id")))
