from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.counterparty_field_name import CounterpartyFieldName
from ..models.transaction_type import TransactionType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.counterparty_field_definition import CounterpartyFieldDefinition


T = TypeVar("T", bound="PlatformCurrencyConfigRequest")


@_attrs_define
class PlatformCurrencyConfigRequest:
    """A currency with its limits."""

    currency_code: str
    """ The currency, each once. A code such as `USD` or `BTC`. """
    min_amount: int
    """ The least that one payment may send, this amount included; at most `maxAmount`. A whole number in the
    smallest unit of its currency. 0 to 9,223,372,036,854,775,807. """
    max_amount: int
    """ The most that one payment may send, this amount included. A whole number in the smallest unit of its
    currency. 0 to 9,223,372,036,854,775,807. """
    required_counterparty_fields: list[CounterpartyFieldDefinition]
    """ What must, or may, be known of the other party of a payment in the currency. At most 17 items. """
    enabled_transaction_types: list[TransactionType]
    """ Which way money may flow in the currency; empty: neither way. At most 2 items. """
    provider_required_customer_fields: list[CounterpartyFieldName] | Unset = UNSET
    """ Ignored, so that what was read can be sent back: the rails of the currency decide. """
    provider_required_counterparty_customer_fields: list[CounterpartyFieldName] | Unset = UNSET
    """ Ignored, so that what was read can be sent back: the rails of the currency decide. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency_code = self.currency_code

        min_amount = self.min_amount

        max_amount = self.max_amount

        required_counterparty_fields = []
        for required_counterparty_fields_item_data in self.required_counterparty_fields:
            required_counterparty_fields_item = required_counterparty_fields_item_data.to_dict()
            required_counterparty_fields.append(required_counterparty_fields_item)

        enabled_transaction_types = []
        for enabled_transaction_types_item_data in self.enabled_transaction_types:
            enabled_transaction_types_item = enabled_transaction_types_item_data.value
            enabled_transaction_types.append(enabled_transaction_types_item)

        provider_required_customer_fields: list[str] | Unset = UNSET
        if not isinstance(self.provider_required_customer_fields, Unset):
            provider_required_customer_fields = []
            for provider_required_customer_fields_item_data in self.provider_required_customer_fields:
                provider_required_customer_fields_item = provider_required_customer_fields_item_data.value
                provider_required_customer_fields.append(provider_required_customer_fields_item)

        provider_required_counterparty_customer_fields: list[str] | Unset = UNSET
        if not isinstance(self.provider_required_counterparty_customer_fields, Unset):
            provider_required_counterparty_customer_fields = []
            for (
                provider_required_counterparty_customer_fields_item_data
            ) in self.provider_required_counterparty_customer_fields:
                provider_required_counterparty_customer_fields_item = (
                    provider_required_counterparty_customer_fields_item_data.value
                )
                provider_required_counterparty_customer_fields.append(
                    provider_required_counterparty_customer_fields_item
                )

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currencyCode": currency_code,
                "minAmount": min_amount,
                "maxAmount": max_amount,
                "requiredCounterpartyFields": required_counterparty_fields,
                "enabledTransactionTypes": enabled_transaction_types,
            }
        )
        if provider_required_customer_fields is not UNSET:
            field_dict["providerRequiredCustomerFields"] = provider_required_customer_fields
        if provider_required_counterparty_customer_fields is not UNSET:
            field_dict["providerRequiredCounterpartyCustomerFields"] = provider_required_counterparty_customer_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.counterparty_field_definition import CounterpartyFieldDefinition  # noqa: PLC0415

        d = dict(src_dict)
        currency_code = d.pop("currencyCode")

        min_amount = d.pop("minAmount")

        max_amount = d.pop("maxAmount")

        required_counterparty_fields = []
        _required_counterparty_fields = d.pop("requiredCounterpartyFields")
        for required_counterparty_fields_item_data in _required_counterparty_fields:
            required_counterparty_fields_item = CounterpartyFieldDefinition.from_dict(
                required_counterparty_fields_item_data
            )

            required_counterparty_fields.append(required_counterparty_fields_item)

        enabled_transaction_types = []
        _enabled_transaction_types = d.pop("enabledTransactionTypes")
        for enabled_transaction_types_item_data in _enabled_transaction_types:
            enabled_transaction_types_item = TransactionType(enabled_transaction_types_item_data)

            enabled_transaction_types.append(enabled_transaction_types_item)

        _provider_required_customer_fields = d.pop("providerRequiredCustomerFields", UNSET)
        provider_required_customer_fields: list[CounterpartyFieldName] | Unset = UNSET
        if _provider_required_customer_fields is not UNSET:
            provider_required_customer_fields = []
            for provider_required_customer_fields_item_data in _provider_required_customer_fields:
                provider_required_customer_fields_item = CounterpartyFieldName(
                    provider_required_customer_fields_item_data
                )

                provider_required_customer_fields.append(provider_required_customer_fields_item)

        _provider_required_counterparty_customer_fields = d.pop("providerRequiredCounterpartyCustomerFields", UNSET)
        provider_required_counterparty_customer_fields: list[CounterpartyFieldName] | Unset = UNSET
        if _provider_required_counterparty_customer_fields is not UNSET:
            provider_required_counterparty_customer_fields = []
            for (
                provider_required_counterparty_customer_fields_item_data
            ) in _provider_required_counterparty_customer_fields:
                provider_required_counterparty_customer_fields_item = CounterpartyFieldName(
                    provider_required_counterparty_customer_fields_item_data
                )

                provider_required_counterparty_customer_fields.append(
                    provider_required_counterparty_customer_fields_item
                )

        platform_currency_config_request = cls(
            currency_code=currency_code,
            min_amount=min_amount,
            max_amount=max_amount,
            required_counterparty_fields=required_counterparty_fields,
            enabled_transaction_types=enabled_transaction_types,
            provider_required_customer_fields=provider_required_customer_fields,
            provider_required_counterparty_customer_fields=provider_required_counterparty_customer_fields,
        )

        platform_currency_config_request.additional_properties = d
        return platform_currency_config_request

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
