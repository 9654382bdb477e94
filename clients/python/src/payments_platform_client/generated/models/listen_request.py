from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ListenRequest")


@_attrs_define
class ListenRequest:
    """Where to go on."""

    cursor: str | Unset = UNSET
    """ `cursor` of the reply before. Left out: from now on, or from `startDate` on. 1 to 65,536 characters. """
    start_date: datetime.datetime | Unset = UNSET
    """ Without a cursor: what happened from this moment of real time on. ISO 8601 with an offset, or a date: then
    its first instant in UTC. """
    answers_approvals: bool | Unset = UNSET
    """ Have payments that wait for approval wait for you, for ten seconds from this request, while the platform has
    no endpoint. Answer them by `POST /sandbox/webhooks/{webhookId}/answer`. If left out: `false`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cursor = self.cursor

        start_date: str | Unset = UNSET
        if not isinstance(self.start_date, Unset):
            start_date = self.start_date.isoformat()

        answers_approvals = self.answers_approvals

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if cursor is not UNSET:
            field_dict["cursor"] = cursor
        if start_date is not UNSET:
            field_dict["startDate"] = start_date
        if answers_approvals is not UNSET:
            field_dict["answersApprovals"] = answers_approvals

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cursor = d.pop("cursor", UNSET)

        _start_date = d.pop("startDate", UNSET)
        start_date: datetime.datetime | Unset
        if isinstance(_start_date, Unset):
            start_date = UNSET
        else:
            start_date = datetime.datetime.fromisoformat(_start_date)

        answers_approvals = d.pop("answersApprovals", UNSET)

        listen_request = cls(
            cursor=cursor,
            start_date=start_date,
            answers_approvals=answers_approvals,
        )

        listen_request.additional_properties = d
        return listen_request

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
