"""Stored external accounts that would be refused if they were made today: rules have become stricter since."""

import dataclasses
import functools
from collections.abc import Iterator, Sequence

from payments.account_types import validation
from payments.accounts import external_accounts
from payments.directory import institutions
from payments.models import ExternalAccount

_AT_ONCE = 500


def find() -> Iterator[tuple[ExternalAccount, Sequence[tuple[str, str]]]]:
    """Yield accounts that are not deleted, oldest first, with the fields and reasons why they would be refused.

    The reasons repeat no value. An invoice that has expired, or was paid, is no such account: it was right in its time.
    """
    knows_bank = functools.cache(institutions.knows)
    rows = ExternalAccount.objects.filter(deleted_at=None).select_related("platform").order_by("id")
    for account in rows.iterator(chunk_size=_AT_ONCE):
        circumstances = external_accounts.circumstances(
            account.platform.environment, crypto_network=account.crypto_network
        )
        try:
            validation.validate(
                account.account_info,
                currency=account.currency,
                knows_bank=knows_bank,
                circumstances=dataclasses.replace(circumstances, real_now=None),
            )
        except validation.AccountInfoInvalid as invalid:
            yield account, invalid.errors
