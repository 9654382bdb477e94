from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.pkr_external_account_info_payment_rails_item import PkrExternalAccountInfoPaymentRailsItem
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.pkr_individual_beneficiary import PkrIndividualBeneficiary


T = TypeVar("T", bound="PkrExternalAccountInfo")


@_attrs_define
class PkrExternalAccountInfo:
    """An external account of type PKR_ACCOUNT. Its `currency` is PKR."""

    account_type: Literal["PKR_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros
    alone. The account's IBAN will do in its place. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to
    15 characters. """
    payment_rails: list[PkrExternalAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BusinessBeneficiary | PkrIndividualBeneficiary
    iban: str | Unset = UNSET
    """ An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then
    letters and digits. Of the length and structure of its country, with the right check digits. Of an account in
    Pakistan. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.pkr_individual_beneficiary import PkrIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        phone_number = self.phone_number

        payment_rails = []
        for payment_rails_item_data in self.payment_rails:
            payment_rails_item = payment_rails_item_data.value
            payment_rails.append(payment_rails_item)

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, PkrIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        iban = self.iban

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "phoneNumber": phone_number,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )
        if iban is not UNSET:
            field_dict["iban"] = iban

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.pkr_individual_beneficiary import PkrIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["PKR_ACCOUNT"], d.pop("accountType"))
        if account_type != "PKR_ACCOUNT":
            raise ValueError(f"accountType must match const 'PKR_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        phone_number = d.pop("phoneNumber")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = PkrExternalAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | PkrIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_pkr_beneficiary_type_0 = PkrIndividualBeneficiary.from_dict(data)

                return componentsschemas_pkr_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_pkr_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_pkr_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        iban = d.pop("iban", UNSET)

        pkr_external_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            phone_number=phone_number,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
            iban=iban,
        )

        pkr_external_account_info.additional_properties = d
        return pkr_external_account_info

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
