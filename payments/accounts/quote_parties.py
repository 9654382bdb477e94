"""The two sides of a quote: payer and payee with their accounts, and whether the payment is allowed.

One query reads everything that decides it: both accounts, their holders, and the platform's limits in both currencies.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import orjson

from compliance import gates
from compliance.gates import Moment, Side
from compliance.parties import Party
from compliance.queries import CustomerNotFound
from payments.account_types import table
from payments.accounts import beneficiary_facts, invoices, payer_facts
from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.accounts.invoices import Invoice
from payments.accounts.refusals import CurrencyContradicted, PullNotSupported
from payments.ledger.holds import AccountHeld
from payments.models import QuoteSourceType, TransactionType
from payments.pricing import fee_schedules, platform_fees
from payments.pricing.arithmetic import PlatformFee
from platforms.base import errors, identifiers
from platforms.database import prepared, sql
from platforms.models import FeeDestinationType


class SelfPayment(errors.DomainError):
    """Source and destination are one account."""

    code = "SELF_PAYMENT"
    message = "Source and destination must be different accounts."


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A platform's request for a quote. Identifiers are public ones; amounts in the locked side's smallest unit."""

    platform_id: uuid.UUID
    environment: str
    source_type: str
    source_account: str = ""
    source_customer: str | None = None
    source_currency: str = ""
    """For real-time funding; beside an account only compared with the account's."""
    crypto_network: str = ""
    destination_account: str = ""
    destination_address: str = ""
    """A UMA address, in place of an account."""
    receiving_currency: str = ""
    """For a payment to an address; beside an account only compared with the account's."""
    payment_rail: str = ""
    lock_side: str
    amount: int
    is_immediate: bool = False
    description: str | None = None
    metadata: Mapping[str, str] | None = None
    remittance: str | None = None
    purpose: str = ""
    sender_information: Mapping[str, str] = dataclasses.field(default_factory=dict)
    lookup_id: str | None = None
    fee_override: PlatformFee | None = None
    """What the platform charges in place of what it has configured."""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """One end of a payment: an internal account, an external one, or (as a source only) a payment from outside."""

    internal_id: uuid.UUID | None
    external_id: uuid.UUID | None
    customer_id: uuid.UUID | None
    currency: str
    public_id: str
    """Empty for a payment from outside."""
    beneficiary: dict[str, str] = dataclasses.field(default_factory=dict)
    """Facts about the holder of an external account, by counterparty field."""
    invoice: Invoice | None = None
    """Of an external account that is an invoice."""
    account_type: str = ""
    """Of an external account that is paid."""

    @property
    def is_ours(self) -> bool:
        """Tell whether it is an account of the platform or of a customer."""
        return self.internal_id is not None or self.external_id is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Parties:
    """A payment's two ends and its limits."""

    platform_id: uuid.UUID
    source: Place
    destination: Place
    payer: Party | None
    """None: the platform itself."""
    payee: Party | None
    platform_customer_id: str
    minimum: int
    maximum: int
    terms: fee_schedules.FeeTerms
    """What the service charges between accounts of the two currencies."""
    platform_fee: PlatformFee | None = None
    """What the platform charges the payer beside that; None: nothing."""
    payer_facts: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Facts about the payer, by counterparty field."""
    wanted_payee_fields: Mapping[str, bool] = dataclasses.field(default_factory=dict)
    """Fields that the platform requests of payees from the sending currency, each with whether it is mandatory."""

    @property
    def sending_currency(self) -> str:
        """The currency that the payer pays in."""
        return self.source.currency

    @property
    def customer_id(self) -> uuid.UUID | None:
        """The payer; None: the platform itself."""
        return self.payer and self.payer.id


# By keys alone, and the platform compared afterwards: see payments.queries.
ASKED = "source_in uuid, source_out uuid, target_in uuid, target_out uuid, customer uuid, currency text"
LOAD = sql.of_constants(
    """
SELECT source_in.platform_id, source_in.customer_id, source_in.currency,
       source_out.platform_id, source_out.customer_id, source_out.currency, source_out.status,
       source_out.account_type, source_out.deleted_at,
       target_in.platform_id, target_in.customer_id, target_in.currency,
       target_out.platform_id, target_out.customer_id, target_out.currency, target_out.status,
       target_out.account_type, target_out.deleted_at, target_out.account_info -> 'beneficiary',
       target_out.created_at, {sealed},
       payer.platform_id, payer.status, payer.deleted_at,
       payer.platform_customer_id, payer.id,
       jsonb_build_object(
           'FULL_NAME', payer.name, 'BIRTH_DATE', payer.birth_date, 'NATIONALITY', payer.nationality,
           'COUNTRY_OF_RESIDENCE', payer.country, 'POSTAL_ADDRESS', payer.address_line,
           'BUSINESS_TYPE', payer.business_type,
           'USER_TYPE', payer.customer_type, 'ACCOUNT_IDENTIFIER', payer.uma_address, 'IDENTIFIER', payer.uma_address
       ), payer.encrypted_identifiers::text,
       payee.status, payee.deleted_at,
       sending.min_amount, sending.max_amount, sending.enabled_transaction_types,
       receiving.code, receiving.required_counterparty_fields, sending.required_counterparty_fields,
       EXISTS (SELECT FROM payments_ledgeraccount
                WHERE id IN (source_in.ledger_account_id, target_in.ledger_account_id) AND held_at IS NOT NULL),
       {schedules},
       sending.fee_configs::text, sending.most_fixed_fee, sending.most_fee_share
  FROM (VALUES (asked.source_in)) AS given(source_in)
  LEFT JOIN payments_internalaccount source_in ON source_in.id = given.source_in
  LEFT JOIN payments_externalaccount source_out ON source_out.id = asked.source_out
  LEFT JOIN payments_internalaccount target_in ON target_in.id = asked.target_in
  LEFT JOIN payments_externalaccount target_out ON target_out.id = asked.target_out
  LEFT JOIN compliance_party payer
         ON payer.id = coalesce(source_in.customer_id, source_out.customer_id, asked.customer)
  LEFT JOIN compliance_party payee ON payee.id = coalesce(target_in.customer_id, target_out.customer_id)
  LEFT JOIN platforms_platformcurrency sending
         ON sending.platform_id = asked.platform
        AND sending.code = coalesce(source_in.currency, source_out.currency, asked.currency)
  LEFT JOIN platforms_platformcurrency receiving
         ON receiving.platform_id = asked.platform
        AND receiving.code = coalesce(target_in.currency, target_out.currency)
""",
    sealed=invoices.SEALED.format("target_out"),
    schedules=fee_schedules.STATED.format(
        platform="asked.platform",
        now="{now}",
        sending="coalesce(source_in.currency, source_out.currency, asked.currency)",
        receiving="coalesce(target_in.currency, target_out.currency)",
    ),
)
"""The facts of a quote that is asked for: a query by columns of `asked`, ASKED and the calling platform.

In the place `{now}` it takes the platform's time, as SQL.
"""
_LOAD_ONE = sql.of_constants(
    """
SELECT facts.* FROM (VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::text))
       AS asked(platform, source_in, source_out, target_in, target_out, customer, currency)
 CROSS JOIN LATERAL ({load}) AS facts
""",
    load=LOAD.format(now="$8::timestamptz"),
)


class Facts(NamedTuple):
    """A row of LOAD."""

    source_in_platform: uuid.UUID | None
    source_in_customer: uuid.UUID | None
    source_in_currency: str | None
    source_out_platform: uuid.UUID | None
    source_out_customer: uuid.UUID | None
    source_out_currency: str | None
    source_out_status: str | None
    source_out_type: str | None
    source_out_deleted_at: dt.datetime | None
    target_in_platform: uuid.UUID | None
    target_in_customer: uuid.UUID | None
    target_in_currency: str | None
    target_out_platform: uuid.UUID | None
    target_out_customer: uuid.UUID | None
    target_out_currency: str | None
    target_out_status: str | None
    target_out_type: str | None
    target_out_deleted_at: dt.datetime | None
    target_beneficiary: str | None
    target_created_at: dt.datetime | None
    target_invoice: str | None
    payer_platform: uuid.UUID | None
    payer_status: str | None
    payer_deleted_at: dt.datetime | None
    payer_platform_customer_id: str | None
    payer_id: uuid.UUID | None
    payer_facts: str
    payer_identifiers: str | None
    payee_status: str | None
    payee_deleted_at: dt.datetime | None
    minimum: int | None
    maximum: int | None
    directions: list[str] | None
    receiving: str | None
    required_fields: str | None
    payee_fields: str | None
    is_held: bool
    schedules: str | None
    """Fee schedules, as `fee_schedules.stated` takes them."""
    fee_configs: str | None
    most_fixed_fee: int | None
    most_fee_share: Decimal | None


def asked(wanted: Wanted) -> dict[str, Any]:
    """Return the columns ASKED. Raises CustomerNotFound for what is no customer's id."""
    customer = identifiers.parse("Customer", wanted.source_customer) if wanted.source_customer else None
    if wanted.source_customer and customer is None:
        raise CustomerNotFound
    return {
        "source_in": identifiers.parse("InternalAccount", wanted.source_account),
        "source_out": identifiers.parse("ExternalAccount", wanted.source_account),
        "target_in": identifiers.parse("InternalAccount", wanted.destination_account),
        "target_out": identifiers.parse("ExternalAccount", wanted.destination_account),
        "customer": customer,
        "currency": wanted.source_currency,
    }


def load(wanted: Wanted, *, now: dt.datetime) -> Parties:
    """Read both sides of a payment, and return them as `require` does. `now` by the platform's clock."""
    return require(wanted, Facts(*prepared.rows(_LOAD_ONE, [wanted.platform_id, *asked(wanted).values(), now])[0]))


def require(wanted: Wanted, row: Facts) -> Parties:
    """Return both sides of a payment that is allowed between them.

    Raises InternalAccountNotFound, ExternalAccountNotFound, CustomerNotFound, CustomerDeleted, UserNotReady,
    SelfPayment, AccountHeld, PullNotSupported, CurrencyContradicted, PayerDataMissing, and InvalidInput
    (INVALID_CURRENCY, INVALID_BANK_ACCOUNT) with the field that is wrong.
    """
    keys = asked(wanted)
    source = _source(wanted, row, keys["source_in"], keys["source_out"])
    destination = (
        _address(wanted)
        if wanted.destination_address
        else _destination(wanted, row, keys["target_in"], keys["target_out"])
    )
    if (wanted.source_currency or source.currency) != source.currency:
        raise CurrencyContradicted
    if (wanted.receiving_currency or destination.currency) != destination.currency:
        raise CurrencyContradicted
    if wanted.source_account and wanted.source_account == wanted.destination_account:
        raise SelfPayment
    if row.is_held:
        raise AccountHeld
    _check_payer(wanted, row, source, keys["customer"])
    if destination.customer_id is not None:
        gates.require(Moment.QUOTE, Side.PAYEE, status=row.payee_status, deleted_at=row.payee_deleted_at)
    if row.minimum is None or row.maximum is None or TransactionType.OUTGOING not in (row.directions or []):
        raise errors.InvalidInput.field(
            "source",
            f"must be in a currency with OUTGOING transactions: PATCH /config enables them in {source.currency}",
            code="INVALID_CURRENCY",
        )
    facts = payer_facts.known(row.payer_facts, identifiers=row.payer_identifiers, customer_id=row.payer_id)
    if not wanted.destination_address:
        _check_payer_data(wanted, row, facts, destination)
    elif wanted.destination_address == facts.get("IDENTIFIER"):
        raise SelfPayment
    return Parties(
        platform_id=wanted.platform_id,
        source=source,
        destination=destination,
        payer=_party(row.payer_id, row.payer_status, row.payer_deleted_at),
        payee=_party(destination.customer_id, row.payee_status, row.payee_deleted_at),
        platform_customer_id=row.payer_platform_customer_id or "",
        minimum=row.minimum,
        maximum=row.maximum,
        terms=fee_schedules.stated(row.schedules, sending=source.currency, receiving=destination.currency),
        platform_fee=_platform_fee(wanted, row, source),
        payer_facts=facts,
        wanted_payee_fields={field["name"]: field["mandatory"] for field in orjson.loads(row.payee_fields or "[]")},
    )


def _platform_fee(wanted: Wanted, row: Facts, source: Place) -> PlatformFee | None:
    """Return what the platform charges the payer; None for nothing. Raises InvalidInput."""
    override = wanted.fee_override
    if source.customer_id is None:
        if override is not None:
            platform_fees.refuse_own(override)
        return None
    if override is None:
        to = FeeDestinationType.UMA_ADDRESS if wanted.destination_address else FeeDestinationType.ACCOUNT
        return platform_fees.configured(row.fee_configs, source_type=wanted.source_type, destination_type=to)
    return platform_fees.allowed(
        override,
        most_fixed=row.most_fixed_fee or 0,
        most_share=row.most_fee_share or Decimal(0),
        currency=source.currency,
    )


def _party(key: uuid.UUID | None, status: str | None, deleted_at: dt.datetime | None) -> Party | None:
    return None if key is None else Party(key, status or "", deleted_at)


def _address(wanted: Wanted) -> Place:
    # The lookup has asked for everything already.
    return Place(None, None, None, wanted.receiving_currency, wanted.destination_address)


def _source(wanted: Wanted, row: Facts, internal: uuid.UUID | None, external: uuid.UUID | None) -> Place:
    if wanted.source_type == QuoteSourceType.REALTIME_FUNDING:
        return Place(None, None, row.payer_id, wanted.source_currency, "")
    if external is None:
        if row.source_in_platform != wanted.platform_id:
            raise InternalAccountNotFound
        return Place(internal, None, row.source_in_customer, row.source_in_currency or "", wanted.source_account)
    if row.source_out_platform != wanted.platform_id or row.source_out_deleted_at is not None:
        raise ExternalAccountNotFound
    if not table.get(row.source_out_type or "").pull:
        raise PullNotSupported
    require_active("source", row.source_out_status)
    return Place(None, external, row.source_out_customer, row.source_out_currency or "", wanted.source_account)


def _destination(wanted: Wanted, row: Facts, internal: uuid.UUID | None, external: uuid.UUID | None) -> Place:
    if external is None:
        if row.target_in_platform != wanted.platform_id:
            raise InternalAccountNotFound
        if wanted.payment_rail:
            raise errors.InvalidInput.field(
                "destination.paymentRail", "must be left out: no rail leads to an internal account"
            )
        return Place(internal, None, row.target_in_customer, row.target_in_currency or "", wanted.destination_account)
    if row.target_out_platform != wanted.platform_id or row.target_out_deleted_at is not None:
        raise ExternalAccountNotFound
    require_active("destination", row.target_out_status)
    rails = table.get(row.target_out_type or "").all_rails
    if wanted.payment_rail and wanted.payment_rail not in rails:
        problem = errors.InvalidInput.field("destination.paymentRail", f"must be one of {', '.join(rails)}")
        raise problem.expecting({"destination.paymentRail": rails})
    return Place(
        None,
        external,
        row.target_out_customer,
        row.target_out_currency or "",
        wanted.destination_account,
        beneficiary_facts.of(row.target_beneficiary),
        invoices.opened(
            row.target_invoice, account_id=external, created_at=row.target_created_at, environment=wanted.environment
        ),
        row.target_out_type or "",
    )


def require_active(side: str, status: str | None) -> None:
    """Raise InvalidInput for an external account that is not ACTIVE; `side` is `source` or `destination`."""
    if status != "ACTIVE":
        raise errors.InvalidInput.field(
            f"{side}.accountId", f"must be an account that is ACTIVE: this one is {status}", code="INVALID_BANK_ACCOUNT"
        )


def _check_payer(wanted: Wanted, row: Facts, source: Place, customer: uuid.UUID | None) -> None:
    if customer is not None and source.public_id and customer != source.customer_id:
        raise errors.InvalidInput.field("source.customerId", "must be the holder of the source account")
    if customer is not None and row.payer_platform is None:
        raise CustomerNotFound
    if row.payer_id is None:
        return
    if row.payer_platform != wanted.platform_id:
        raise CustomerNotFound
    gates.require(Moment.QUOTE, Side.PAYER, status=row.payer_status, deleted_at=row.payer_deleted_at)


def told_by(wanted: Wanted, facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts about the payer: those given for this payment override those that we know."""
    purpose = {"PURPOSE_OF_PAYMENT": wanted.purpose} if wanted.purpose else {}
    said = {name: value for name, value in wanted.sender_information.items() if value.strip()}
    return {**facts, **purpose, **said}


def _check_payer_data(wanted: Wanted, row: Facts, facts: Mapping[str, str], destination: Place) -> None:
    if row.receiving is None:
        raise errors.InvalidInput.field(
            "destination",
            f"must be in a currency of the platform: PATCH /config adds {destination.currency}",
            code="INVALID_CURRENCY",
        )
    required = {field["name"]: field["mandatory"] for field in orjson.loads(row.required_fields or "[]")}
    payer_facts.require_told(required=required, told=told_by(wanted, facts))
