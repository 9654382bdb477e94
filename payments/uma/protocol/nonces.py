"""Nonces: each message of a counterparty is accepted once."""

import datetime as dt

from django.db import connection

from payments.models import UmaNonce
from payments.uma import messages

_KEPT_BEYOND = dt.timedelta(hours=1)
"""Longer than a message stays fresh: after a clock of ours is set back an old message must not count as new."""
_STEP = 10_000


def spend(signature: messages.Signature, *, domain: str) -> None:
    """Store the nonce of a message known to be genuine: one statement, committed at once.

    Before the signature is verified, anybody could use up the nonces of others. Raises ProtocolError (INVALID_NONCE)
    when it was used before; of several at the same moment one gets through.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO payments_umanonce (domain, nonce, expires_at) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            [domain, signature.nonce, signature.signed_at + messages.MAX_AGE + _KEPT_BEYOND],
        )
        if cursor.rowcount != 1:
            raise messages.ProtocolError(messages.Reason.INVALID_NONCE, "This message was received before.")


def forget(*, now: dt.datetime) -> int:
    """Delete up to some thousands of nonces of messages too old to be accepted; return how many."""
    old = UmaNonce.objects.filter(expires_at__lt=now).order_by("expires_at")[:_STEP]
    deleted, _ = UmaNonce.objects.filter(id__in=old.values("id")).delete()
    return deleted
