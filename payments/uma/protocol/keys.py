"""Public keys of counterparties: fetched from their domains, checked, and cached.

Outsiders choose which domain is asked, and that domain how long it takes to answer. So no domain is asked often, few at
a time, and none for long; and requests caused by outsiders have slots of their own (`waiting`).
"""

import datetime as dt
import logging

from django.db.models import Q

from payments.models import UmaCounterpartyKeys
from payments.uma import messages
from payments.uma.protocol import transport, waiting
from platforms.base import slots
from platforms.models import Environment

logger = logging.getLogger(__name__)
KEPT_FOR = dt.timedelta(hours=1)
"""The maximum, whatever the counterparty allows: a withdrawn key is trusted for this long."""
ASKED_AGAIN_AFTER = dt.timedelta(seconds=30)
"""Minimum interval: neither bad signatures nor a silent domain can make us ask it more often."""
TIMEOUT_SECONDS = 5.0
GRACE = dt.timedelta(minutes=1)
"""How long expired keys are still trusted when there is no slot to ask for new ones."""
_FORGOTTEN_AFTER = dt.timedelta(days=1)


def of_domain(domain: str, *, environment: str, now: dt.datetime, is_ours: bool = False) -> messages.PublicKeys:
    """Return the keys of a counterparty, as seen by an environment, fetching them when they are unknown or too old.

    `is_ours`: a request of one of our platforms needs them, not an outsider's. Raises ProtocolError when they are not
    available (COUNTERPARTY_PUBKEY_FETCH_ERROR) or not valid, and Busy. May use the network.
    """
    row = _find(domain, environment)
    kept = _keys(row, until=now)
    if kept is not None:
        return kept
    if row is not None and row.has_failed and now - row.asked_at < ASKED_AGAIN_AFTER:
        raise messages.ProtocolError(*_not_to_be_had("they were not, a moment ago"))
    try:
        return _ask(domain, environment, now=now, is_ours=is_ours)
    except slots.Busy:
        ended_just_now = _keys(row, until=now - GRACE)
        if ended_just_now is None:
            raise
        return ended_just_now


def renewed(domain: str, *, environment: str, now: dt.datetime, is_ours: bool = False) -> messages.PublicKeys | None:
    """Fetch the keys of a counterparty again, because a signature did not fit the cached ones, and return them.

    None when it was asked a moment ago, or does not answer now.
    """
    row = _find(domain, environment)
    if row is not None and now - row.asked_at < ASKED_AGAIN_AFTER:
        return None
    try:
        return _ask(domain, environment, now=now, is_ours=is_ours)
    except (messages.ProtocolError, slots.Busy):
        return None


def drop(domain: str, *, environment: str) -> None:
    """Drop the keys of a domain that was verified here, or ceased to be: they may belong to another institution now."""
    UmaCounterpartyKeys.objects.filter(domain=_known_as(domain, environment)).delete()


def forget(*, now: dt.datetime) -> int:
    """Delete the keys of domains not used for a day, and domains without keys; return how many."""
    unused = Q(asked_at__lt=now - _FORGOTTEN_AFTER)
    never_there = Q(signing_key=None, asked_at__lt=now - ASKED_AGAIN_AFTER)
    deleted, _ = UmaCounterpartyKeys.objects.filter(unused | never_there).delete()
    return deleted


def _known_as(domain: str, environment: str) -> str:
    # One domain may belong to a sandbox platform here and to an outside institution: each has keys of its own.
    return domain if environment == Environment.PRODUCTION else f"sandbox:{domain}"


def _find(domain: str, environment: str) -> UmaCounterpartyKeys | None:
    row: UmaCounterpartyKeys | None = UmaCounterpartyKeys.objects.filter(domain=_known_as(domain, environment)).first()
    return row


def _keys(row: UmaCounterpartyKeys | None, *, until: dt.datetime) -> messages.PublicKeys | None:
    """Return the keys in a row that are valid beyond a moment."""
    if row is None or row.expires_at is None or row.expires_at <= until:
        return None
    assert row.signing_key is not None
    assert row.encryption_key is not None
    return messages.PublicKeys(bytes(row.signing_key), bytes(row.encryption_key), row.expires_at)


def _ask(domain: str, environment: str, *, now: dt.datetime, is_ours: bool) -> messages.PublicKeys:
    known_as = _known_as(domain, environment)
    try:
        keys = _fetch(domain, environment, now=now, is_ours=is_ours)
    except messages.ProtocolError as error:
        logger.warning("keys of a counterparty not to be had", extra={"domain": domain, "reason": error.text})
        # Cached keys that are still valid stay: the domain may only be down for a moment.
        _store(UmaCounterpartyKeys(domain=known_as, asked_at=now, has_failed=True), "asked_at", "has_failed")
        raise
    ends = now + KEPT_FOR
    row = UmaCounterpartyKeys(
        domain=known_as,
        signing_key=keys.signing_key,
        encryption_key=keys.encryption_key,
        expires_at=min(ends, keys.expires_at or ends),
        asked_at=now,
    )
    _store(row, "signing_key", "encryption_key", "expires_at", "asked_at", "has_failed")
    return keys


def _fetch(domain: str, environment: str, *, now: dt.datetime, is_ours: bool) -> messages.PublicKeys:
    url = f"https://{domain}/.well-known/lnurlpubkey"
    slot = (waiting.OURS if is_ours else waiting.KEYS).held(domain)
    try:
        answer = transport.get(url, environment=environment, timeout_seconds=TIMEOUT_SECONDS, slot=slot)
    except transport.Unreachable as error:
        raise messages.ProtocolError(*_not_to_be_had(str(error))) from None
    if not answer.is_ok:
        raise messages.ProtocolError(*_not_to_be_had(f"its domain answers with status {answer.status}"))
    return messages.read_public_keys(answer.body, now=now)


def _store(row: UmaCounterpartyKeys, *columns: str) -> None:
    UmaCounterpartyKeys.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["domain"], update_fields=columns
    )


def _not_to_be_had(why: str) -> tuple[messages.Reason, str]:
    text = f"The public keys of the counterparty are not to be had: {why}."
    return messages.Reason.COUNTERPARTY_PUBKEY_FETCH_ERROR, text
