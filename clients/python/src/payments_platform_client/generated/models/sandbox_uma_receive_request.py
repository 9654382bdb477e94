from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SandboxUmaReceiveRequest")


@_attrs_define
class SandboxUmaReceiveRequest:
    """A payment by UMA to a customer, who is named by address or by identifier."""

    sender_uma_address: str
    """ Who pays: an address of the sandbox's counterparty, whose name decides what goes wrong. `$user@domain`. 1 to
    320 characters. """
    receiving_currency_code: str
    """ What the receiver gets: a currency that may come in. A code such as `USD` or `BTC`. """
    receiving_currency_amount: int
    """ How much the receiver gets, in the smallest unit of that currency. 1 to 9,223,372,036,854,775,807. """
    receiver_uma_address: str | Unset = UNSET
    """ Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer. `$user@domain`. 1 to 320
    characters. """
    customer_id: str | Unset = UNSET
    """ Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer. As a reply has shown it, with
    its prefix. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sender_uma_address = self.sender_uma_address

        receiving_currency_code = self.receiving_currency_code

        receiving_currency_amount = self.receiving_currency_amount

        receiver_uma_address = self.receiver_uma_address

        customer_id = self.customer_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "senderUmaAddress": sender_uma_address,
                "receivingCurrencyCode": receiving_currency_code,
                "receivingCurrencyAmount": receiving_currency_amount,
            }
        )
        if receiver_uma_address is not UNSET:
            field_dict["receiverUmaAddress"] = receiver_uma_address
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        sender_uma_address = d.pop("senderUmaAddress")

        receiving_currency_code = d.pop("receivingCurrencyCode")

        receiving_currency_amount = d.pop("receivingCurrencyAmount")

        receiver_uma_address = d.pop("receiverUmaAddress", UNSET)

        customer_id = d.pop("customerId", UNSET)

        sandbox_uma_receive_request = cls(
            sender_uma_address=sender_uma_address,
            receiving_currency_code=receiving_currency_code,
            receiving_currency_amount=receiving_currency_amount,
            receiver_uma_address=receiver_uma_address,
            customer_id=customer_id,
        )

        sandbox_uma_receive_request.additional_properties = d
        return sandbox_uma_receive_request

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
