from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.document_side import DocumentSide
from ..models.document_type import DocumentType
from ..types import UNSET, Unset

T = TypeVar("T", bound="Document")


@_attrs_define
class Document:
    """A document of a customer or of a beneficial owner. Its content is not shown."""

    id: str
    """ Names the document in other requests. `Document:<uuid>`. """
    document_holder: str
    """ Whose document it is: `Customer:<uuid>` or `BeneficialOwner:<uuid>`. """
    document_type: DocumentType
    country: str
    """ The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    file_name: str
    """ The name that the file was uploaded with. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    side: DocumentSide | Unset = UNSET
    document_number: str | Unset = UNSET
    """ The number on it. Absent where none was given. """
    updated_at: datetime.datetime | Unset = UNSET
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        document_holder = self.document_holder

        document_type = self.document_type.value

        country = self.country

        file_name = self.file_name

        created_at = self.created_at.isoformat()

        side: str | Unset = UNSET
        if not isinstance(self.side, Unset):
            side = self.side.value

        document_number = self.document_number

        updated_at: str | Unset = UNSET
        if not isinstance(self.updated_at, Unset):
            updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "documentHolder": document_holder,
                "documentType": document_type,
                "country": country,
                "fileName": file_name,
                "createdAt": created_at,
            }
        )
        if side is not UNSET:
            field_dict["side"] = side
        if document_number is not UNSET:
            field_dict["documentNumber"] = document_number
        if updated_at is not UNSET:
            field_dict["updatedAt"] = updated_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        document_holder = d.pop("documentHolder")

        document_type = DocumentType(d.pop("documentType"))

        country = d.pop("country")

        file_name = d.pop("fileName")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        _side = d.pop("side", UNSET)
        side: DocumentSide | Unset
        if isinstance(_side, Unset):
            side = UNSET
        else:
            side = DocumentSide(_side)

        document_number = d.pop("documentNumber", UNSET)

        _updated_at = d.pop("updatedAt", UNSET)
        updated_at: datetime.datetime | Unset
        if isinstance(_updated_at, Unset):
            updated_at = UNSET
        else:
            updated_at = datetime.datetime.fromisoformat(_updated_at)

        document = cls(
            id=id,
            document_holder=document_holder,
            document_type=document_type,
            country=country,
            file_name=file_name,
            created_at=created_at,
            side=side,
            document_number=document_number,
            updated_at=updated_at,
        )

        document.additional_properties = d
        return document

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
