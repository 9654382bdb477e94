"""GET /receiver/external-account/{accountId} and /receiver/uma/{receiverUmaAddress}."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import quote_representations, rates
from payments.accounts import lookups
from payments.uma.directory import counterparties
from payments.uma.flows import receiver_lookups
from platforms.base import identifiers
from platforms.base.money_json import currency_json
from platforms.http import batched
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, ChoiceField, CurrencySerializer, IdField, Query, UmaAddressField
from platforms.models import CounterpartyField, Permission

_ONE_OR_BOTH = (
    "Send `customerId`, `senderUmaAddress`, or both of one customer. Both may be left out for an external account of a"
    " customer: its holder is taken."
)


class ReceiverQuery(Query):
    """Who wants to send: a customer by id, by UMA address, or by both."""

    customerId = IdField(required=False, help_text=f"Who wants to send. {_ONE_OR_BOTH}")
    senderUmaAddress = UmaAddressField(required=False, help_text=f"Who wants to send. {_ONE_OR_BOTH}")


class ReceivableCurrency(serializers.Serializer[Any]):
    """A currency that the receiver can get."""

    currency = CurrencySerializer(help_text="What the receiver can get.")
    sendingCurrency = CurrencySerializer(
        help_text="What the sender is taken to pay in: a currency in which the customer has money, this one first."
    )
    estimatedExchangeRate = quote_representations.RateField(
        help_text="Major units of `sendingCurrency` that one major unit of this currency costs."
    )
    min = AmountField(
        min_value=1, help_text="The least that the receiver can get, in the smallest unit of this currency."
    )
    max = AmountField(
        min_value=1, help_text="The most that the receiver can get, in the smallest unit of this currency."
    )


@extend_schema_serializer(component_name="RequiredPayerDataField")
class RequiredPayerField(serializers.Serializer[Any]):
    """Something that the quote must say about the sender."""

    name = ChoiceField(choices=CounterpartyField.choices, help_text="Which fact.")
    mandatory = serializers.BooleanField(help_text="true: without it there is no quote. false: told where it is known.")


@extend_schema_serializer(component_name="ReceiverExternalAccountLookupResponse")
class AccountLookup(serializers.Serializer[Any]):
    """What is known about the receiver before a quote."""

    accountId = serializers.CharField(help_text="The external account that was looked up.")
    supportedCurrencies = ReceivableCurrency(
        many=True, help_text="What the account can be paid in, with rate and limits."
    )
    requiredPayerDataFields = RequiredPayerField(
        many=True,
        required=False,
        help_text="What the quote must, or may, say about the sender; empty where nothing is asked for.",
    )
    lookupId = serializers.CharField(help_text="Names the lookup in a quote, for 30 minutes.")


def _parties(call: Call, account_id: str) -> batched.Row:
    """Ask about account and sender."""
    named = call.query.get("senderUmaAddress")
    return {
        "account": identifiers.parse("ExternalAccount", account_id),
        "sender": _customer(call.query),
        "named": None if named is None else named.lower(),
    }


def _rates(call: Call, **_path: str) -> rates.RateBook | rates.RatesStale:
    """Take the rates, for which a source may have to be asked. Who may not see the account learns that first."""
    try:
        return rates.ensure(call.caller.environment, call.platform_id)
    except rates.RatesStale as stale:
        return stale


# It leaves a row behind, for a quote to name.
@Endpoint(
    "GET",
    "receiver/external-account/<str:account_id>",
    Permission.TRANSACT,
    query=ReceiverQuery,
    response=AccountLookup,
    get_writes=True,
    prepare=_rates,
    statements=batched.Statements(
        asked=lookups.ASKED, read=lookups.LOAD, facts=lookups.Facts, written=lookups.WRITTEN, write=lookups.WRITE
    ),
    ask=_parties,
    errors=(
        "EXTERNAL_ACCOUNT_NOT_FOUND",
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "INVALID_CURRENCY",
        "QUOTE_REQUEST_FAILED",
        412,
        424,
    ),
)
def lookup_external_account(
    call: Call, account_id: str, *, prepared: rates.RateBook | rates.RatesStale, facts: lookups.Facts
) -> tuple[Json, batched.Row]:
    """Look up an external account as a receiver.

    Say in which currency, at about which rate and within which limits a sender can pay the account, and what must be
    told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.

    Returns:
        What the receiver can get.
    """
    answer, row = lookups.look_up_account(facts=facts, platform_id=call.platform_id, book=prepared, now=call.now)
    return _represent(account_id, answer), row


@extend_schema_serializer(component_name="ReceiverUmaLookupResponse")
class UmaLookup(serializers.Serializer[Any]):
    """What the receiver's institution says before a quote."""

    receiverUmaAddress = serializers.CharField(help_text="The address that was looked up, in small letters.")
    supportedCurrencies = ReceivableCurrency(
        many=True, help_text="What the receiver can get, the preferred currency first."
    )
    requiredPayerDataFields = RequiredPayerField(
        many=True,
        required=False,
        help_text="What the quote must, or may, say about the sender; empty where nothing is asked for.",
    )
    lookupId = serializers.CharField(help_text="Names the lookup in a quote, for 30 minutes.")


def _ask(call: Call, receiver_uma_address: str) -> receiver_lookups.Found:
    """Ask the receiver's institution."""
    if not call.query:
        raise lookups.unnamed_sender()
    return receiver_lookups.ask(
        platform_id=call.platform_id,
        environment=call.caller.environment,
        receiver=receiver_uma_address.lower(),
        customer_id=_customer(call.query),
        sender_uma_address=call.query.get("senderUmaAddress"),
    )


# It leaves a row behind, for a quote to name.
@Endpoint(
    "GET",
    "receiver/uma/<str:receiver_uma_address>",
    Permission.TRANSACT,
    query=ReceiverQuery,
    response=UmaLookup,
    get_writes=True,
    prepare=_ask,
    errors=(
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "INVALID_UMA_ADDRESS",
        "INVALID_CURRENCY",
        "QUOTE_REQUEST_FAILED",
        "COUNTERPARTY_NOT_ALLOWED",
        *counterparties.LOOKUP_CODES,
        412,
    ),
)
def lookup_uma(call: Call, prepared: receiver_lookups.Found, **_path: str) -> Json:
    """Look up a UMA address as a receiver.

    Ask the receiver's institution whether there is such a person, and what the person can get. A quote to the address
    names the lookup by its `lookupId`, for 30 minutes.

    Returns:
        What the receiver's institution says.
    """
    answer = receiver_lookups.note(platform_id=call.platform_id, found=prepared)
    fields = answer.required_payer_data.items()
    return {
        "receiverUmaAddress": answer.receiver,
        "supportedCurrencies": _currencies(answer.receivables),
        "requiredPayerDataFields": [{"name": name, "mandatory": mandatory} for name, mandatory in fields],
        "lookupId": identifiers.public("Lookup", answer.lookup_id),
    }


def _customer(query: Mapping[str, Any]) -> uuid.UUID | None:
    """Return the key of the customer that a query names: one that nobody has for what is no customer's id."""
    if "customerId" not in query:
        return None
    return identifiers.parse("Customer", query["customerId"]) or uuid.UUID(int=0)


def _represent(account_id: str, answer: lookups.Answer) -> dict[str, Any]:
    return {
        "accountId": account_id,
        "supportedCurrencies": _currencies([answer.receivable]),
        "requiredPayerDataFields": answer.required_payer_fields,
        "lookupId": identifiers.public("Lookup", answer.lookup_id),
    }


def _currencies(receivables: Iterable[lookups.Receivable]) -> list[dict[str, Any]]:
    return [
        {
            "currency": currency_json(receivable.currency),
            "sendingCurrency": currency_json(receivable.sending),
            # A rate has 15 significant digits at most: a JSON number of double precision keeps them all.
            "estimatedExchangeRate": float(receivable.exchange_rate),
            "min": receivable.minimum,
            "max": receivable.maximum,
        }
        for receivable in receivables
    ]
