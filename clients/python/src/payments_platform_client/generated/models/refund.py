from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.refund_reason import RefundReason
from ..models.refund_status import RefundStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="Refund")


@_attrs_define
class Refund:
    """Money on its way back to the sender."""

    reference: str
    """ The reference under which the money goes back. """
    initiated_at: datetime.datetime
    """ When it was sent back. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`. """
    status: RefundStatus
    settled_at: datetime.datetime | Unset = UNSET
    """ When it arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`. """
    reason: RefundReason | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reference = self.reference

        initiated_at = self.initiated_at.isoformat()

        status = self.status.value

        settled_at: str | Unset = UNSET
        if not isinstance(self.settled_at, Unset):
            settled_at = self.settled_at.isoformat()

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reference": reference,
                "initiatedAt": initiated_at,
                "status": status,
            }
        )
        if settled_at is not UNSET:
            field_dict["settledAt"] = settled_at
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reference = d.pop("reference")

        initiated_at = datetime.datetime.fromisoformat(d.pop("initiatedAt"))

        status = RefundStatus(d.pop("status"))

        _settled_at = d.pop("settledAt", UNSET)
        settled_at: datetime.datetime | Unset
        if isinstance(_settled_at, Unset):
            settled_at = UNSET
        else:
            settled_at = datetime.datetime.fromisoformat(_settled_at)

        _reason = d.pop("reason", UNSET)
        reason: RefundReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = RefundReason(_reason)

        refund = cls(
            reference=reference,
            initiated_at=initiated_at,
            status=status,
            settled_at=settled_at,
            reason=reason,
        )

        refund.additional_properties = d
        return refund

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
