from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccountQuoteSource")


@_attrs_define
class AccountQuoteSource:
    account_id: str
    """ `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. """
    source_type: Literal["ACCOUNT"]
    """ An internal or external account. """
    customer_id: str | Unset = UNSET
    """ Whose payment it is, `Customer:<uuid>`. Absent for the platform's own. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_id = self.account_id

        source_type = self.source_type

        customer_id = self.customer_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "sourceType": source_type,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_id = d.pop("accountId")

        source_type = cast(Literal["ACCOUNT"], d.pop("sourceType"))
        if source_type != "ACCOUNT":
            raise ValueError(f"sourceType must match const 'ACCOUNT', got '{source_type}'")

        customer_id = d.pop("customerId", UNSET)

        account_quote_source = cls(
            account_id=account_id,
            source_type=source_type,
            customer_id=customer_id,
        )

        account_quote_source.additional_properties = d
        return account_quote_source

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
