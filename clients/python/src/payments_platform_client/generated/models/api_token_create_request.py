from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.permission import Permission
from ..types import UNSET, Unset

T = TypeVar("T", bound="ApiTokenCreateRequest")


@_attrs_define
class ApiTokenCreateRequest:
    """A token to create."""

    name: str
    """ What you call the token. 1 to 255 characters. """
    permissions: list[Permission]
    """ `VIEW` reads, `TRANSACT` moves money and plays the sandbox, `MANAGE` changes configuration, customers and
    accounts; the last two include `VIEW`. None that the token of the request lacks. 1 to 3 items. """
    expires_at: datetime.datetime | Unset = UNSET
    """ When the token ends, by the platform's clock: in the future. Left out: when the token of the request ends.
    ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`. """
    allowed_ips: list[str] | Unset = UNSET
    """ Addresses and networks (CIDR) that the token may be used from. Left out: those of the token of the request.
    At most 50 items. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        permissions = []
        for permissions_item_data in self.permissions:
            permissions_item = permissions_item_data.value
            permissions.append(permissions_item)

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        allowed_ips: list[str] | Unset = UNSET
        if not isinstance(self.allowed_ips, Unset):
            allowed_ips = self.allowed_ips

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "permissions": permissions,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if allowed_ips is not UNSET:
            field_dict["allowedIps"] = allowed_ips

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        permissions = []
        _permissions = d.pop("permissions")
        for permissions_item_data in _permissions:
            permissions_item = Permission(permissions_item_data)

            permissions.append(permissions_item)

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        allowed_ips = cast(list[str], d.pop("allowedIps", UNSET))

        api_token_create_request = cls(
            name=name,
            permissions=permissions,
            expires_at=expires_at,
            allowed_ips=allowed_ips,
        )

        api_token_create_request.additional_properties = d
        return api_token_create_request

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
