from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.verification_webhook_type import VerificationWebhookType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.verification import Verification


T = TypeVar("T", bound="VerificationWebhook")


@_attrs_define
class VerificationWebhook:
    id: str
    """ `Webhook:<uuid>`; the same when the event is sent again. """
    type_: VerificationWebhookType
    timestamp: datetime.datetime
    """ When it happened, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    data: Verification
    """ One verification of a customer. """
    sequence: int | Unset = UNSET
    """ The number of the event among those of the same resource, without gaps. At least 1. """
    is_truncated: bool | Unset = UNSET
    """ True where the event was too long: `data` has only short, plain values. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_.value

        timestamp = self.timestamp.isoformat()

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
        from ..models.verification import Verification  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = VerificationWebhookType(d.pop("type"))

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))

        data = Verification.from_dict(d.pop("data"))

        sequence = d.pop("sequence", UNSET)

        is_truncated = d.pop("isTruncated", UNSET)

        verification_webhook = cls(
            id=id,
            type_=type_,
            timestamp=timestamp,
            data=data,
            sequence=sequence,
            is_truncated=is_truncated,
        )

        verification_webhook.additional_properties = d
        return verification_webhook

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
