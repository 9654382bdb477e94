from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SandboxSendRequest")


@_attrs_define
class SandboxSendRequest:
    """A payment for a quote that is funded in real time. Without an amount the quote's total is paid."""

    quote_id: str
    """ The quote that is paid. As a reply has shown it, with its prefix. """
    currency_code: str
    """ What is paid in: the quote's sending currency. A code such as `USD` or `BTC`. """
    currency_amount: int | Unset = UNSET
    """ How much is paid. Left out: the quote's total. A whole number in the smallest unit of its currency. 1 to
    9,223,372,036,854,775,807. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        quote_id = self.quote_id

        currency_code = self.currency_code

        currency_amount = self.currency_amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "quoteId": quote_id,
                "currencyCode": currency_code,
            }
        )
        if currency_amount is not UNSET:
            field_dict["currencyAmount"] = currency_amount

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        quote_id = d.pop("quoteId")

        currency_code = d.pop("currencyCode")

        currency_amount = d.pop("currencyAmount", UNSET)

        sandbox_send_request = cls(
            quote_id=quote_id,
            currency_code=currency_code,
            currency_amount=currency_amount,
        )

        sandbox_send_request.additional_properties = d
        return sandbox_send_request

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
