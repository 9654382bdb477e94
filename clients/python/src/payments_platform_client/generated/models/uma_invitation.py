from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invitation_status import InvitationStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.currency_amount import CurrencyAmount


T = TypeVar("T", bound="UmaInvitation")


@_attrs_define
class UmaInvitation:
    """An invitation."""

    code: str
    """ What the invited person hands on; it names the invitation in paths. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    url: str
    """ Address of the page that the invited person opens. """
    inviter_uma: str
    """ The UMA address of who invites. """
    status: InvitationStatus
    claimed_at: datetime.datetime | Unset = UNSET
    """ When it was claimed. Absent before. ISO 8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`.
    """
    expires_at: datetime.datetime | Unset = UNSET
    """ Until when it can be claimed, by the clock of the inviter's platform. Absent for one that does not end. ISO
    8601 with an offset; in replies UTC, such as `2026-01-31T09:30:00Z`. """
    invitee_uma: str | Unset = UNSET
    """ The UMA address of who claimed it, shown to the inviter's platform and to the one whose customer it is.
    Absent for others, and before. """
    first_name: str | Unset = UNSET
    """ What the inviter is called on the page. Absent where nothing is known. """
    amount_to_send: CurrencyAmount | Unset = UNSET
    """ An amount in the smallest unit of its currency. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        created_at = self.created_at.isoformat()

        url = self.url

        inviter_uma = self.inviter_uma

        status = self.status.value

        claimed_at: str | Unset = UNSET
        if not isinstance(self.claimed_at, Unset):
            claimed_at = self.claimed_at.isoformat()

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        invitee_uma = self.invitee_uma

        first_name = self.first_name

        amount_to_send: dict[str, Any] | Unset = UNSET
        if not isinstance(self.amount_to_send, Unset):
            amount_to_send = self.amount_to_send.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "createdAt": created_at,
                "url": url,
                "inviterUma": inviter_uma,
                "status": status,
            }
        )
        if claimed_at is not UNSET:
            field_dict["claimedAt"] = claimed_at
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if invitee_uma is not UNSET:
            field_dict["inviteeUma"] = invitee_uma
        if first_name is not UNSET:
            field_dict["firstName"] = first_name
        if amount_to_send is not UNSET:
            field_dict["amountToSend"] = amount_to_send

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.currency_amount import CurrencyAmount  # noqa: PLC0415

        d = dict(src_dict)
        code = d.pop("code")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        url = d.pop("url")

        inviter_uma = d.pop("inviterUma")

        status = InvitationStatus(d.pop("status"))

        _claimed_at = d.pop("claimedAt", UNSET)
        claimed_at: datetime.datetime | Unset
        if isinstance(_claimed_at, Unset):
            claimed_at = UNSET
        else:
            claimed_at = datetime.datetime.fromisoformat(_claimed_at)

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        invitee_uma = d.pop("inviteeUma", UNSET)

        first_name = d.pop("firstName", UNSET)

        _amount_to_send = d.pop("amountToSend", UNSET)
        amount_to_send: CurrencyAmount | Unset
        if isinstance(_amount_to_send, Unset):
            amount_to_send = UNSET
        else:
            amount_to_send = CurrencyAmount.from_dict(_amount_to_send)

        uma_invitation = cls(
            code=code,
            created_at=created_at,
            url=url,
            inviter_uma=inviter_uma,
            status=status,
            claimed_at=claimed_at,
            expires_at=expires_at,
            invitee_uma=invitee_uma,
            first_name=first_name,
            amount_to_send=amount_to_send,
        )

        uma_invitation.additional_properties = d
        return uma_invitation

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
