from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="UmaInvitationCreateRequest")


@_attrs_define
class UmaInvitationCreateRequest:
    """What an invitation says."""

    inviter_uma: str
    """ The UMA address of your customer who invites. `$user@domain`. 1 to 320 characters. """
    first_name: str | Unset = UNSET
    """ What the inviter is called on the page. Left out: the first word of the customer's name. With a letter, and
    without characters that are not seen. 1 to 100 characters. """
    amount_to_send: int | Unset = UNSET
    """ What the inviter means to send, in the smallest unit of the first of the customer's `currencies`, within the
    configuration's limits. 1 to 9,223,372,036,854,775,807. """
    expires_at: datetime.datetime | Unset = UNSET
    """ Until when it can be claimed: in the future. Left out: without end. ISO 8601 with an offset; in replies UTC,
    such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        inviter_uma = self.inviter_uma

        first_name = self.first_name

        amount_to_send = self.amount_to_send

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "inviterUma": inviter_uma,
            }
        )
        if first_name is not UNSET:
            field_dict["firstName"] = first_name
        if amount_to_send is not UNSET:
            field_dict["amountToSend"] = amount_to_send
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        inviter_uma = d.pop("inviterUma")

        first_name = d.pop("firstName", UNSET)

        amount_to_send = d.pop("amountToSend", UNSET)

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        uma_invitation_create_request = cls(
            inviter_uma=inviter_uma,
            first_name=first_name,
            amount_to_send=amount_to_send,
            expires_at=expires_at,
        )

        uma_invitation_create_request.additional_properties = d
        return uma_invitation_create_request

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
