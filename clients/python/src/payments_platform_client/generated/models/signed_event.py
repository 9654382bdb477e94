from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_type import EventType

if TYPE_CHECKING:
    from ..models.signed_event_headers import SignedEventHeaders


T = TypeVar("T", bound="SignedEvent")


@_attrs_define
class SignedEvent:
    """An event as the request that a webhook endpoint would get."""

    id: str
    """ Names the event in paths. `Event:<uuid>`. """
    type_: EventType
    resource_id: str
    """ What it happened to: its `id`, or the code of an invitation. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    headers: SignedEventHeaders
    """ Headers of the request, with the signatures. """
    body: str
    """ The text of the body: in UTF-8 the very bytes that are signed. """
    awaits_answer: bool
    """ A payment waits for what `POST /sandbox/webhooks/{webhookId}/answer` says. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_.value

        resource_id = self.resource_id

        created_at = self.created_at.isoformat()

        headers = self.headers.to_dict()

        body = self.body

        awaits_answer = self.awaits_answer

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "type": type_,
                "resourceId": resource_id,
                "createdAt": created_at,
                "headers": headers,
                "body": body,
                "awaitsAnswer": awaits_answer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.signed_event_headers import SignedEventHeaders  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = EventType(d.pop("type"))

        resource_id = d.pop("resourceId")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        headers = SignedEventHeaders.from_dict(d.pop("headers"))

        body = d.pop("body")

        awaits_answer = d.pop("awaitsAnswer")

        signed_event = cls(
            id=id,
            type_=type_,
            resource_id=resource_id,
            created_at=created_at,
            headers=headers,
            body=body,
            awaits_answer=awaits_answer,
        )

        signed_event.additional_properties = d
        return signed_event

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
