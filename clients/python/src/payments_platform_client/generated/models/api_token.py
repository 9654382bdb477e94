from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.permission import Permission
from ..types import UNSET, Unset

T = TypeVar("T", bound="ApiToken")


@_attrs_define
class ApiToken:
    """A token as the OpenAPI document describes it: with the secret that only the reply to its creation holds."""

    id: str
    """ Names the token in paths. `Token:<uuid>`. """
    name: str
    """ What you call the token. """
    permissions: list[Permission]
    """ `VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers and
    accounts; the last two include `VIEW`. """
    client_id: str
    """ The user name of HTTP Basic. """
    allowed_ips: list[str]
    """ Addresses and networks (CIDR) that the token may be used from. Empty: from anywhere. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    expires_at: datetime.datetime | Unset = UNSET
    """ When the token ends, by the platform's clock. Absent for one that does not end. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    last_used_at: datetime.datetime | Unset = UNSET
    """ When a request last used it, a minute off at most. Absent before the first. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    client_secret: str | Unset = UNSET
    """ The password of HTTP Basic. Shown once, in the reply that creates the token. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        permissions = []
        for permissions_item_data in self.permissions:
            permissions_item = permissions_item_data.value
            permissions.append(permissions_item)

        client_id = self.client_id

        allowed_ips = self.allowed_ips

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        last_used_at: str | Unset = UNSET
        if not isinstance(self.last_used_at, Unset):
            last_used_at = self.last_used_at.isoformat()

        client_secret = self.client_secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "permissions": permissions,
                "clientId": client_id,
                "allowedIps": allowed_ips,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if last_used_at is not UNSET:
            field_dict["lastUsedAt"] = last_used_at
        if client_secret is not UNSET:
            field_dict["clientSecret"] = client_secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        permissions = []
        _permissions = d.pop("permissions")
        for permissions_item_data in _permissions:
            permissions_item = Permission(permissions_item_data)

            permissions.append(permissions_item)

        client_id = d.pop("clientId")

        allowed_ips = cast(list[str], d.pop("allowedIps"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        _last_used_at = d.pop("lastUsedAt", UNSET)
        last_used_at: datetime.datetime | Unset
        if isinstance(_last_used_at, Unset):
            last_used_at = UNSET
        else:
            last_used_at = datetime.datetime.fromisoformat(_last_used_at)

        client_secret = d.pop("clientSecret", UNSET)

        api_token = cls(
            id=id,
            name=name,
            permissions=permissions,
            client_id=client_id,
            allowed_ips=allowed_ips,
            created_at=created_at,
            updated_at=updated_at,
            expires_at=expires_at,
            last_used_at=last_used_at,
            client_secret=client_secret,
        )

        api_token.additional_properties = d
        return api_token

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
