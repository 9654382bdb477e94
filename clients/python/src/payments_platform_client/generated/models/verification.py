from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.verification_status import VerificationStatus

if TYPE_CHECKING:
    from ..models.verification_error import VerificationError


T = TypeVar("T", bound="Verification")


@_attrs_define
class Verification:
    """One verification of a customer."""

    id: str
    """ Names the verification in paths. `Verification:<uuid>`. """
    customer_id: str
    """ Who is verified. `Customer:<uuid>`. """
    verification_status: VerificationStatus
    errors: list[VerificationError]
    """ What has to be resolved before it can be decided, or why it was rejected; empty where there is nothing. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        customer_id = self.customer_id

        verification_status = self.verification_status.value

        errors = []
        for errors_item_data in self.errors:
            errors_item = errors_item_data.to_dict()
            errors.append(errors_item)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "customerId": customer_id,
                "verificationStatus": verification_status,
                "errors": errors,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.verification_error import VerificationError  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        customer_id = d.pop("customerId")

        verification_status = VerificationStatus(d.pop("verificationStatus"))

        errors = []
        _errors = d.pop("errors")
        for errors_item_data in _errors:
            errors_item = VerificationError.from_dict(errors_item_data)

            errors.append(errors_item)

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        verification = cls(
            id=id,
            customer_id=customer_id,
            verification_status=verification_status,
            errors=errors,
            created_at=created_at,
            updated_at=updated_at,
        )

        verification.additional_properties = d
        return verification

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
