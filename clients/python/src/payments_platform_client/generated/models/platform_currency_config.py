from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.counterparty_field_name import CounterpartyFieldName
from ..models.transaction_type import TransactionType

if TYPE_CHECKING:
    from ..models.counterparty_field_definition import CounterpartyFieldDefinition


T = TypeVar("T", bound="PlatformCurrencyConfig")


@_attrs_define
class PlatformCurrencyConfig:
    """A currency of a platform with its limits."""

    currency_code: str
    """ The currency: its code, such as `USD`. """
    min_amount: int
    """ The least that one payment may send, this amount included. A whole number in the smallest unit of its
    currency. 0 to 9,223,372,036,854,775,807. """
    max_amount: int
    """ The most that one payment may send, this amount included. A whole number in the smallest unit of its
    currency. 0 to 9,223,372,036,854,775,807. """
    enabled_transaction_types: list[TransactionType]
    """ Which way money may flow in the currency; empty: neither way. """
    required_counterparty_fields: list[CounterpartyFieldDefinition]
    """ What must, or may, be known of the other party of a payment in the currency. """
    provider_required_customer_fields: list[CounterpartyFieldName]
    """ What the rails of the currency ask for about your customer. """
    provider_required_counterparty_customer_fields: list[CounterpartyFieldName]
    """ What the rails of the currency ask for about the other party. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency_code = self.currency_code

        min_amount = self.min_amount

        max_amount = self.max_amount

        enabled_transaction_types = []
        for enabled_transaction_types_item_data in self.enabled_transaction_types:
            enabled_transaction_types_item = enabled_transaction_types_item_data.value
            enabled_transaction_types.append(enabled_transaction_types_item)

        required_counterparty_fields = []
        for required_counterparty_fields_item_data in self.required_counterparty_fields:
            required_counterparty_fields_item = required_counterparty_fields_item_data.to_dict()
            required_counterparty_fields.append(required_counterparty_fields_item)

        provider_required_customer_fields = []
        for provider_required_customer_fields_item_data in self.provider_required_customer_fields:
            provider_required_customer_fields_item = provider_required_customer_fields_item_data.value
            provider_required_customer_fields.append(provider_required_customer_fields_item)

        provider_required_counterparty_customer_fields = []
        for (
            provider_required_counterparty_customer_fields_item_data
        ) in self.provider_required_counterparty_customer_fields:
            provider_required_counterparty_customer_fields_item = (
                provider_required_counterparty_customer_fields_item_data.value
            )
            provider_required_counterparty_customer_fields.append(provider_required_counterparty_customer_fields_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currencyCode": currency_code,
                "minAmount": min_amount,
                "maxAmount": max_amount,
                "enabledTransactionTypes": enabled_transaction_types,
                "requiredCounterpartyFields": required_counterparty_fields,
                "providerRequiredCustomerFields": provider_required_customer_fields,
                "providerRequiredCounterpartyCustomerFields": provider_required_counterparty_customer_fields,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.counterparty_field_definition import CounterpartyFieldDefinition  # noqa: PLC0415

        d = dict(src_dict)
        currency_code = d.pop("currencyCode")

        min_amount = d.pop("minAmount")

        max_amount = d.pop("maxAmount")

        enabled_transaction_types = []
        _enabled_transaction_types = d.pop("enabledTransactionTypes")
        for enabled_transaction_types_item_data in _enabled_transaction_types:
            enabled_transaction_types_item = TransactionType(enabled_transaction_types_item_data)

            enabled_transaction_types.append(enabled_transaction_types_item)

        required_counterparty_fields = []
        _required_counterparty_fields = d.pop("requiredCounterpartyFields")
        for required_counterparty_fields_item_data in _required_counterparty_fields:
            required_counterparty_fields_item = CounterpartyFieldDefinition.from_dict(
                required_counterparty_fields_item_data
            )

            required_counterparty_fields.append(required_counterparty_fields_item)

        provider_required_customer_fields = []
        _provider_required_customer_fields = d.pop("providerRequiredCustomerFields")
        for provider_required_customer_fields_item_data in _provider_required_customer_fields:
            provider_required_customer_fields_item = CounterpartyFieldName(provider_required_customer_fields_item_data)

            provider_required_customer_fields.append(provider_required_customer_fields_item)

        provider_required_counterparty_customer_fields = []
        _provider_required_counterparty_customer_fields = d.pop("providerRequiredCounterpartyCustomerFields")
        for provider_required_counterparty_customer_fields_item_data in _provider_required_counterparty_customer_fields:
            provider_required_counterparty_customer_fields_item = CounterpartyFieldName(
                provider_required_counterparty_customer_fields_item_data
            )

            provider_required_counterparty_customer_fields.append(provider_required_counterparty_customer_fields_item)

        platform_currency_config = cls(
            currency_code=currency_code,
            min_amount=min_amount,
            max_amount=max_amount,
            enabled_transaction_types=enabled_transaction_types,
            required_counterparty_fields=required_counterparty_fields,
            provider_required_customer_fields=provider_required_customer_fields,
            provider_required_counterparty_customer_fields=provider_required_counterparty_customer_fields,
        )

        platform_currency_config.additional_properties = d
        return platform_currency_config

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
