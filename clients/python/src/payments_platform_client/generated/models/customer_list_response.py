from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.business_customer import BusinessCustomer
    from ..models.individual_customer import IndividualCustomer


T = TypeVar("T", bound="CustomerListResponse")


@_attrs_define
class CustomerListResponse:
    """A page of a list."""

    data: list[BusinessCustomer | IndividualCustomer]
    """ What the list holds, in its order. """
    has_more: bool
    """ Whether the list goes on: ask again with `nextCursor`. """
    next_cursor: str | Unset = UNSET
    """ What to send as `cursor` for the next page, with the same filters. Absent on the last page. """
    total_count: int | Unset = UNSET
    """ How many match in all. Above 10,000 matches of a filter it stays 10,000. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.individual_customer import IndividualCustomer  # noqa: PLC0415

        data = []
        for data_item_data in self.data:
            data_item: dict[str, Any]
            if isinstance(data_item_data, IndividualCustomer):
                data_item = data_item_data.to_dict()
            else:
                data_item = data_item_data.to_dict()

            data.append(data_item)

        has_more = self.has_more

        next_cursor = self.next_cursor

        total_count = self.total_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "hasMore": has_more,
            }
        )
        if next_cursor is not UNSET:
            field_dict["nextCursor"] = next_cursor
        if total_count is not UNSET:
            field_dict["totalCount"] = total_count

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_customer import BusinessCustomer  # noqa: PLC0415
        from ..models.individual_customer import IndividualCustomer  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:

            def _parse_data_item(data: object) -> BusinessCustomer | IndividualCustomer:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_customer_type_0 = IndividualCustomer.from_dict(data)

                    return componentsschemas_customer_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_customer_type_1 = BusinessCustomer.from_dict(data)

                return componentsschemas_customer_type_1

            data_item = _parse_data_item(data_item_data)

            data.append(data_item)

        has_more = d.pop("hasMore")

        next_cursor = d.pop("nextCursor", UNSET)

        total_count = d.pop("totalCount", UNSET)

        customer_list_response = cls(
            data=data,
            has_more=has_more,
            next_cursor=next_cursor,
            total_count=total_count,
        )

        customer_list_response.additional_properties = d
        return customer_list_response

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
