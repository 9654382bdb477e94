from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_type import EventType
from ..models.redeliver_events_status import RedeliverEventsStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="RedeliverEventsRequest")


@_attrs_define
class RedeliverEventsRequest:
    """Which events to send again."""

    start_date: datetime.datetime
    """ From this moment of creation on. ISO 8601 with an offset, or a date: then its first instant in UTC. """
    end_date: datetime.datetime
    """ Up to this moment of creation. ISO 8601 with an offset, or a date: then its last instant in UTC. """
    type_: EventType | Unset = UNSET
    status: RedeliverEventsStatus | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        start_date = self.start_date.isoformat()

        end_date = self.end_date.isoformat()

        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "startDate": start_date,
                "endDate": end_date,
            }
        )
        if type_ is not UNSET:
            field_dict["type"] = type_
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        start_date = datetime.datetime.fromisoformat(d.pop("startDate"))

        end_date = datetime.datetime.fromisoformat(d.pop("endDate"))

        _type_ = d.pop("type", UNSET)
        type_: EventType | Unset
        if isinstance(_type_, Unset):
            type_ = UNSET
        else:
            type_ = EventType(_type_)

        _status = d.pop("status", UNSET)
        status: RedeliverEventsStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = RedeliverEventsStatus(_status)

        redeliver_events_request = cls(
            start_date=start_date,
            end_date=end_date,
            type_=type_,
            status=status,
        )

        redeliver_events_request.additional_properties = d
        return redeliver_events_request

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
