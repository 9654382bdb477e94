from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_status import EventStatus
from ..models.event_type import EventType
from ..types import UNSET, Unset

T = TypeVar("T", bound="Event")


@_attrs_define
class Event:
    """Something that happened, as it was told or will be."""

    id: str
    """ Names the event in paths. `Event:<uuid>`. """
    webhook_id: str
    """ The `id` in what your endpoint gets, the same in every attempt. `Webhook:<uuid>`. """
    type_: EventType
    resource_id: str
    """ What it happened to: its `id`, or the code of an invitation. """
    status: EventStatus
    attempts: int
    """ How often it was sent so far. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    next_attempt_at: datetime.datetime | Unset = UNSET
    """ When it will be sent, or sent again. Absent when it will not be. ISO 8601 with an offset; in replies UTC,
    such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        webhook_id = self.webhook_id

        type_ = self.type_.value

        resource_id = self.resource_id

        status = self.status.value

        attempts = self.attempts

        created_at = self.created_at.isoformat()

        next_attempt_at: str | Unset = UNSET
        if not isinstance(self.next_attempt_at, Unset):
            next_attempt_at = self.next_attempt_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "webhookId": webhook_id,
                "type": type_,
                "resourceId": resource_id,
                "status": status,
                "attempts": attempts,
                "createdAt": created_at,
            }
        )
        if next_attempt_at is not UNSET:
            field_dict["nextAttemptAt"] = next_attempt_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        webhook_id = d.pop("webhookId")

        type_ = EventType(d.pop("type"))

        resource_id = d.pop("resourceId")

        status = EventStatus(d.pop("status"))

        attempts = d.pop("attempts")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        _next_attempt_at = d.pop("nextAttemptAt", UNSET)
        next_attempt_at: datetime.datetime | Unset
        if isinstance(_next_attempt_at, Unset):
            next_attempt_at = UNSET
        else:
            next_attempt_at = datetime.datetime.fromisoformat(_next_attempt_at)

        event = cls(
            id=id,
            webhook_id=webhook_id,
            type_=type_,
            resource_id=resource_id,
            status=status,
            attempts=attempts,
            created_at=created_at,
            next_attempt_at=next_attempt_at,
        )

        event.additional_properties = d
        return event

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
