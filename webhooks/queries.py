"""Reads of the webhooks app that deserve a name."""

import datetime as dt
import uuid

from django.db.models import Q, QuerySet

from webhooks.models import SigningKey


def published_keys(*platform_ids: uuid.UUID, now: dt.datetime) -> QuerySet[SigningKey]:
    """Return the keys that receivers should know at `now` (real time), newest first."""
    still_known = Q(published_until=None) | Q(published_until__gt=now)
    return SigningKey.objects.filter(still_known, platform_id__in=platform_ids).order_by("-signs_from", "algorithm")
