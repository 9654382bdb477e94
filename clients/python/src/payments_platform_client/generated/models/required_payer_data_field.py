from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.counterparty_field_name import CounterpartyFieldName

T = TypeVar("T", bound="RequiredPayerDataField")


@_attrs_define
class RequiredPayerDataField:
    """Something that the quote must say about the sender."""

    name: CounterpartyFieldName
    mandatory: bool
    """ true: without it there is no quote. false: told where it is known. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name.value

        mandatory = self.mandatory

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "mandatory": mandatory,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = CounterpartyFieldName(d.pop("name"))

        mandatory = d.pop("mandatory")

        required_payer_data_field = cls(
            name=name,
            mandatory=mandatory,
        )

        required_payer_data_field.additional_properties = d
        return required_payer_data_field

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
