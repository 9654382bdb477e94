from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UmaInvitationClaimRequest")


@_attrs_define
class UmaInvitationClaimRequest:
    """Who claims an invitation."""

    invitee_uma: str
    """ The UMA address of your customer who claims: not the inviter's own. `$user@domain`. 1 to 320 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invitee_uma = self.invitee_uma

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "inviteeUma": invitee_uma,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        invitee_uma = d.pop("inviteeUma")

        uma_invitation_claim_request = cls(
            invitee_uma=invitee_uma,
        )

        uma_invitation_claim_request.additional_properties = d
        return uma_invitation_claim_request

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
