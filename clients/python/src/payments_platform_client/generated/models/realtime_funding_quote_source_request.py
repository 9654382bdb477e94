from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RealtimeFundingQuoteSourceRequest")


@_attrs_define
class RealtimeFundingQuoteSourceRequest:
    """A payment from outside, by the instructions that the quote shows."""

    source_type: Literal["REALTIME_FUNDING"]
    """ Somebody pays from outside, as `paymentInstructions` of the quote say. """
    currency: str
    """ What is paid in. A code such as `USD` or `BTC`. """
    customer_id: str | Unset = UNSET
    """ Who pays. Needed for a payment to a UMA address; otherwise left out where the platform itself pays. As a
    reply has shown it, with its prefix. """
    crypto_network: str | Unset = UNSET
    """ The network that a digital asset is paid on: only ways over it are shown. 1 to 64 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source_type = self.source_type

        currency = self.currency

        customer_id = self.customer_id

        crypto_network = self.crypto_network

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sourceType": source_type,
                "currency": currency,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id
        if crypto_network is not UNSET:
            field_dict["cryptoNetwork"] = crypto_network

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source_type = cast(Literal["REALTIME_FUNDING"], d.pop("sourceType"))
        if source_type != "REALTIME_FUNDING":
            raise ValueError(f"sourceType must match const 'REALTIME_FUNDING', got '{source_type}'")

        currency = d.pop("currency")

        customer_id = d.pop("customerId", UNSET)

        crypto_network = d.pop("cryptoNetwork", UNSET)

        realtime_funding_quote_source_request = cls(
            source_type=source_type,
            currency=currency,
            customer_id=customer_id,
            crypto_network=crypto_network,
        )

        realtime_funding_quote_source_request.additional_properties = d
        return realtime_funding_quote_source_request

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
