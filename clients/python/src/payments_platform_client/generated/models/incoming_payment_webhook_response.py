from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.incoming_payment_webhook_response_receiver_customer_info import (
        IncomingPaymentWebhookResponseReceiverCustomerInfo,
    )


T = TypeVar("T", bound="IncomingPaymentWebhookResponse")


@_attrs_define
class IncomingPaymentWebhookResponse:
    receiver_customer_info: IncomingPaymentWebhookResponseReceiverCustomerInfo | Unset = UNSET
    """ What `requestedReceiverCustomerInfoFields` asks for, by the names of its fields. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        receiver_customer_info: dict[str, Any] | Unset = UNSET
        if not isinstance(self.receiver_customer_info, Unset):
            receiver_customer_info = self.receiver_customer_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if receiver_customer_info is not UNSET:
            field_dict["receiverCustomerInfo"] = receiver_customer_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.incoming_payment_webhook_response_receiver_customer_info import (
            IncomingPaymentWebhookResponseReceiverCustomerInfo,  # noqa: PLC0415
        )

        d = dict(src_dict)
        _receiver_customer_info = d.pop("receiverCustomerInfo", UNSET)
        receiver_customer_info: IncomingPaymentWebhookResponseReceiverCustomerInfo | Unset
        if isinstance(_receiver_customer_info, Unset):
            receiver_customer_info = UNSET
        else:
            receiver_customer_info = IncomingPaymentWebhookResponseReceiverCustomerInfo.from_dict(
                _receiver_customer_info
            )

        incoming_payment_webhook_response = cls(
            receiver_customer_info=receiver_customer_info,
        )

        incoming_payment_webhook_response.additional_properties = d
        return incoming_payment_webhook_response

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
