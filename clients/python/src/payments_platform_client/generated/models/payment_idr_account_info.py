from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentIdrAccountInfo")


@_attrs_define
class PaymentIdrAccountInfo:
    """An account of type IDR_ACCOUNT to pay into."""

    account_type: Literal["IDR_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    bank_name: str
    """ 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the
    `bankName` of one. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    swift_code: str
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    phone_number: str
    """ The telephone number of the account's holder: "+62" followed by 9 to 12 digits. 7 to 15 characters. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[Literal["BANK_TRANSFER"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        bank_name = self.bank_name

        account_number = self.account_number

        swift_code = self.swift_code

        phone_number = self.phone_number

        reference = self.reference

        payment_rails = self.payment_rails

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "bankName": bank_name,
                "accountNumber": account_number,
                "swiftCode": swift_code,
                "phoneNumber": phone_number,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["IDR_ACCOUNT"], d.pop("accountType"))
        if account_type != "IDR_ACCOUNT":
            raise ValueError(f"accountType must match const 'IDR_ACCOUNT', got '{account_type}'")

        bank_name = d.pop("bankName")

        account_number = d.pop("accountNumber")

        swift_code = d.pop("swiftCode")

        phone_number = d.pop("phoneNumber")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["BANK_TRANSFER"], payment_rails_item_data)
            if payment_rails_item != "BANK_TRANSFER":
                raise ValueError(f"paymentRails_item must match const 'BANK_TRANSFER', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        payment_idr_account_info = cls(
            account_type=account_type,
            bank_name=bank_name,
            account_number=account_number,
            swift_code=swift_code,
            phone_number=phone_number,
            reference=reference,
            payment_rails=payment_rails,
        )

        payment_idr_account_info.additional_properties = d
        return payment_idr_account_info

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
