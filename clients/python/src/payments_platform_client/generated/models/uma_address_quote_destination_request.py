from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="UmaAddressQuoteDestinationRequest")


@_attrs_define
class UmaAddressQuoteDestinationRequest:
    """A payment to a UMA address, which was looked up before."""

    destination_type: Literal["UMA_ADDRESS"]
    """ Pay to a UMA address. """
    uma_address: str
    """ Who is paid, as the lookup named it. `$user@domain`. 1 to 320 characters. """
    currency: str | Unset = UNSET
    """ What the receiver gets, one of the lookup's `supportedCurrencies`. Left out: the one it prefers. A code such
    as `USD` or `BTC`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        destination_type = self.destination_type

        uma_address = self.uma_address

        currency = self.currency

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "destinationType": destination_type,
                "umaAddress": uma_address,
            }
        )
        if currency is not UNSET:
            field_dict["currency"] = currency

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        destination_type = cast(Literal["UMA_ADDRESS"], d.pop("destinationType"))
        if destination_type != "UMA_ADDRESS":
            raise ValueError(f"destinationType must match const 'UMA_ADDRESS', got '{destination_type}'")

        uma_address = d.pop("umaAddress")

        currency = d.pop("currency", UNSET)

        uma_address_quote_destination_request = cls(
            destination_type=destination_type,
            uma_address=uma_address,
            currency=currency,
        )

        uma_address_quote_destination_request.additional_properties = d
        return uma_address_quote_destination_request

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
