from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_jmd_account_info_bank_account_type import PaymentJmdAccountInfoBankAccountType

T = TypeVar("T", bound="PaymentJmdAccountInfo")


@_attrs_define
class PaymentJmdAccountInfo:
    """An account of type JMD_ACCOUNT to pay into."""

    account_type: Literal["JMD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    branch_code: str
    """ The number of the branch: 5 digits. """
    bank_account_type: PaymentJmdAccountInfoBankAccountType
    """ What kind of account it is: one of CHECKING, SAVINGS. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[Literal["BANK_TRANSFER"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        account_number = self.account_number

        branch_code = self.branch_code

        bank_account_type = self.bank_account_type.value

        reference = self.reference

        payment_rails = self.payment_rails

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "branchCode": branch_code,
                "bankAccountType": bank_account_type,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["JMD_ACCOUNT"], d.pop("accountType"))
        if account_type != "JMD_ACCOUNT":
            raise ValueError(f"accountType must match const 'JMD_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        branch_code = d.pop("branchCode")

        bank_account_type = PaymentJmdAccountInfoBankAccountType(d.pop("bankAccountType"))

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["BANK_TRANSFER"], payment_rails_item_data)
            if payment_rails_item != "BANK_TRANSFER":
                raise ValueError(f"paymentRails_item must match const 'BANK_TRANSFER', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        payment_jmd_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            branch_code=branch_code,
            bank_account_type=bank_account_type,
            reference=reference,
            payment_rails=payment_rails,
        )

        payment_jmd_account_info.additional_properties = d
        return payment_jmd_account_info

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
