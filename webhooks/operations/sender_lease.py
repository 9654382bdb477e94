"""The right to send: held by one process at a time."""

import uuid

from django.db import connection

SECONDS = 10
"""How long a lease lives without renewal: what a killed sender costs at most."""
_SLOT = 1


def hold(*, holder: uuid.UUID) -> bool:
    """Take the lease or renew it; False while another holder's is running. The database's clock decides."""
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO webhooks_senderlease AS lease (slot, holder, held_until)"
            " VALUES (%s, %s, now() + make_interval(secs => %s))"
            " ON CONFLICT (slot) DO UPDATE SET holder = EXCLUDED.holder, held_until = EXCLUDED.held_until"
            " WHERE lease.holder = EXCLUDED.holder OR lease.held_until <= now()",
            [_SLOT, holder, float(SECONDS)],
        )
        return bool(cursor.rowcount)


def give_back(*, holder: uuid.UUID) -> None:
    """End the lease, so that the next sender need not wait for it to run out."""
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM webhooks_senderlease WHERE slot = %s AND holder = %s", [_SLOT, holder])
