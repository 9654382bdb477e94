"""Leases of rows whose work may take long: short, and renewed by a thread for as long as the worker lives.

A killed worker's rows are free again within a minute. A thread that can't reach the database renews nothing; then
another worker may begin the same row, and what the work itself locks keeps the two apart.
"""

import datetime as dt
import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection, models

from platforms.base import clock

logger = logging.getLogger(__name__)
LEASE = dt.timedelta(seconds=60)
"""How long a row belongs to a worker that renews it no longer."""
RENEWAL_SECONDS = 15.0


@contextmanager
def renewed(model: type[models.Model], keys: set[uuid.UUID]) -> Iterator[None]:
    """Renew `leased_until` of the rows with these keys in a thread. The caller removes the keys it has done with."""
    over = threading.Event()

    def renew() -> None:
        try:
            while not over.wait(RENEWAL_SECONDS):
                _renew(model, list(keys))
        finally:
            connection.close()

    thread = threading.Thread(target=renew, name="renewal of leases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _renew(model: type[models.Model], keys: list[uuid.UUID]) -> None:
    rows = model._default_manager.filter(pk__in=keys, leased_until__isnull=False)
    try:
        rows.update(leased_until=clock.real_now() + LEASE)
    except Error as error:
        logger.warning("leases were not renewed: %s", type(error).__name__)
        connection.close()
