from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bulk_customer_import_error_entry_details import BulkCustomerImportErrorEntryDetails


T = TypeVar("T", bound="BulkCustomerImportErrorEntry")


@_attrs_define
class BulkCustomerImportErrorEntry:
    """Why a row did not become a customer."""

    correlation_id: str
    """ Which row: its `platformCustomerId`, or `row_` and its number from 1. """
    code: str
    """ Why: a code of the catalogue of errors. """
    message: str
    """ A sentence for people. """
    details: BulkCustomerImportErrorEntryDetails
    """ Where a column is wrong, `errors` names it with the reason; otherwise empty. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        correlation_id = self.correlation_id

        code = self.code

        message = self.message

        details = self.details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "correlationId": correlation_id,
                "code": code,
                "message": message,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bulk_customer_import_error_entry_details import BulkCustomerImportErrorEntryDetails  # noqa: PLC0415

        d = dict(src_dict)
        correlation_id = d.pop("correlationId")

        code = d.pop("code")

        message = d.pop("message")

        details = BulkCustomerImportErrorEntryDetails.from_dict(d.pop("details"))

        bulk_customer_import_error_entry = cls(
            correlation_id=correlation_id,
            code=code,
            message=message,
            details=details,
        )

        bulk_customer_import_error_entry.additional_properties = d
        return bulk_customer_import_error_entry

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
