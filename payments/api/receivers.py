"""GET /receiver/external-account/{accountId} and /receiver/uma/{receiverUmaAddress}."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import rates, representations
from payments.conversations import receiver_lookups
from payments.operations import lookups
from platforms.kit import identifiers
from platforms.models import CounterpartyField, Permission
from platforms.rest import batched
from platforms.rest.fields import AmountField, CurrencySerializer, IdField, Query, UmaAddressField, currency_json
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply

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

    currency = CurrencySerializer()
    estimatedExchangeRate = representations.RateField(
        help_text="Major units of the sending currency that one major unit of this currency costs."
    )
    min = AmountField(min_value=1)
    max = AmountField(min_value=1)


@extend_schema_serializer(component_name="RequiredPayerDataField")
class RequiredPayerField(serializers.Serializer[Any]):
    """Something that the quote must say about the sender."""

    name = serializers.ChoiceField(choices=CounterpartyField.choices)
    mandatory = serializers.BooleanField()


@extend_schema_serializer(component_name="ReceiverExternalAccountLookupResponse")
class AccountLookup(serializers.Serializer[Any]):
    """What is known about the receiver before a quote."""

    accountId = serializers.CharField()
    supportedCurrencies = ReceivableCurrency(many=True)
    requiredPayerDataFields = RequiredPayerField(many=True, required=False)
    lookupId = serializers.CharField()


class ExternalAccountReceiver(CommandView):
    """What a customer can send to an external account. It leaves a row behind, for a quote to name."""

    read_permission = Permission.TRANSACT
    get_writes = True
    statements = batched.Statements(
        asked=lookups.ASKED, read=lookups.LOAD, facts=lookups.Facts, written=lookups.WRITTEN, write=lookups.WRITE
    )

    @operation(
        "lookupExternalAccount",
        summary="Look up an external account as a receiver",
        query=ReceiverQuery,
        response=AccountLookup,
        errors_too=(404, 410, 412, 424),
    )
    def get(
        self, call: Call, account_id: str, *, prepared: rates.RateBook | rates.RatesStale, facts: lookups.Facts
    ) -> Reply:
        """Note the lookup and answer with what it says."""
        answer, row = lookups.look_up_account(
            facts=facts, platform_id=call.caller.platform_id, book=prepared, now=call.now
        )
        return Reply(_represent(account_id, answer), row=row)

    def ask(self, call: Call, **path: str) -> batched.Row:
        """Ask about account and sender."""
        query = call.read_query(ReceiverQuery)
        named = query.get("senderUmaAddress")
        return {
            "account": identifiers.parse("ExternalAccount", path["account_id"]),
            "sender": _customer(query),
            "named": None if named is None else named.lower(),
        }

    def prepare(self, call: Call, **path: str) -> rates.RateBook | rates.RatesStale:
        """Take the rates, for which a source may have to be asked. Who may not see the account learns that first."""
        try:
            return rates.ensure(call.caller.environment)
        except rates.RatesStale as stale:
            return stale


@extend_schema_serializer(component_name="ReceiverUmaLookupResponse")
class UmaLookup(serializers.Serializer[Any]):
    """What the receiver's institution says before a quote."""

    receiverUmaAddress = serializers.CharField()
    supportedCurrencies = ReceivableCurrency(many=True)
    requiredPayerDataFields = RequiredPayerField(many=True, required=False)
    lookupId = serializers.CharField()


class UmaReceiver(CommandView):
    """What a customer can send to a UMA address. It leaves a row behind, for a quote to name."""

    read_permission = Permission.TRANSACT
    get_writes = True

    @operation(
        "lookupUma",
        summary="Look up a UMA address as a receiver",
        query=ReceiverQuery,
        response=UmaLookup,
        errors_too=(404, 410, 412, 424),
    )
    def get(self, call: Call, receiver_uma_address: str, *, prepared: receiver_lookups.Heard) -> Reply:
        """Note the lookup and answer with what the receiver's institution says."""
        answer = receiver_lookups.note(platform_id=call.caller.platform_id, heard=prepared)
        fields = answer.required_payer_data.items()
        return Reply(
            {
                "receiverUmaAddress": answer.receiver,
                "supportedCurrencies": _currencies(answer.receivables),
                "requiredPayerDataFields": [{"name": name, "mandatory": mandatory} for name, mandatory in fields],
                "lookupId": identifiers.public("Lookup", answer.lookup_id),
            }
        )

    def prepare(self, call: Call, **path: str) -> receiver_lookups.Heard:
        """Ask the receiver's institution."""
        query = call.read_query(ReceiverQuery)
        if not query:
            raise lookups.unnamed_sender()
        return receiver_lookups.ask(
            platform_id=call.caller.platform_id,
            environment=call.caller.environment,
            receiver=path["receiver_uma_address"].lower(),
            customer_id=_customer(query),
            sender_uma_address=query.get("senderUmaAddress"),
        )


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
            # A rate has 15 significant digits at most: a JSON number of double precision keeps them all.
            "estimatedExchangeRate": float(receivable.exchange_rate),
            "min": receivable.minimum,
            "max": receivable.maximum,
        }
        for receivable in receivables
    ]
