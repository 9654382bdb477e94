"""The page of daily uploads by platform, against the limits."""

from django.conf import settings
from django.contrib import admin
from django.template.defaultfilters import filesizeformat

from compliance.models import UploadDay
from platforms.backoffice import columns
from platforms.backoffice.read_only import ReadOnlyAdmin


def _share(row: UploadDay) -> str:
    return f"{row.size / settings.UPLOAD_BYTES_PER_DAY:.0%} of {filesizeformat(settings.UPLOAD_BYTES_PER_DAY)}"


@admin.register(UploadDay)
class UploadDayAdmin(ReadOnlyAdmin):
    """Uploads by platform and day, and whether the limit was reached."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("day", "platform", "files", "size", "share")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (
        columns.text("size", filesizeformat),
        columns.column("share", _share, title="Of what a day may have"),
    )
