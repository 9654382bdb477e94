from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_bdt_account_info_payment_rails_item import PaymentBdtAccountInfoPaymentRailsItem
from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentBdtAccountInfo")


@_attrs_define
class PaymentBdtAccountInfo:
    """An account of type BDT_ACCOUNT to pay into."""

    account_type: Literal["BDT_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    branch_code: str
    """ The number of the branch: 5 digits. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to
    15 characters. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[PaymentBdtAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    swift_code: str | Unset = UNSET
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        account_number = self.account_number

        branch_code = self.branch_code

        phone_number = self.phone_number

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
                "accountNumber": account_number,
                "branchCode": branch_code,
                "phoneNumber": phone_number,
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
        account_type = cast(Literal["BDT_ACCOUNT"], d.pop("accountType"))
        if account_type != "BDT_ACCOUNT":
            raise ValueError(f"accountType must match const 'BDT_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        branch_code = d.pop("branchCode")

        phone_number = d.pop("phoneNumber")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = PaymentBdtAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        swift_code = d.pop("swiftCode", UNSET)

        payment_bdt_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            branch_code=branch_code,
            phone_number=phone_number,
            reference=reference,
            payment_rails=payment_rails,
            swift_code=swift_code,
        )

        payment_bdt_account_info.additional_properties = d
        return payment_bdt_account_info

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
