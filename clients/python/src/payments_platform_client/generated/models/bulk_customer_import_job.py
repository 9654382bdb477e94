from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bulk_customer_import_job_status import BulkCustomerImportJobStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bulk_customer_import_error_entry import BulkCustomerImportErrorEntry
    from ..models.bulk_customer_import_progress import BulkCustomerImportProgress


T = TypeVar("T", bound="BulkCustomerImportJob")


@_attrs_define
class BulkCustomerImportJob:
    """The import of a file of customers."""

    id: str
    """ Names the job in paths. `Job:<uuid>`. """
    status: BulkCustomerImportJobStatus
    progress: BulkCustomerImportProgress
    """ How many rows of a file there are, and what became of those that are done. """
    errors: list[BulkCustomerImportErrorEntry] | Unset = UNSET
    """ The rows that failed, in the order of the file; not all where there are many. """
    errors_omitted: int | Unset = UNSET
    """ How many more errors there are than are listed. Absent where all are. At least 1. """
    completed_at: datetime.datetime | Unset = UNSET
    """ When the last row was done. Absent before. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status = self.status.value

        progress = self.progress.to_dict()

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)

        errors_omitted = self.errors_omitted

        completed_at: str | Unset = UNSET
        if not isinstance(self.completed_at, Unset):
            completed_at = self.completed_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "progress": progress,
            }
        )
        if errors is not UNSET:
            field_dict["errors"] = errors
        if errors_omitted is not UNSET:
            field_dict["errorsOmitted"] = errors_omitted
        if completed_at is not UNSET:
            field_dict["completedAt"] = completed_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bulk_customer_import_error_entry import BulkCustomerImportErrorEntry  # noqa: PLC0415
        from ..models.bulk_customer_import_progress import BulkCustomerImportProgress  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        status = BulkCustomerImportJobStatus(d.pop("status"))

        progress = BulkCustomerImportProgress.from_dict(d.pop("progress"))

        _errors = d.pop("errors", UNSET)
        errors: list[BulkCustomerImportErrorEntry] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = BulkCustomerImportErrorEntry.from_dict(errors_item_data)

                errors.append(errors_item)

        errors_omitted = d.pop("errorsOmitted", UNSET)

        _completed_at = d.pop("completedAt", UNSET)
        completed_at: datetime.datetime | Unset
        if isinstance(_completed_at, Unset):
            completed_at = UNSET
        else:
            completed_at = datetime.datetime.fromisoformat(_completed_at)

        bulk_customer_import_job = cls(
            id=id,
            status=status,
            progress=progress,
            errors=errors,
            errors_omitted=errors_omitted,
            completed_at=completed_at,
        )

        bulk_customer_import_job.additional_properties = d
        return bulk_customer_import_job

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
