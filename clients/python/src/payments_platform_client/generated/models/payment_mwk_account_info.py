from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentMwkAccountInfo")


@_attrs_define
class PaymentMwkAccountInfo:
    """An account of type MWK_ACCOUNT to pay into."""

    account_type: Literal["MWK_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the
    country with the code +265. 7 to 15 characters. """
    provider: str
    """ 1 to 255 characters, the mobile-money provider. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[Literal["MOBILE_MONEY"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        phone_number = self.phone_number

        provider = self.provider

        reference = self.reference

        payment_rails = self.payment_rails

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "phoneNumber": phone_number,
                "provider": provider,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["MWK_ACCOUNT"], d.pop("accountType"))
        if account_type != "MWK_ACCOUNT":
            raise ValueError(f"accountType must match const 'MWK_ACCOUNT', got '{account_type}'")

        phone_number = d.pop("phoneNumber")

        provider = d.pop("provider")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["MOBILE_MONEY"], payment_rails_item_data)
            if payment_rails_item != "MOBILE_MONEY":
                raise ValueError(f"paymentRails_item must match const 'MOBILE_MONEY', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        payment_mwk_account_info = cls(
            account_type=account_type,
            phone_number=phone_number,
            provider=provider,
            reference=reference,
            payment_rails=payment_rails,
        )

        payment_mwk_account_info.additional_properties = d
        return payment_mwk_account_info

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
