from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.cop_external_account_create_info_bank_account_type import CopExternalAccountCreateInfoBankAccountType

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.cop_individual_beneficiary import CopIndividualBeneficiary


T = TypeVar("T", bound="CopExternalAccountCreateInfo")


@_attrs_define
class CopExternalAccountCreateInfo:
    """An external account of type COP_ACCOUNT, to be created. Its `currency` is COP."""

    account_type: Literal["COP_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    bank_account_type: CopExternalAccountCreateInfoBankAccountType
    """ What kind of account it is: one of CHECKING, SAVINGS. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to
    15 characters. """
    beneficiary: BusinessBeneficiary | CopIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.cop_individual_beneficiary import CopIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        bank_account_type = self.bank_account_type.value

        phone_number = self.phone_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, CopIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "bankAccountType": bank_account_type,
                "phoneNumber": phone_number,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.cop_individual_beneficiary import CopIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["COP_ACCOUNT"], d.pop("accountType"))
        if account_type != "COP_ACCOUNT":
            raise ValueError(f"accountType must match const 'COP_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        bank_account_type = CopExternalAccountCreateInfoBankAccountType(d.pop("bankAccountType"))

        phone_number = d.pop("phoneNumber")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | CopIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_cop_beneficiary_type_0 = CopIndividualBeneficiary.from_dict(data)

                return componentsschemas_cop_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_cop_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_cop_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        cop_external_account_create_info = cls(
            account_type=account_type,
            account_number=account_number,
            bank_account_type=bank_account_type,
            phone_number=phone_number,
            beneficiary=beneficiary,
        )

        cop_external_account_create_info.additional_properties = d
        return cop_external_account_create_info

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
