from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.event import Event


T = TypeVar("T", bound="EventListResponse")


@_attrs_define
class EventListResponse:
    """A page of a list."""

    data: list[Event]
    """ What the list holds, in its order. """
    has_more: bool
    """ Whether the list goes on: ask again with `nextCursor`. """
    next_cursor: str | Unset = UNSET
    """ What to send as `cursor` for the next page, with the same filters. Absent on the last page. """
    total_count: int | Unset = UNSET
    """ How many match in all. Above 10,000 matches of a filter it stays 10,000. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
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
        from ..models.event import Event  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = Event.from_dict(data_item_data)

            data.append(data_item)

        has_more = d.pop("hasMore")

        next_cursor = d.pop("nextCursor", UNSET)

        total_count = d.pop("totalCount", UNSET)

        event_list_response = cls(
            data=data,
            has_more=has_more,
            next_cursor=next_cursor,
            total_count=total_count,
        )

        event_list_response.additional_properties = d
        return event_list_response

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
