from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="TestWebhookResponse")


@_attrs_define
class TestWebhookResponse:
    """What the endpoint answered to the test event."""

    response_status: int
    """ The HTTP status that the endpoint answered with. """
    url: str | Unset = UNSET
    """ Where the event was sent. """
    response_body: str | Unset = UNSET
    """ The beginning of what it answered. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        response_status = self.response_status

        url = self.url

        response_body = self.response_body

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "response_status": response_status,
            }
        )
        if url is not UNSET:
            field_dict["url"] = url
        if response_body is not UNSET:
            field_dict["response_body"] = response_body

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        response_status = d.pop("response_status")

        url = d.pop("url", UNSET)

        response_body = d.pop("response_body", UNSET)

        test_webhook_response = cls(
            response_status=response_status,
            url=url,
            response_body=response_body,
        )

        test_webhook_response.additional_properties = d
        return test_webhook_response

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
