"""Public keys of counterparties: asked of their domains, checked, and kept for a while.

Strangers choose which domain is asked, and how long it takes to answer is for the domain to choose. So no domain is
asked often, few at a time, and none for long; and what outsiders make us ask has slots of its own (`waiting`).
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
"""The longest, whatever the counterparty allows: so long a key that it has withdrawn is still believed."""
ASKED_AGAIN_AFTER = dt.timedelta(seconds=30)
"""Neither with bad signatures nor with a domain that does not answer can anybody make us ask it more often."""
TIMEOUT_SECONDS = 5.0
GRACE = dt.timedelta(minutes=1)
"""For how long keys that have ended are still believed when there is no slot to ask for new ones."""
_FORGOTTEN_AFTER = dt.timedelta(days=1)


def of_domain(domain: str, *, environment: str, now: dt.datetime, is_ours: bool = False) -> messages.PublicKeys:
    """Return the keys of a counterparty, as an environment sees it, asking for them when they are unknown or too old.

    `is_ours`: a request of one of our platforms needs them, not an outsider's. Raises ProtocolError when there are none
    to be had (COUNTERPARTY_PUBKEY_FETCH_ERROR) or they are not valid, and Busy. May use the network.
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
    """Return the keys of a counterparty asked for anew, because a signature did not fit the ones that are kept.

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
    """Forget the keys of a domain that has found an owner here, or lost one: they may be somebody else's now."""
    UmaCounterpartyKeys.objects.filter(domain=_known_as(domain, environment)).delete()


def forget(*, now: dt.datetime) -> int:
    """Delete the keys of domains that nobody has named for a day, and domains without keys; return how many."""
    unused = Q(asked_at__lt=now - _FORGOTTEN_AFTER)
    never_there = Q(signing_key=None, asked_at__lt=now - ASKED_AGAIN_AFTER)
    deleted, _ = UmaCounterpartyKeys.objects.filter(unused | never_there).delete()
    return deleted


def _known_as(domain: str, environment: str) -> str:
    # One domain may be that of a sandbox platform here and of somebody else in the world: neither's keys are the
    # other's.
    return domain if environment == Environment.PRODUCTION else f"sandbox:{domain}"


def _find(domain: str, environment: str) -> UmaCounterpartyKeys | None:
    row: UmaCounterpartyKeys | None = UmaCounterpartyKeys.objects.filter(domain=_known_as(domain, environment)).first()
    return row


def _keys(row: UmaCounterpartyKeys | None, *, until: dt.datetime) -> messages.PublicKeys | None:
    """Return the keys in a row that are good until after a moment."""
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
        # What is kept and still valid stays: the domain may only be down for a moment.
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
