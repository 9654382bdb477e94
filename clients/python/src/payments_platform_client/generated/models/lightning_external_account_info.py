from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="LightningExternalAccountInfo")


@_attrs_define
class LightningExternalAccountInfo:
    """An external account of type LIGHTNING. Its `currency` is BTC. Exactly one of its fields is given."""

    account_type: Literal["LIGHTNING"]
    """ Which type of account it is: says which fields there are. """
    invoice: str | Unset = UNSET
    """ A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any
    amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. """
    bolt12: str | Unset = UNSET
    """ A BOLT 12 offer: "ln" followed by letters and digits. It starts with `lno1`, and has not expired. 3 to 4,096
    characters. """
    lightning_address: str | Unset = UNSET
    """ A Lightning address such as "name@example.com". 3 to 255 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        invoice = self.invoice

        bolt12 = self.bolt12

        lightning_address = self.lightning_address

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
            }
        )
        if invoice is not UNSET:
            field_dict["invoice"] = invoice
        if bolt12 is not UNSET:
            field_dict["bolt12"] = bolt12
        if lightning_address is not UNSET:
            field_dict["lightningAddress"] = lightning_address

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["LIGHTNING"], d.pop("accountType"))
        if account_type != "LIGHTNING":
            raise ValueError(f"accountType must match const 'LIGHTNING', got '{account_type}'")

        invoice = d.pop("invoice", UNSET)

        bolt12 = d.pop("bolt12", UNSET)

        lightning_address = d.pop("lightningAddress", UNSET)

        lightning_external_account_info = cls(
            account_type=account_type,
            invoice=invoice,
            bolt12=bolt12,
            lightning_address=lightning_address,
        )

        lightning_external_account_info.additional_properties = d
        return lightning_external_account_info

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
