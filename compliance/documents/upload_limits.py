"""Upload limits: files through an identity link, and bytes of a platform in a day.

An upload is counted before its file is inspected, in a statement of its own: a refused file has cost the same, and a
database transaction would make the platform's other uploads wait. A file that was not inspected for lack of a free slot
is not counted.
"""

import datetime as dt
import uuid

from django.conf import settings
from django.db import connection
from django.db.models import F

from compliance.models import KycLink
from platforms.base import clock, errors

_COUNT = """
INSERT INTO compliance_uploadday AS known (platform_id, day, files, size)
SELECT %(platform)s::uuid, %(day)s::date, 1, %(size)s::bigint WHERE %(size)s::bigint <= %(most)s::bigint
    ON CONFLICT (platform_id, day) DO UPDATE SET files = known.files + 1, size = known.size + excluded.size
 WHERE known.size + excluded.size <= %(most)s::bigint
RETURNING size
"""


class DayExhausted(errors.DomainError):
    """The platform has reached its upload limit of the day."""

    code = "RATE_LIMITED"


class LinkExhausted(errors.DomainError):
    """The identity link has reached its limit of files."""

    code = "RATE_LIMITED"
    message = "This link has taken as many files as it may. Ask for a new link."


def count(*, platform_id: uuid.UUID, size: int, now: clock.RealTime) -> None:
    """Count a file of `size` bytes for the platform's day, by the real clock; raises DayExhausted."""
    most, day = settings.UPLOAD_BYTES_PER_DAY, now.date()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"platform": platform_id, "day": day, "size": size, "most": most})
        is_counted = cursor.fetchone() is not None
    if not is_counted:
        midnight = dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), tzinfo=dt.UTC)
        message = f"A platform may upload {most} bytes in a day. Files are taken again from midnight UTC."
        raise DayExhausted(message, retryAfter=max(1, round((midnight - now).total_seconds())))


def count_for_link(link_id: uuid.UUID) -> None:
    """Count a file sent through an identity link; raises LinkExhausted."""
    rows = KycLink.objects.filter(id=link_id, uploads__lt=settings.UPLOADS_PER_IDENTITY_LINK)
    if not rows.update(uploads=F("uploads") + 1):
        raise LinkExhausted
