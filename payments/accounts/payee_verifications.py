"""Verification of payees: a payer asks whether an account of ours belongs to a name, before the money is sent.

A platform may ask about its own accounts. About those of other platforms, in its environment, it asks once staff have
allowed it. An unknown account and one that a caller may not ask about get the same answer.
"""

import dataclasses
import datetime as dt
import uuid
from typing import NamedTuple

import orjson

from compliance.screening import name_matches
from compliance.screening.name_matches import NameMatch
from payments.account_types import table
from platforms import audit
from platforms.base import identifiers
from platforms.database import prepared, sql
from platforms.models import Platform

NOT_AVAILABLE = "NOT_AVAILABLE"
"""There is no such account, several have the number, or the caller may not ask about it."""
RESULTS = (*NameMatch, NOT_AVAILABLE)
_FIELDS = sorted({name for row in table.ACCOUNT_TYPES.values() for name in row.primary_identifier})
_HOLDERS = sql.of_constants(
    """
SELECT account.id, account.platform_id, coalesce(party.name, platform.name) AS name,
       party.id IS NULL OR party.customer_type = 'BUSINESS' AS is_business, account.funding_reference
  FROM payments_internalaccount account
  JOIN platforms_platform platform ON platform.id = account.platform_id
  JOIN platforms_platform caller ON caller.id = $1::uuid AND caller.environment = platform.environment
                                AND (caller.may_verify_payees OR caller.id = platform.id)
  LEFT JOIN compliance_party party ON party.id = account.customer_id
 WHERE ({has_number}) AND party.deleted_at IS NULL
 ORDER BY account.id LIMIT 100
""",
    has_number=" OR ".join(f"account.funding_instructions @> ${place}::jsonb" for place in range(2, 2 + len(_FIELDS))),
)
"""The holders of the accounts that can be paid under a number: the caller, then what an account's instructions have."""


class _Holder(NamedTuple):
    account_id: uuid.UUID
    platform_id: uuid.UUID
    name: str
    is_business: bool
    funding_reference: str


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What a payer is told."""

    result: str
    """One of RESULTS."""
    suggested_name: str | None = None
    """The holder's name, where the one asked about is close to it."""


def verify(
    *,
    platform_id: uuid.UUID,
    number: str,
    reference: str | None,
    name: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> Answer:
    """Compare a name with that of the holder of an account of ours; the audit log keeps that it was asked.

    `number` is the account's as payers have it: an IBAN, an account number, an address. `reference` tells accounts of
    one number apart.
    """
    holder = _holder(platform_id, number, reference)
    if holder is None:
        answer = Answer(NOT_AVAILABLE)
        subject = audit.Subject(platform_id, identifiers.public(Platform.public_type, platform_id))
    else:
        match = name_matches.compare(name, holder.name, is_business=holder.is_business)
        answer = Answer(match, holder.name if match == NameMatch.CLOSE_MATCH else None)
        subject = audit.Subject(holder.platform_id, identifiers.public("InternalAccount", holder.account_id))
    caller = identifiers.public(Platform.public_type, platform_id)
    audit.record(subject, "payee_verification.answer", actor=actor, now=now, result=answer.result, caller=caller)
    return answer


def _holder(platform_id: uuid.UUID, number: str, reference: str | None) -> _Holder | None:
    wanted = [orjson.dumps([{"accountOrWalletInfo": {field: number}}]).decode() for field in _FIELDS]
    holders = [_Holder(*row) for row in prepared.rows(_HOLDERS, [platform_id, *wanted])]
    if reference is not None:
        holders = [holder for holder in holders if holder.funding_reference == reference]
    return holders[0] if len(holders) == 1 else None
