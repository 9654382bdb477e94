from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.customer_webhook_type import CustomerWebhookType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.business_customer import BusinessCustomer
    from ..models.individual_customer import IndividualCustomer


T = TypeVar("T", bound="CustomerWebhook")


@_attrs_define
class CustomerWebhook:
    id: str
    """ `Webhook:<uuid>`; the same when the event is sent again. """
    type_: CustomerWebhookType
    timestamp: datetime.datetime
    """ When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    data: BusinessCustomer | IndividualCustomer
    sequence: int | Unset = UNSET
    """ The number of the event among those of the same resource, without gaps. At least 1. """
    is_truncated: bool | Unset = UNSET
    """ True where the event was too long: `data` has only short, plain values. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.individual_customer import IndividualCustomer  # noqa: PLC0415

        id = self.id

        type_ = self.type_.value

        timestamp = self.timestamp.isoformat()

        data: dict[str, Any]
        if isinstance(self.data, IndividualCustomer):
            data = self.data.to_dict()
        else:
            data = self.data.to_dict()

        sequence = self.sequence

        is_truncated = self.is_truncated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "type": type_,
                "timestamp": timestamp,
                "data": data,
            }
        )
        if sequence is not UNSET:
            field_dict["sequence"] = sequence
        if is_truncated is not UNSET:
            field_dict["isTruncated"] = is_truncated

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_customer import BusinessCustomer  # noqa: PLC0415
        from ..models.individual_customer import IndividualCustomer  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = CustomerWebhookType(d.pop("type"))

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))

        def _parse_data(data: object) -> BusinessCustomer | IndividualCustomer:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_customer_type_0 = IndividualCustomer.from_dict(data)

                return componentsschemas_customer_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_customer_type_1 = BusinessCustomer.from_dict(data)

            return componentsschemas_customer_type_1

        data = _parse_data(d.pop("data"))

        sequence = d.pop("sequence", UNSET)

        is_truncated = d.pop("isTruncated", UNSET)

        customer_webhook = cls(
            id=id,
            type_=type_,
            timestamp=timestamp,
            data=data,
            sequence=sequence,
            is_truncated=is_truncated,
        )

        customer_webhook.additional_properties = d
        return customer_webhook

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
