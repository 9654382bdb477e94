"""Pages of signing keys: the public halves."""

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin
from webhooks.models import SigningKey


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
