from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.document_side import DocumentSide
from ..models.document_type import DocumentType
from ..types import UNSET, File, Unset

T = TypeVar("T", bound="DocumentUploadRequest")


@_attrs_define
class DocumentUploadRequest:
    """A document to upload."""

    file: File
    """ The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format. """
    document_type: DocumentType
    country: str
    """ The country that has issued it. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    document_holder: str
    """ Whose document it is: a customer or a beneficial owner. As a reply has shown it, with its prefix. """
    side: DocumentSide | Unset = UNSET
    document_number: str | Unset = UNSET
    """ The number on it. 1 to 64 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        file = self.file.to_tuple()

        document_type = self.document_type.value

        country = self.country

        document_holder = self.document_holder

        side: str | Unset = UNSET
        if not isinstance(self.side, Unset):
            side = self.side.value

        document_number = self.document_number

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "file": file,
                "documentType": document_type,
                "country": country,
                "documentHolder": document_holder,
            }
        )
        if side is not UNSET:
            field_dict["side"] = side
        if document_number is not UNSET:
            field_dict["documentNumber"] = document_number

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("file", self.file.to_tuple()))

        files.append(("documentType", (None, str(self.document_type.value).encode(), "text/plain")))

        files.append(("country", (None, str(self.country).encode(), "text/plain")))

        files.append(("documentHolder", (None, str(self.document_holder).encode(), "text/plain")))

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
        file = File(payload=BytesIO(d.pop("file")))

        document_type = DocumentType(d.pop("documentType"))

        country = d.pop("country")

        document_holder = d.pop("documentHolder")

        _side = d.pop("side", UNSET)
        side: DocumentSide | Unset
        if isinstance(_side, Unset):
            side = UNSET
        else:
            side = DocumentSide(_side)

        document_number = d.pop("documentNumber", UNSET)

        document_upload_request = cls(
            file=file,
            document_type=document_type,
            country=country,
            document_holder=document_holder,
            side=side,
            document_number=document_number,
        )

        document_upload_request.additional_properties = d
        return document_upload_request

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
