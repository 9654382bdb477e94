from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DeliveryAttempt")


@_attrs_define
class DeliveryAttempt:
    """One attempt to deliver an event."""

    attempt: int
    """ Its number, from 1. """
    at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    url: str
    """ Where it was sent. """
    milliseconds: int
    """ How long the answer took. """
    response_body: str
    """ The beginning of the answer. """
    response_status: int | Unset = UNSET
    """ The HTTP status of the answer. Absent where there was none. """
    error: str | Unset = UNSET
    """ Why there was no reply. Absent where there was one. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attempt = self.attempt

        at = self.at.isoformat()

        url = self.url

        milliseconds = self.milliseconds

        response_body = self.response_body

        response_status = self.response_status

        error = self.error

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attempt": attempt,
                "at": at,
                "url": url,
                "milliseconds": milliseconds,
                "responseBody": response_body,
            }
        )
        if response_status is not UNSET:
            field_dict["responseStatus"] = response_status
        if error is not UNSET:
            field_dict["error"] = error

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        attempt = d.pop("attempt")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        url = d.pop("url")

        milliseconds = d.pop("milliseconds")

        response_body = d.pop("responseBody")

        response_status = d.pop("responseStatus", UNSET)

        error = d.pop("error", UNSET)

        delivery_attempt = cls(
            attempt=attempt,
            at=at,
            url=url,
            milliseconds=milliseconds,
            response_body=response_body,
            response_status=response_status,
            error=error,
        )

        delivery_attempt.additional_properties = d
        return delivery_attempt

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
