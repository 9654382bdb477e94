"""Pages of signing keys (the public halves) and of the sender's lease."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from webhooks.models import SenderLease, SigningKey


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnlyAdmin):
    """What events are signed with. The private half is never shown."""

    public_type = "SigningKey"
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "SigningKey:… or PlatformConfig:…"
    list_display = ("public_id", "algorithm", "platform", "signs_from", "published_until")
    list_filter = ("algorithm", "platform")
    loads = ("platform",)
    shown = (columns.code("public_key"),)


@admin.register(SenderLease)
class SenderLeaseAdmin(ReadOnlyAdmin):
    """Which process sends events now."""

    list_display = ("slot", "holder", "held_until")
