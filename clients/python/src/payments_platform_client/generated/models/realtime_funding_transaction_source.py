from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RealtimeFundingTransactionSource")


@_attrs_define
class RealtimeFundingTransactionSource:
    currency: str
    """ Code of the currency on this side, such as `USD`. """
    source_type: Literal["REALTIME_FUNDING"]
    """ Somebody who pays from outside. """
    customer_id: str | Unset = UNSET
    """ Whose payment it is, `Customer:<uuid>`. Absent for the platform's own. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency = self.currency

        source_type = self.source_type

        customer_id = self.customer_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currency": currency,
                "sourceType": source_type,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        currency = d.pop("currency")

        source_type = cast(Literal["REALTIME_FUNDING"], d.pop("sourceType"))
        if source_type != "REALTIME_FUNDING":
            raise ValueError(f"sourceType must match const 'REALTIME_FUNDING', got '{source_type}'")

        customer_id = d.pop("customerId", UNSET)

        realtime_funding_transaction_source = cls(
            currency=currency,
            source_type=source_type,
            customer_id=customer_id,
        )

        realtime_funding_transaction_source.additional_properties = d
        return realtime_funding_transaction_source

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
