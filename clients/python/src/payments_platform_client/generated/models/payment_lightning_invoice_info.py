from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentLightningInvoiceInfo")


@_attrs_define
class PaymentLightningInvoiceInfo:
    """An account of type LIGHTNING to pay into."""

    account_type: Literal["LIGHTNING"]
    """ Which type of account it is: says which fields there are. """
    invoice: str
    """ A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any
    amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        invoice = self.invoice

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "invoice": invoice,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["LIGHTNING"], d.pop("accountType"))
        if account_type != "LIGHTNING":
            raise ValueError(f"accountType must match const 'LIGHTNING', got '{account_type}'")

        invoice = d.pop("invoice")

        payment_lightning_invoice_info = cls(
            account_type=account_type,
            invoice=invoice,
        )

        payment_lightning_invoice_info.additional_properties = d
        return payment_lightning_invoice_info

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
