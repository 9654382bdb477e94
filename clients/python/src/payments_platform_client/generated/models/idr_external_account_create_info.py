from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.idr_individual_beneficiary import IdrIndividualBeneficiary


T = TypeVar("T", bound="IdrExternalAccountCreateInfo")


@_attrs_define
class IdrExternalAccountCreateInfo:
    """An external account of type IDR_ACCOUNT, to be created. Its `currency` is IDR."""

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
    beneficiary: BusinessBeneficiary | IdrIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.idr_individual_beneficiary import IdrIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        bank_name = self.bank_name

        account_number = self.account_number

        swift_code = self.swift_code

        phone_number = self.phone_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, IdrIndividualBeneficiary):
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
                "phoneNumber": phone_number,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.idr_individual_beneficiary import IdrIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["IDR_ACCOUNT"], d.pop("accountType"))
        if account_type != "IDR_ACCOUNT":
            raise ValueError(f"accountType must match const 'IDR_ACCOUNT', got '{account_type}'")

        bank_name = d.pop("bankName")

        account_number = d.pop("accountNumber")

        swift_code = d.pop("swiftCode")

        phone_number = d.pop("phoneNumber")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | IdrIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_idr_beneficiary_type_0 = IdrIndividualBeneficiary.from_dict(data)

                return componentsschemas_idr_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_idr_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_idr_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        idr_external_account_create_info = cls(
            account_type=account_type,
            bank_name=bank_name,
            account_number=account_number,
            swift_code=swift_code,
            phone_number=phone_number,
            beneficiary=beneficiary,
        )

        idr_external_account_create_info.additional_properties = d
        return idr_external_account_create_info

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
