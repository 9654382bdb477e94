"""Accounts whose status changes without the platform's doing: platforms that have asked for it are told."""

import datetime as dt
import logging
from collections.abc import Sequence

from payments import representations
from payments.ledger import holds
from payments.models import ExternalAccount, InternalAccount
from platforms.base import clock, errors
from platforms.encryption import encryption
from webhooks.outbox import events

logger = logging.getLogger(__name__)
_EXTERNAL, _INTERNAL = "EXTERNAL_ACCOUNT.STATUS_UPDATED", "INTERNAL_ACCOUNT.STATUS_UPDATED"


def external_changed(account: ExternalAccount, *, now: dt.datetime) -> None:
    """Tell of an external account's new status, which was saved; of a deleted one nobody is told."""
    if account.deleted_at is not None or not events.is_wanted(account.platform_id, _EXTERNAL):
        return
    try:
        shown = representations.external_account(account)
    except encryption.Unreadable:
        # A list of sanctions that has changed is compared with all accounts: a damaged one stops none of the others.
        logger.exception("an account's status changed, and it can't be read", extra={"subject": account.public_id})
        return
    events.emit_many([events.NewEvent(account.platform_id, _EXTERNAL, account.public_id, shown, now)])


def internal_changed(accounts: Sequence[int], *, now: clock.RealTime) -> None:
    """Tell of internal accounts that were held or released, given by the keys of their ledger accounts."""
    rows = InternalAccount.objects.filter(ledger_account__in=accounts).order_by("id")
    changed = []
    for account in rows.select_related("ledger_account", "platform"):
        at = clock.of(account.platform, now)
        try:
            shown = representations.internal_account(account)
        except errors.RecordDamaged:
            # The check of the books holds damaged accounts: one whose currency nobody knows does not stop it.
            logger.exception("an account's status changed, and it can't be shown", extra={"subject": account.public_id})
            continue
        changed.append(events.NewEvent(account.platform_id, _INTERNAL, account.public_id, shown, at))
    events.emit_many(changed)


holds.watch(internal_changed)
