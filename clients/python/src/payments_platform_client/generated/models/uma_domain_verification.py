from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.uma_domain_verification_status import UmaDomainVerificationStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="UmaDomainVerification")


@_attrs_define
class UmaDomainVerification:
    """Whether the platform is known to own its `umaDomain`, which counts for nothing before."""

    status: UmaDomainVerificationStatus
    proof: str
    """ The text that is looked for: at `wellKnownUrl`, or in a TXT record at `dnsName`. """
    well_known_url: str
    """ The address at which the web server of the domain may show the proof. """
    dns_name: str
    """ The DNS name at which a TXT record may show the proof. """
    problem: str | Unset = UNSET
    """ What the latest check met with. Absent where it met with nothing. """
    checked_at: datetime.datetime | Unset = UNSET
    """ When the proof was last looked for, in real time. Absent before the first check. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    verified_at: datetime.datetime | Unset = UNSET
    """ When the proof was last found, in real time. Absent while it never was. ISO 8601 with an offset; in replies
    UTC, such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        proof = self.proof

        well_known_url = self.well_known_url

        dns_name = self.dns_name

        problem = self.problem

        checked_at: str | Unset = UNSET
        if not isinstance(self.checked_at, Unset):
            checked_at = self.checked_at.isoformat()

        verified_at: str | Unset = UNSET
        if not isinstance(self.verified_at, Unset):
            verified_at = self.verified_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "proof": proof,
                "wellKnownUrl": well_known_url,
                "dnsName": dns_name,
            }
        )
        if problem is not UNSET:
            field_dict["problem"] = problem
        if checked_at is not UNSET:
            field_dict["checkedAt"] = checked_at
        if verified_at is not UNSET:
            field_dict["verifiedAt"] = verified_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = UmaDomainVerificationStatus(d.pop("status"))

        proof = d.pop("proof")

        well_known_url = d.pop("wellKnownUrl")

        dns_name = d.pop("dnsName")

        problem = d.pop("problem", UNSET)

        _checked_at = d.pop("checkedAt", UNSET)
        checked_at: datetime.datetime | Unset
        if isinstance(_checked_at, Unset):
            checked_at = UNSET
        else:
            checked_at = datetime.datetime.fromisoformat(_checked_at)

        _verified_at = d.pop("verifiedAt", UNSET)
        verified_at: datetime.datetime | Unset
        if isinstance(_verified_at, Unset):
            verified_at = UNSET
        else:
            verified_at = datetime.datetime.fromisoformat(_verified_at)

        uma_domain_verification = cls(
            status=status,
            proof=proof,
            well_known_url=well_known_url,
            dns_name=dns_name,
            problem=problem,
            checked_at=checked_at,
            verified_at=verified_at,
        )

        uma_domain_verification.additional_properties = d
        return uma_domain_verification

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
