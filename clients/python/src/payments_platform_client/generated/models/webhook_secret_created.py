from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookSecretCreated")


@_attrs_define
class WebhookSecretCreated:
    """A signing secret as it is shown once."""

    id: str
    """ Names the secret in paths. `WebhookSecret:<uuid>`. """
    created_at: datetime.datetime
    """ When it was made, in real time, also where the sandbox's clock was moved. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    secret: str
    """ The secret, `whsec_…`: what the libraries of Standard Webhooks take. Shown once. """
    signs_until: datetime.datetime | Unset = UNSET
    """ Until when it signs, in real time. Absent while it was not replaced. ISO 8601 with an offset; in replies
    UTC, such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        created_at = self.created_at.isoformat()

        secret = self.secret

        signs_until: str | Unset = UNSET
        if not isinstance(self.signs_until, Unset):
            signs_until = self.signs_until.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "createdAt": created_at,
                "secret": secret,
            }
        )
        if signs_until is not UNSET:
            field_dict["signsUntil"] = signs_until

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        secret = d.pop("secret")

        _signs_until = d.pop("signsUntil", UNSET)
        signs_until: datetime.datetime | Unset
        if isinstance(_signs_until, Unset):
            signs_until = UNSET
        else:
            signs_until = datetime.datetime.fromisoformat(_signs_until)

        webhook_secret_created = cls(
            id=id,
            created_at=created_at,
            secret=secret,
            signs_until=signs_until,
        )

        webhook_secret_created.additional_properties = d
        return webhook_secret_created

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
