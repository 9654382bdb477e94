from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.receivable_currency import ReceivableCurrency
    from ..models.required_payer_data_field import RequiredPayerDataField


T = TypeVar("T", bound="ReceiverExternalAccountLookupResponse")


@_attrs_define
class ReceiverExternalAccountLookupResponse:
    """What is known about the receiver before a quote."""

    account_id: str
    """ The external account that was looked up. """
    supported_currencies: list[ReceivableCurrency]
    """ What the account can be paid in, with rate and limits. """
    lookup_id: str
    """ Names the lookup in a quote, for 30 minutes. """
    required_payer_data_fields: list[RequiredPayerDataField] | Unset = UNSET
    """ What the quote must, or may, say about the sender; empty where nothing is asked for. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_id = self.account_id

        supported_currencies = []
        for supported_currencies_item_data in self.supported_currencies:
            supported_currencies_item = supported_currencies_item_data.to_dict()
            supported_currencies.append(supported_currencies_item)

        lookup_id = self.lookup_id

        required_payer_data_fields: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.required_payer_data_fields, Unset):
            required_payer_data_fields = []
            for required_payer_data_fields_item_data in self.required_payer_data_fields:
                required_payer_data_fields_item = required_payer_data_fields_item_data.to_dict()
                required_payer_data_fields.append(required_payer_data_fields_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "supportedCurrencies": supported_currencies,
                "lookupId": lookup_id,
            }
        )
        if required_payer_data_fields is not UNSET:
            field_dict["requiredPayerDataFields"] = required_payer_data_fields

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.receivable_currency import ReceivableCurrency  # noqa: PLC0415
        from ..models.required_payer_data_field import RequiredPayerDataField  # noqa: PLC0415

        d = dict(src_dict)
        account_id = d.pop("accountId")

        supported_currencies = []
        _supported_currencies = d.pop("supportedCurrencies")
        for supported_currencies_item_data in _supported_currencies:
            supported_currencies_item = ReceivableCurrency.from_dict(supported_currencies_item_data)

            supported_currencies.append(supported_currencies_item)

        lookup_id = d.pop("lookupId")

        _required_payer_data_fields = d.pop("requiredPayerDataFields", UNSET)
        required_payer_data_fields: list[RequiredPayerDataField] | Unset = UNSET
        if _required_payer_data_fields is not UNSET:
            required_payer_data_fields = []
            for required_payer_data_fields_item_data in _required_payer_data_fields:
                required_payer_data_fields_item = RequiredPayerDataField.from_dict(required_payer_data_fields_item_data)

                required_payer_data_fields.append(required_payer_data_fields_item)

        receiver_external_account_lookup_response = cls(
            account_id=account_id,
            supported_currencies=supported_currencies,
            lookup_id=lookup_id,
            required_payer_data_fields=required_payer_data_fields,
        )

        receiver_external_account_lookup_response.additional_properties = d
        return receiver_external_account_lookup_response

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
