from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.jmd_external_account_create_info_bank_account_type import JmdExternalAccountCreateInfoBankAccountType

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.jmd_individual_beneficiary import JmdIndividualBeneficiary


T = TypeVar("T", bound="JmdExternalAccountCreateInfo")


@_attrs_define
class JmdExternalAccountCreateInfo:
    """An external account of type JMD_ACCOUNT, to be created. Its `currency` is JMD."""

    account_type: Literal["JMD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    branch_code: str
    """ The number of the branch: 5 digits. """
    bank_account_type: JmdExternalAccountCreateInfoBankAccountType
    """ What kind of account it is: one of CHECKING, SAVINGS. """
    beneficiary: BusinessBeneficiary | JmdIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.jmd_individual_beneficiary import JmdIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        branch_code = self.branch_code

        bank_account_type = self.bank_account_type.value

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, JmdIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "branchCode": branch_code,
                "bankAccountType": bank_account_type,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.jmd_individual_beneficiary import JmdIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["JMD_ACCOUNT"], d.pop("accountType"))
        if account_type != "JMD_ACCOUNT":
            raise ValueError(f"accountType must match const 'JMD_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        branch_code = d.pop("branchCode")

        bank_account_type = JmdExternalAccountCreateInfoBankAccountType(d.pop("bankAccountType"))

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | JmdIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_jmd_beneficiary_type_0 = JmdIndividualBeneficiary.from_dict(data)

                return componentsschemas_jmd_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_jmd_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_jmd_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        jmd_external_account_create_info = cls(
            account_type=account_type,
            account_number=account_number,
            branch_code=branch_code,
            bank_account_type=bank_account_type,
            beneficiary=beneficiary,
        )

        jmd_external_account_create_info.additional_properties = d
        return jmd_external_account_create_info

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
