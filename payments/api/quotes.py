"""POST /quotes, GET /quotes/{quoteId}, POST /quotes/{quoteId}/execute."""

import dataclasses
from typing import Any

from django.db import transaction
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments import dry_runs, queries, quote_representations, rates
from payments.accounts import quote_parties
from payments.accounts.quote_parties import Wanted
from payments.api.fields import fee_override
from payments.api.fields.networks import NetworkField
from payments.api.fields.remittance import RemittanceField
from payments.models import LockSide, PurposeOfPayment, QuoteSourceType
from payments.quotes import creating, executing
from payments.quotes.quotes import QuoteNotFound
from payments.rates import RateBook
from payments.uma.directory import counterparties
from payments.uma.flows import invoices
from payments.uma.sending.quote_terms import Agreed
from platforms.base import errors, identifiers
from platforms.http import batched
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import (
    AmountField,
    Body,
    ChoiceField,
    CurrencyField,
    FlagField,
    IdField,
    TextField,
    UmaAddressField,
    Variants,
)
from platforms.http.metadata import MetadataField
from platforms.models import Permission

MAX_LOCKED_AMOUNT = 9_000_000_000_000_000
_MOST_FACTS, _LONGEST_FACT = 50, 1024
_THE_ACCOUNTS = "The account's currency. May be left out; another one is refused."


@extend_schema_serializer(component_name="AccountQuoteSourceRequest")
class _AccountSource(Body):
    """A payment from an account: an internal one is debited, an external one collected from."""

    sourceType = ChoiceField(choices=["ACCOUNT"], help_text="Pay from an account.")
    accountId = IdField(help_text="The internal account to debit, or the external account to collect from.")
    customerId = IdField(required=False, help_text="The account's holder, to be compared with it.")
    currency = CurrencyField(required=False, help_text=_THE_ACCOUNTS)


@extend_schema_serializer(component_name="RealtimeFundingQuoteSourceRequest")
class _RealtimeSource(Body):
    """A payment from outside, by the instructions that the quote shows."""

    sourceType = ChoiceField(
        choices=["REALTIME_FUNDING"], help_text="Somebody pays from outside, as `paymentInstructions` of the quote say."
    )
    currency = CurrencyField(help_text="What is paid in.")
    customerId = IdField(
        required=False,
        help_text="Who pays. Needed for a payment to a UMA address; otherwise left out where the platform itself pays.",
    )
    cryptoNetwork = NetworkField(
        required=False, help_text="The network that a digital asset is paid on: only ways over it are shown."
    )


@extend_schema_serializer(component_name="AccountQuoteDestinationRequest")
class _AccountDestination(Body):
    """A payment to an internal or external account."""

    destinationType = ChoiceField(choices=["ACCOUNT"], help_text="Pay to an account.")
    accountId = IdField(help_text="The internal or external account of any holder of your platform.")
    currency = CurrencyField(required=False, help_text=_THE_ACCOUNTS)
    paymentRail = TextField(
        max_length=64,
        required=False,
        help_text=(
            "The rail to pay by: one of the `paymentRails` of an external account, or another one that its type allows."
            " Left out: the service chooses, by the amount where rails have limits."
        ),
    )


@extend_schema_serializer(component_name="UmaAddressQuoteDestinationRequest")
class _UmaDestination(Body):
    """A payment to a UMA address, which was looked up before."""

    destinationType = ChoiceField(choices=["UMA_ADDRESS"], help_text="Pay to a UMA address.")
    umaAddress = UmaAddressField(help_text="Who is paid, as the lookup named it.")
    currency = CurrencyField(
        required=False,
        help_text="What the receiver gets, one of the lookup's `supportedCurrencies`. Left out: the one it prefers.",
    )


Serializers = serializers.Serializer[Any] | type[serializers.Serializer[Any]]
_SOURCES: dict[str, Serializers] = {
    "ACCOUNT": _AccountSource,
    "REALTIME_FUNDING": _RealtimeSource,
}
_DESTINATIONS: dict[str, Serializers] = {
    "ACCOUNT": _AccountDestination,
    "UMA_ADDRESS": _UmaDestination,
}


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="QuoteSourceRequest", serializers=_SOURCES, resource_type_field_name="sourceType"
    )
)
class _Source(Variants):
    pass


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="QuoteDestinationRequest",
        serializers=_DESTINATIONS,
        resource_type_field_name="destinationType",
    )
)
class _Destination(Variants):
    pass


@extend_schema_field(
    {
        "type": "object",
        "maxProperties": _MOST_FACTS,
        "additionalProperties": {"type": "string", "maxLength": _LONGEST_FACT},
    }
)
class _Facts(serializers.Field[Any, Any, Any, Any]):
    """What is told about the sender, by counterparty field: texts of bounded length."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or len(data) > _MOST_FACTS:
            raise serializers.ValidationError(f"must be an object with at most {_MOST_FACTS} members")
        wrong = {
            name: [f"must be a string of at most {_LONGEST_FACT} characters"]
            for name, value in data.items()
            if not isinstance(value, str) or len(value) > _LONGEST_FACT or "\0" in value or "\0" in name
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return data


@extend_schema_serializer(component_name="QuoteRequest")
class QuoteBody(Body):
    """What a quote is asked for."""

    lookupId = IdField(
        required=False,
        help_text="A lookup of the same receiver, not older than 30 minutes. Needed for a payment to a UMA address.",
    )
    source = _Source(discriminator="sourceType", kinds=_SOURCES, help_text="Who pays, and from where.")  # type: ignore[assignment]
    destination = _Destination(
        discriminator="destinationType", kinds=_DESTINATIONS, help_text="Who is paid, and where."
    )
    lockedCurrencySide = ChoiceField(
        choices=LockSide.choices,
        help_text=(
            "Which side `lockedCurrencyAmount` is of: `SENDING` is what the payer pays, fees included, `RECEIVING`"
            " what arrives."
        ),
    )
    lockedCurrencyAmount = AmountField(
        min_value=1,
        max_value=MAX_LOCKED_AMOUNT,
        help_text="The amount that is fixed to the unit, in the smallest unit of the currency of that side.",
    )
    immediatelyExecute = FlagField(
        required=False, help_text="true: the quote is executed with the request. Only for a source of type ACCOUNT."
    )
    description = TextField(
        max_length=1024,
        required=False,
        help_text="What it is for; shown with the payment, and told to the receiver's side where that takes comments.",
    )
    metadata = MetadataField()
    remittanceInformation = RemittanceField()
    purposeOfPayment = ChoiceField(
        choices=PurposeOfPayment.choices,
        required=False,
        help_text="Why it is paid, for rails and institutions that ask.",
    )
    platformFeeOverride = fee_override.FeeOverride(
        required=False,
        help_text="What you charge for this payment in place of your `feeConfigs`; zero charges nothing.",
    )
    senderCustomerInfo = _Facts(
        required=False,
        help_text=(
            "Facts about the sender that the customer's record lacks, by counterparty field: what"
            " `requiredCounterpartyFields` of the receiving currency or the lookup ask for."
        ),
    )


def _wanted(call: Call) -> Wanted:
    body = call.body
    source, destination = body["source"], body["destination"]
    address = destination.get("umaAddress", "").lower()
    if address and "lookupId" not in body:
        raise errors.InvalidInput.field("lookupId", "is required for a payment to a UMA address: look it up first")
    is_immediate = body.get("immediatelyExecute", False)
    if is_immediate and source["sourceType"] != QuoteSourceType.ACCOUNT:
        raise errors.InvalidInput.field(
            "immediatelyExecute", "must be left out, or false, for a source of another type than ACCOUNT"
        )
    return Wanted(
        platform_id=call.platform_id,
        environment=call.caller.environment,
        source_type=source["sourceType"],
        source_account=source.get("accountId", ""),
        source_customer=source.get("customerId"),
        source_currency=source.get("currency", ""),
        crypto_network=source.get("cryptoNetwork", ""),
        destination_account=destination.get("accountId", ""),
        destination_address=address,
        receiving_currency=_receiving_currency(call) if address else destination.get("currency", ""),
        payment_rail=destination.get("paymentRail", ""),
        lock_side=body["lockedCurrencySide"],
        amount=body["lockedCurrencyAmount"],
        is_immediate=is_immediate,
        description=body.get("description"),
        metadata=body.get("metadata"),
        remittance=body.get("remittanceInformation"),
        purpose=body.get("purposeOfPayment", ""),
        fee_override=fee_override.of(body),
        sender_information=body.get("senderCustomerInfo", {}),
        lookup_id=body.get("lookupId"),
    )


def _receiving_currency(call: Call) -> str:
    """Return what a receiver elsewhere gets: as asked for, else what it prefers."""
    asked: str = call.body["destination"].get("currency", "")
    return asked or invoices.receiving_currency(platform_id=call.platform_id, lookup_id=call.body["lookupId"])


@dataclasses.dataclass(frozen=True, slots=True)
class _Prepared:
    """What a quote needs that is not to be had in a database transaction."""

    wanted: Wanted
    book: RateBook
    agreed: Agreed | None


def _current_rates(call: Call) -> RateBook:
    """Return the rates that there are. A sandbox notes that what was forced of them was asked for: not by a dry run."""
    with transaction.atomic():
        book = rates.current(environment=call.caller.environment, platform_id=call.platform_id, now=call.now)
        transaction.set_rollback(True)
    return book


def _prepare(call: Call) -> _Prepared:
    """Make sure that there are rates, and agree with the receiver's side of a payment to a UMA address.

    A dry run takes the rates that there are, and asks nobody.
    """
    wanted = _wanted(call)
    environment = call.caller.environment
    book = _current_rates(call) if call.is_dry_run else rates.ensure(environment, call.platform_id)
    if not wanted.destination_address:
        return _Prepared(wanted, book, None)
    agreed = invoices.agree(wanted=wanted, environment=environment, book=book, asks=not call.is_dry_run)
    return _Prepared(wanted, book, agreed)


def _parties(call: Call) -> batched.Row | None:
    """Ask about both sides of a quote; None for one that has more to be stored with it."""
    body = call.body
    if "umaAddress" in body["destination"] or body.get("immediatelyExecute"):
        return None
    return quote_parties.asked(_wanted(call))


_BEGIN = batched.Statements(
    asked=quote_parties.ASKED,
    read=quote_parties.LOAD.format(now=batched.NOW),
    facts=quote_parties.Facts,
    guard=creating.GUARD,
    written=creating.WRITTEN,
    write=creating.WRITE,
    moves_money=True,
    wakes=creating.WAKES,
)


@Endpoint(
    "POST",
    "quotes",
    Permission.TRANSACT,
    body=QuoteBody,
    response=quote_representations.QuoteRepresentation,
    status=201,
    moves_money=True,
    prepare=_prepare,
    statements=_BEGIN,
    ask=_parties,
    dry_run=dry_runs.of_unmade(dry_runs.unmade_quote, dry_runs.QuoteDryRun),
    errors=(
        "INTERNAL_ACCOUNT_NOT_FOUND",
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "USER_NOT_READY",
        "INVALID_CURRENCY",
        "INVALID_BANK_ACCOUNT",
        "INVALID_UMA_ADDRESS",
        "INSUFFICIENT_BALANCE",
        "AMOUNT_OUT_OF_RANGE",
        "CURRENCY_MISMATCH",
        "SELF_PAYMENT",
        "PULL_NOT_SUPPORTED",
        "MISSING_MANDATORY_USER_INFO",
        "LOOKUP_REQUEST_FAILED",
        "QUOTE_REQUEST_FAILED",
        "COUNTERPARTY_NOT_ALLOWED",
        "VELOCITY_LIMIT_EXCEEDED",
        "DRY_RUN_NOT_POSSIBLE",
        *counterparties.PAY_REQUEST_CODES,
        412,
    ),
)
def create_quote(
    call: Call, prepared: _Prepared, facts: quote_parties.Facts | None = None
) -> Json | tuple[Json, batched.Row]:
    """Price a payment across currencies and hold the price for five minutes.

    Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be approved. A quote from
    `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by executing it.

    Returns:
        The quote with its transaction's id.
    """
    wanted = prepared.wanted
    if facts is None:
        quote = creating.begin(
            wanted=wanted, book=prepared.book, agreed=prepared.agreed, actor=call.actor, now=call.now
        )
        return quote_representations.quote(quote)
    parties = quote_parties.require(wanted, facts)
    quote, row = creating.create(wanted=wanted, parties=parties, book=prepared.book, actor=call.actor, now=call.now)
    return quote_representations.quote(quote), row


@Endpoint(
    "GET", "quotes/<str:quote_id>", response=quote_representations.QuoteRepresentation, errors=("QUOTE_NOT_FOUND",)
)
def get_quote_by_id(call: Call, quote_id: str) -> Json:
    """Read a quote.

    Answer with the quote and where its payment stands.

    Returns:
        The quote.
    """
    quote = queries.quote(platform_id=call.platform_id, key=identifiers.parse("Quote", quote_id))
    if quote is None:
        raise QuoteNotFound
    return quote_representations.quote(quote)


def _quote(_call: Call, quote_id: str) -> batched.Row:
    """Ask about the quote."""
    return {"quote": identifiers.parse("Quote", quote_id)}


@Endpoint(
    "POST",
    "quotes/<str:quote_id>/execute",
    Permission.TRANSACT,
    response=dry_runs.ExecutedQuote,
    statements=batched.Statements(
        asked=executing.ASKED,
        read=executing.READ,
        facts=executing.Facts.of,
        guard=executing.GUARD,
        written=executing.WRITTEN,
        write=executing.WRITE,
        moves_money=True,
        refusal=executing.refusal,
        wakes=creating.WAKES,
    ),
    ask=_quote,
    dry_run=dry_runs.IN_PLACE,
    errors=(
        "QUOTE_NOT_FOUND",
        "CUSTOMER_DELETED",
        "USER_NOT_READY",
        "INVALID_BANK_ACCOUNT",
        "INSUFFICIENT_BALANCE",
        "QUOTE_EXPIRED",
        "QUOTE_NOT_PENDING",
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "INVALID_BANK_ACCOUNT",
        "VELOCITY_LIMIT_EXCEEDED",
    ),
)
def execute_quote(call: Call, quote_id: str, *, facts: executing.Facts) -> tuple[Json, batched.Row]:
    """Pay a quote from its account.

    Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be approved, the accounts
    of the quote must not be deleted, and the `spendingLimits` of the token must allow the payment.

    Returns:
        The quote.
    """
    return executing.execute(facts=facts, **call.by)
