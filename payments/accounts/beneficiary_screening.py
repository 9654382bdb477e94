"""Beneficiaries of external accounts are screened: when an account is made, and whenever a list has changed.

An account whose beneficiary is like an entry of a list of sanctions is UNDER_REVIEW: no payment is made to or from it,
and those that were made before wait (`payments.due.WAITS`) until a reviewer has decided. Only what stands open in the
database is compared, so that no row that can't be opened stops the others.
"""

import datetime as dt
import itertools
import operator
import uuid
from collections.abc import Mapping
from typing import Any

import orjson
from django.db import connection
from django.db.models import Q

from compliance.gates import Side
from compliance.screening import payees
from compliance.screening.payees import Payee
from payments.accounts import account_status
from payments.due import ADVANCE_TASK
from payments.models import BeneficiaryVerificationStatus, ExternalAccount, ExternalAccountStatus
from platforms import audit
from platforms.base import clock, errors, identifiers, jobs

RESCREEN_TASK = "payments.rescreen_beneficiaries"
CHUNK = 100
_NEXT = """
SELECT account.id, account.platform_id, platform.clock_offset, account.account_info -> 'beneficiary',
       account.beneficiary_verified_data ->> 'fullName'
  FROM payments_externalaccount account JOIN platforms_platform platform ON platform.id = account.platform_id
 WHERE account.id > %(after)s AND account.refused_at IS NULL AND platform.environment = ANY(%(environments)s)
   AND (account.deleted_at IS NULL OR EXISTS (
           SELECT FROM payments_transaction payment
            WHERE payment.platform_id = account.platform_id AND payment.next_action_at IS NOT NULL
              AND 'ExternalAccount:' || account.id IN (payment.sender, payment.receiver)))
 ORDER BY account.id LIMIT %(limit)s FOR NO KEY UPDATE OF account
"""
_FIRST = uuid.UUID(int=0)


class AccountUnderReview(errors.DomainError):
    """An account of a payment was held, or refused, after the payment was agreed."""

    code = "INVALID_BANK_ACCOUNT"

    def __init__(self, side: Side, status: str) -> None:
        """Take the side whose account it is, and the status of the account."""
        text = f"The {side.lower()}'s account is {status}, not ACTIVE. Pay from or to another account."
        super().__init__(text, side=side.value, accountStatus=status)


def payee_of(*, account_id: uuid.UUID, beneficiary: object, verified_name: str | None) -> Payee | None:
    """Return what is compared of an account's beneficiary; None for an account without one, such as a wallet.

    `beneficiary`: as stored in `account_info`. A fact that is not as it should be is left out: this raises nothing.
    """
    facts: Mapping[str, Any] = beneficiary if isinstance(beneficiary, Mapping) else {}
    is_business = facts.get("beneficiaryType") == "BUSINESS"
    given = [facts.get("fullName"), facts.get("legalName"), verified_name]
    names = [name for name in given if isinstance(name, str) and name.strip()]
    if not names:
        return None
    address = facts.get("address")
    seat = facts.get("countryOfResidence") or (address.get("country") if isinstance(address, Mapping) else None)
    country = seat if is_business else facts.get("nationality")
    return Payee(
        account=identifiers.public("ExternalAccount", account_id),
        name=names[0],
        is_business=is_business,
        other_names=tuple(dict.fromkeys(names[1:])),
        birth_date=_date(facts.get("birthDate")),
        countries=(country,) if isinstance(country, str) and country else (),
    )


def screen_new(account: ExternalAccount, *, actor: audit.Actor, now: dt.datetime) -> None:
    """Screen the beneficiary of an account that is about to be stored; hold it where a reviewer has to look first."""
    verified = account.beneficiary_verified_data or {}
    payee = payee_of(
        account_id=account.id,
        beneficiary=account.account_info.get("beneficiary"),
        verified_name=verified.get("fullName"),
    )
    if payee is None:
        return
    payable = payees.screen(
        platform_id=account.platform_id, payees=[payee], cause=payees.CREATION, actor=actor, now=now
    )
    if not payable[payee.account]:
        account.status = ExternalAccountStatus.UNDER_REVIEW


def decide(*, account: str, is_listed: bool, actor: audit.Actor, now: dt.datetime) -> None:
    """Follow a reviewer's decision about a hit: end the account for good, or release it once all hits are cleared."""
    row: ExternalAccount = ExternalAccount.objects.select_for_update(no_key=True).get(
        id=identifiers.parse("ExternalAccount", account)
    )
    if is_listed:
        row.refused_at = row.refused_at or now
        _set(row, ExternalAccountStatus.INACTIVE, "external_account.refuse", actor=actor, now=now)
    elif row.refused_at is None and not payees.unresolved_among([account]):
        _release(row, actor=actor, now=now)
    # Payments that have waited go on, or fail.
    jobs.notify(ADVANCE_TASK)


def is_stopped(account: ExternalAccount) -> bool:
    """Tell whether an external account may not be paid because of its beneficiary."""
    return account.status == ExternalAccountStatus.UNDER_REVIEW or account.refused_at is not None


def rescreen(*, now: clock.RealTime) -> int:
    """Screen the next beneficiaries against a list that has changed; return how many accounts there were.

    Includes deleted accounts that a payment still goes to. Does nothing while another process screens.
    """
    part = payees.due_part(now=now)
    if part is None:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, {"after": part.after or _FIRST, "environments": list(part.environments), "limit": CHUNK})
        rows = cursor.fetchall()
    for (platform_id, ahead), group in itertools.groupby(
        sorted(rows, key=operator.itemgetter(1, 2)), key=operator.itemgetter(1, 2)
    ):
        beneficiaries = [
            payee_of(account_id=key, beneficiary=_opened(beneficiary), verified_name=verified)
            for key, _, _, beneficiary, verified in group
        ]
        _compare(platform_id, [payee for payee in beneficiaries if payee is not None], now=now + ahead)
    part.record(keys=[row[0] for row in rows], now=now)
    if rows:
        jobs.notify(RESCREEN_TASK)
    return len(rows)


def _compare(platform_id: uuid.UUID, beneficiaries: list[Payee], *, now: dt.datetime) -> None:
    payable = payees.screen(platform_id=platform_id, payees=beneficiaries, cause=payees.NEW_LIST, now=now)
    keys = {identifiers.parse("ExternalAccount", account): may for account, may in payable.items()}
    held, is_held = ExternalAccountStatus.UNDER_REVIEW, Q(status=ExternalAccountStatus.UNDER_REVIEW)
    differs = Q(id__in=[key for key, may in keys.items() if may]) & is_held
    differs |= Q(id__in=[key for key, may in keys.items() if not may]) & ~is_held
    for row in ExternalAccount.objects.filter(differs).defer("account_info", "primary_identifier").order_by("id"):
        if keys[row.id]:
            _release(row, actor=audit.SYSTEM, now=now)
        else:
            _set(row, held, "external_account.hold", actor=audit.SYSTEM, now=now)


def _release(row: ExternalAccount, *, actor: audit.Actor, now: dt.datetime) -> None:
    status = ExternalAccountStatus.INACTIVE if row.deleted_at is not None else status_of(row)
    _set(row, status, "external_account.release", actor=actor, now=now)
    jobs.notify(ADVANCE_TASK)


def status_of(row: ExternalAccount) -> ExternalAccountStatus:
    """Return the status of a live account that is not held: by the answer about its beneficiary's name."""
    is_open = row.beneficiary_verification_status == BeneficiaryVerificationStatus.PENDING
    return ExternalAccountStatus.PENDING if is_open else ExternalAccountStatus.ACTIVE


def _set(
    row: ExternalAccount, status: ExternalAccountStatus, verb: str, *, actor: audit.Actor, now: dt.datetime
) -> None:
    row.status, row.updated_at = status, now
    row.save(update_fields=["status", "updated_at", "refused_at"])
    account_status.external_changed(row, now=now)
    audit.record(row, verb, actor=actor, now=now)


def _opened(text: str | None) -> object:
    return orjson.loads(text) if text else None


def _date(text: object) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
