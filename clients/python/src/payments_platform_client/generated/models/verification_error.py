from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.document_type import DocumentType
from ..models.verification_error_type import VerificationErrorType
from ..types import UNSET, Unset

T = TypeVar("T", bound="VerificationError")


@_attrs_define
class VerificationError:
    """Something that has to be resolved, or the ground of a rejection."""

    resource_id: str
    """ What has the problem: `Customer:<uuid>`, `BeneficialOwner:<uuid>` or `Document:<uuid>`. """
    type_: VerificationErrorType
    reason: str
    """ A sentence for people. """
    field: str | Unset = UNSET
    """ The field in question, as a dotted path. Absent where it is about no field. """
    accepted_document_types: list[DocumentType] | Unset = UNSET
    """ Documents of which any one would do. Absent where no document is asked for. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        resource_id = self.resource_id

        type_ = self.type_.value

        reason = self.reason

        field = self.field

        accepted_document_types: list[str] | Unset = UNSET
        if not isinstance(self.accepted_document_types, Unset):
            accepted_document_types = []
            for accepted_document_types_item_data in self.accepted_document_types:
                accepted_document_types_item = accepted_document_types_item_data.value
                accepted_document_types.append(accepted_document_types_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "resourceId": resource_id,
                "type": type_,
                "reason": reason,
            }
        )
        if field is not UNSET:
            field_dict["field"] = field
        if accepted_document_types is not UNSET:
            field_dict["acceptedDocumentTypes"] = accepted_document_types

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        resource_id = d.pop("resourceId")

        type_ = VerificationErrorType(d.pop("type"))

        reason = d.pop("reason")

        field = d.pop("field", UNSET)

        _accepted_document_types = d.pop("acceptedDocumentTypes", UNSET)
        accepted_document_types: list[DocumentType] | Unset = UNSET
        if _accepted_document_types is not UNSET:
            accepted_document_types = []
            for accepted_document_types_item_data in _accepted_document_types:
                accepted_document_types_item = DocumentType(accepted_document_types_item_data)

                accepted_document_types.append(accepted_document_types_item)

        verification_error = cls(
            resource_id=resource_id,
            type_=type_,
            reason=reason,
            field=field,
            accepted_document_types=accepted_document_types,
        )

        verification_error.additional_properties = d
        return verification_error

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
