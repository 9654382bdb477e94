from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccountQuoteDestination")


@_attrs_define
class AccountQuoteDestination:
    account_id: str
    """ `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`. """
    destination_type: Literal["ACCOUNT"]
    """ An internal or external account. """
    payment_rail: str | Unset = UNSET
    """ The rail that was asked for. Absent where none was. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_id = self.account_id

        destination_type = self.destination_type

        payment_rail = self.payment_rail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "destinationType": destination_type,
            }
        )
        if payment_rail is not UNSET:
            field_dict["paymentRail"] = payment_rail

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_id = d.pop("accountId")

        destination_type = cast(Literal["ACCOUNT"], d.pop("destinationType"))
        if destination_type != "ACCOUNT":
            raise ValueError(f"destinationType must match const 'ACCOUNT', got '{destination_type}'")

        payment_rail = d.pop("paymentRail", UNSET)

        account_quote_destination = cls(
            account_id=account_id,
            destination_type=destination_type,
            payment_rail=payment_rail,
        )

        account_quote_destination.additional_properties = d
        return account_quote_destination

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
