"""External accounts: checked by the provider before the database transaction, stored in it."""

import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError

from compliance import gates, parties
from compliance.queries import CustomerNotFound
from payments.account_types import lightning, networks, validation
from payments.account_types.fields import Circumstances
from payments.account_types.rows import AccountType
from payments.accounts import beneficiary_screening, invoices
from payments.directory import institutions
from payments.models import ExternalAccount, ExternalAccountStatus
from payments.providers import asking, registry
from payments.providers.base import AccountRefused, BeneficiaryAnswer, ProviderFailed
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.database.rows import by_key
from platforms.models.platform import OwnedQuerySet


class ExternalAccountNotFound(errors.NotFound):
    """The platform has no such external account."""

    code = "EXTERNAL_ACCOUNT_NOT_FOUND"
    message = "There is no such external account."


class ExternalAccountExists(errors.DomainError):
    """The holder has the account already."""

    code = "EXTERNAL_ACCOUNT_EXISTS"
    message = "The holder already has this account in this currency."

    @classmethod
    def of(cls, account: ExternalAccount) -> "ExternalAccountExists":
        """Return the refusal that names the account."""
        return cls(externalAccountId=account.public_id)


class ProviderUnavailable(errors.DomainError):
    """The provider that checks accounts failed; nothing is stored, so that a retry makes sense."""

    code = "SWITCH_ERROR"
    message = "The account provider answered with an error."


@dataclasses.dataclass(frozen=True, slots=True)
class CheckedAccount:
    """An account that has passed the table of its type and the provider's check."""

    valid: validation.ValidatedAccount
    answer: BeneficiaryAnswer


def check(
    *,
    account_info: object,
    currency: str,
    crypto_network: str | None = None,
    environment: str,
    platform_id: uuid.UUID,
    customer_id: uuid.UUID | None = None,
) -> CheckedAccount:
    """Validate an account and ask the provider about its beneficiary. To be called outside a database transaction.

    Raises InvalidInput (INVALID_INPUT, INVALID_CURRENCY or INVALID_BANK_ACCOUNT) with every problem, and
    SWITCH_ERROR when the provider fails, Busy and NoAnswer when it does not answer.
    """
    try:
        valid = validation.validate(
            account_info,
            currency=currency,
            knows_bank=institutions.knows,
            circumstances=circumstances(environment, crypto_network=crypto_network),
        )
    except validation.AccountInfoInvalid as invalid:
        raise errors.InvalidInput(invalid.errors, code=invalid.code) from None
    if crypto_network is not None:
        _require_network(crypto_network, of=valid.account_type, environment=environment)
    answer = BeneficiaryAnswer(status=None)
    if valid.account_type.name_check:
        provider = registry.beneficiary_check(environment)
        try:
            answer = asking.ask(
                functools.partial(
                    provider.check,
                    account_type=valid.account_type.code,
                    primary_identifier=valid.primary_identifier,
                    beneficiary_name=valid.beneficiary_name,
                    platform_id=platform_id,
                    customer_id=customer_id,
                ),
                party=platform_id,
            )
        except AccountRefused:
            raise errors.InvalidInput.field(
                "accountInfo",
                "must be an account that exists: the provider does not know this one",
                code="INVALID_BANK_ACCOUNT",
            ) from None
        except ProviderFailed:
            raise ProviderUnavailable from None
    return CheckedAccount(valid, answer)


def circumstances(environment: str, *, crypto_network: str | None = None) -> Circumstances:
    """Return what decides about an account in an environment beside its own fields, now."""
    return Circumstances(
        test_network=networks.test_network(crypto_network),
        has_test_networks=bool(registry.network_fees(environment).test_networks),
        is_played=registry.endings(environment).choose,
        real_now=clock.real_now(),
    )


def create(
    *,
    platform_id: uuid.UUID,
    customer_id: uuid.UUID | None,
    belongs_to_customer: bool,
    currency: str,
    checked: CheckedAccount,
    options: Mapping[str, Any],
    actor: audit.Actor,
    now: dt.datetime,
) -> ExternalAccount:
    """Store a checked account of a customer or of the platform itself.

    It is UNDER_REVIEW if its beneficiary is like somebody on a list of sanctions: a reviewer has to look first.
    `options`: `platformAccountId`, `metadata`, `defaultUmaDepositAccount`, `cryptoNetwork`. Raises CustomerNotFound,
    CustomerDeleted, ExternalAccountExists, InvalidInput for an invoice that was paid before.
    """
    if belongs_to_customer:
        _require_customer(platform_id, customer_id)
    known = _same(platform_id, customer_id, currency, checked.valid)
    if known is not None:
        raise ExternalAccountExists.of(known)
    is_default = bool(options.get("defaultUmaDepositAccount"))
    _check_invoice(checked.valid, is_default=is_default)
    if is_default:
        former = ExternalAccount.objects.for_platform(platform_id).filter(
            customer_id=customer_id, default_uma_deposit_account=True
        )
        former.update(default_uma_deposit_account=False, updated_at=now)
    account = ExternalAccount(
        id=identifiers.new_key(),
        platform_id=platform_id,
        customer_id=customer_id,
        currency=currency,
        account_type=checked.valid.account_type.code,
        account_info=checked.valid.info,
        primary_identifier=checked.valid.primary_identifier,
        platform_account_id=options.get("platformAccountId"),
        metadata=options.get("metadata"),
        default_uma_deposit_account=is_default,
        crypto_network=options.get("cryptoNetwork"),
        beneficiary_verification_status=checked.answer.status,
        beneficiary_verified_data=(
            {"fullName": checked.answer.verified_name} if checked.answer.verified_name is not None else None
        ),
        warnings=checked.valid.warnings,
        created_at=now,
        updated_at=now,
    )
    account.status = beneficiary_screening.status_of(account)
    beneficiary_screening.screen_new(account, actor=actor, now=now)
    try:
        account.save(force_insert=True)
    except IntegrityError:
        # The unique index decides between two concurrent requests; of the other one nothing can be read here.
        raise ExternalAccountExists from None
    audit.record(account, "external_account.create", actor=actor, now=now, type=account.account_type, currency=currency)
    return account


def _same(
    platform_id: uuid.UUID, customer_id: uuid.UUID | None, currency: str, valid: validation.ValidatedAccount
) -> ExternalAccount | None:
    """Return the account of the holder that a new one would repeat."""
    rows = live(platform_id).filter(customer_id=customer_id, currency=currency, account_type=valid.account_type.code)
    field: Any = ExternalAccount._meta.get_field("primary_identifier_digest")
    return rows.filter(primary_identifier_digest=field.digest(valid.primary_identifier)).first()


def delete(*, platform_id: uuid.UUID, account_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime) -> None:
    """Delete an account for further use; payments that named it keep it. Raises ExternalAccountNotFound."""
    account = by_key(live(platform_id).select_for_update(), account_id)
    if account is None:
        raise ExternalAccountNotFound
    account.deleted_at = account.updated_at = now
    if account.status != ExternalAccountStatus.UNDER_REVIEW:
        # Payments that were made before wait for a reviewer, and may not go on because the account was deleted.
        account.status = ExternalAccountStatus.INACTIVE
    account.save(update_fields=["deleted_at", "updated_at", "status"])
    audit.record(account, "external_account.delete", actor=actor, now=now)


def live(platform_id: uuid.UUID) -> OwnedQuerySet:
    """Return the platform's accounts that were not deleted."""
    return ExternalAccount.objects.for_platform(platform_id).filter(deleted_at=None)


def _check_invoice(valid: validation.ValidatedAccount, *, is_default: bool) -> None:
    """Refuse an invoice that has taken its payment, and one as the account for all that comes."""
    text = invoices.named_by(valid.info)
    if text is None:
        return
    if is_default:
        raise errors.InvalidInput.field(
            "defaultUmaDepositAccount", "must be false for an invoice, which takes one payment"
        )
    content = lightning.invoice(text)
    if content is not None:
        invoices.require_unpaid(content.payment_hash.hex(), field="accountInfo.invoice")


def _require_network(name: str, *, of: AccountType, environment: str) -> None:
    """Raise InvalidInput unless wallets of this account type are on the network."""
    known = registry.network_fees(environment).test_networks
    network = networks.read(name, field="cryptoNetwork", test_networks=known)
    own = networks.of_account_type(of.code)
    if own != network:
        reason = f"must be {own} for {of.code}" if own else f"must be left out: {of.code} is on no network"
        raise errors.InvalidInput.field("cryptoNetwork", reason)


def _require_customer(platform_id: uuid.UUID, customer_id: uuid.UUID | None) -> None:
    holder = parties.find(platform_id=platform_id, id=customer_id)
    if holder is None:
        raise CustomerNotFound
    gates.require_live(deleted_at=holder.deleted_at)
