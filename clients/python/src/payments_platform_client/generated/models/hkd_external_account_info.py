from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.hkd_individual_beneficiary import HkdIndividualBeneficiary


T = TypeVar("T", bound="HkdExternalAccountInfo")


@_attrs_define
class HkdExternalAccountInfo:
    """An external account of type HKD_ACCOUNT. Its `currency` is HKD."""

    account_type: Literal["HKD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    bank_name: str
    """ 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the
    `bankName` of one. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    swift_code: str
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    payment_rails: list[Literal["BANK_TRANSFER"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BusinessBeneficiary | HkdIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.hkd_individual_beneficiary import HkdIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        bank_name = self.bank_name

        account_number = self.account_number

        swift_code = self.swift_code

        payment_rails = self.payment_rails

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, HkdIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "bankName": bank_name,
                "accountNumber": account_number,
                "swiftCode": swift_code,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.hkd_individual_beneficiary import HkdIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["HKD_ACCOUNT"], d.pop("accountType"))
        if account_type != "HKD_ACCOUNT":
            raise ValueError(f"accountType must match const 'HKD_ACCOUNT', got '{account_type}'")

        bank_name = d.pop("bankName")

        account_number = d.pop("accountNumber")

        swift_code = d.pop("swiftCode")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["BANK_TRANSFER"], payment_rails_item_data)
            if payment_rails_item != "BANK_TRANSFER":
                raise ValueError(f"paymentRails_item must match const 'BANK_TRANSFER', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | HkdIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_hkd_beneficiary_type_0 = HkdIndividualBeneficiary.from_dict(data)

                return componentsschemas_hkd_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_hkd_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_hkd_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        hkd_external_account_info = cls(
            account_type=account_type,
            bank_name=bank_name,
            account_number=account_number,
            swift_code=swift_code,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
        )

        hkd_external_account_info.additional_properties = d
        return hkd_external_account_info

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
