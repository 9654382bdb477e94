from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.failure import Failure
from ..types import UNSET, Unset

T = TypeVar("T", bound="AnswerWebhookRequest")


@_attrs_define
class AnswerWebhookRequest:
    """What an endpoint would have answered: a `status`, or why there is none."""

    status: int | Unset = UNSET
    """ The status that the endpoint would have answered with. 100 to 599. """
    body: str | Unset = UNSET
    """ The text of the answer's body: a JSON object, where it says anything. At most 2,048 characters. """
    failure: Failure | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        body = self.body

        failure: str | Unset = UNSET
        if not isinstance(self.failure, Unset):
            failure = self.failure.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if status is not UNSET:
            field_dict["status"] = status
        if body is not UNSET:
            field_dict["body"] = body
        if failure is not UNSET:
            field_dict["failure"] = failure

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = d.pop("status", UNSET)

        body = d.pop("body", UNSET)

        _failure = d.pop("failure", UNSET)
        failure: Failure | Unset
        if isinstance(_failure, Unset):
            failure = UNSET
        else:
            failure = Failure(_failure)

        answer_webhook_request = cls(
            status=status,
            body=body,
            failure=failure,
        )

        answer_webhook_request.additional_properties = d
        return answer_webhook_request

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
