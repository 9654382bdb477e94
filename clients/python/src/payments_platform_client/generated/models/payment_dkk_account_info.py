from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_dkk_account_info_payment_rails_item import PaymentDkkAccountInfoPaymentRailsItem
from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentDkkAccountInfo")


@_attrs_define
class PaymentDkkAccountInfo:
    """An account of type DKK_ACCOUNT to pay into."""

    account_type: Literal["DKK_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    iban: str
    """ An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then
    letters and digits. Of the length and structure of its country, with the right check digits. Of an account in
    Denmark, Greenland or the Faroe Islands. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[PaymentDkkAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    swift_code: str | Unset = UNSET
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        iban = self.iban

        reference = self.reference

        payment_rails = []
        for payment_rails_item_data in self.payment_rails:
            payment_rails_item = payment_rails_item_data.value
            payment_rails.append(payment_rails_item)

        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "iban": iban,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )
        if swift_code is not UNSET:
            field_dict["swiftCode"] = swift_code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["DKK_ACCOUNT"], d.pop("accountType"))
        if account_type != "DKK_ACCOUNT":
            raise ValueError(f"accountType must match const 'DKK_ACCOUNT', got '{account_type}'")

        iban = d.pop("iban")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = PaymentDkkAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        swift_code = d.pop("swiftCode", UNSET)

        payment_dkk_account_info = cls(
            account_type=account_type,
            iban=iban,
            reference=reference,
            payment_rails=payment_rails,
            swift_code=swift_code,
        )

        payment_dkk_account_info.additional_properties = d
        return payment_dkk_account_info

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
