from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.document_side import DocumentSide
from ..models.document_type import DocumentType
from ..types import UNSET, File, FileTypes, Unset

T = TypeVar("T", bound="DocumentReplaceRequest")


@_attrs_define
class DocumentReplaceRequest:
    """What may be replaced: at least one part."""

    file: File | Unset = UNSET
    """ The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format. """
    document_type: DocumentType | Unset = UNSET
    country: str | Unset = UNSET
    """ The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    side: DocumentSide | Unset = UNSET
    document_number: str | Unset = UNSET
    """ The number on it. 1 to 64 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        file: FileTypes | Unset = UNSET
        if not isinstance(self.file, Unset):
            file = self.file.to_tuple()

        document_type: str | Unset = UNSET
        if not isinstance(self.document_type, Unset):
            document_type = self.document_type.value

        country = self.country

        side: str | Unset = UNSET
        if not isinstance(self.side, Unset):
            side = self.side.value

        document_number = self.document_number

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if file is not UNSET:
            field_dict["file"] = file
        if document_type is not UNSET:
            field_dict["documentType"] = document_type
        if country is not UNSET:
            field_dict["country"] = country
        if side is not UNSET:
            field_dict["side"] = side
        if document_number is not UNSET:
            field_dict["documentNumber"] = document_number

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        if not isinstance(self.file, Unset):
            files.append(("file", self.file.to_tuple()))

        if not isinstance(self.document_type, Unset):
            files.append(("documentType", (None, str(self.document_type.value).encode(), "text/plain")))

        if not isinstance(self.country, Unset):
            files.append(("country", (None, str(self.country).encode(), "text/plain")))

        if not isinstance(self.side, Unset):
            files.append(("side", (None, str(self.side.value).encode(), "text/plain")))

        if not isinstance(self.document_number, Unset):
            files.append(("documentNumber", (None, str(self.document_number).encode(), "text/plain")))

        for prop_name, prop in self.additional_properties.items():
            files.append((prop_name, (None, str(prop).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _file = d.pop("file", UNSET)
        file: File | Unset
        if isinstance(_file, Unset):
            file = UNSET
        else:
            file = File(payload=BytesIO(_file))

        _document_type = d.pop("documentType", UNSET)
        document_type: DocumentType | Unset
        if isinstance(_document_type, Unset):
            document_type = UNSET
        else:
            document_type = DocumentType(_document_type)

        country = d.pop("country", UNSET)

        _side = d.pop("side", UNSET)
        side: DocumentSide | Unset
        if isinstance(_side, Unset):
            side = UNSET
        else:
            side = DocumentSide(_side)

        document_number = d.pop("documentNumber", UNSET)

        document_replace_request = cls(
            file=file,
            document_type=document_type,
            country=country,
            side=side,
            document_number=document_number,
        )

        document_replace_request.additional_properties = d
        return document_replace_request

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
