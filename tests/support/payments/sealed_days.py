"""Days that are sealed before they are over."""

import datetime as dt

from django.db import transaction

from payments import tasks
from payments.models import SignedRoot
from payments.proofs import sealing
from platforms.base import clock


def seal(days: int = 1) -> SignedRoot:
    """Seal the journal, and the day before as it is in some days; return its root."""
    tasks.seal_journal()
    return finish(days)


def finish(days: int = 1) -> SignedRoot:
    """Seal the day before as it is in some days, of what the journal's seals have; return its root."""
    now = clock.RealTime(clock.real_now() + dt.timedelta(days=days))
    is_unfinished = True
    while is_unfinished:
        with transaction.atomic():
            is_unfinished = sealing.advance(now=now) is not None
    root: SignedRoot = SignedRoot.objects.latest("number")
    assert root.digest is not None
    return root
