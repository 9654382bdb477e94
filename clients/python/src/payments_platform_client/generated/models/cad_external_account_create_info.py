from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.cad_individual_beneficiary import CadIndividualBeneficiary


T = TypeVar("T", bound="CadExternalAccountCreateInfo")


@_attrs_define
class CadExternalAccountCreateInfo:
    """An external account of type CAD_ACCOUNT, to be created. Its `currency` is CAD."""

    account_type: Literal["CAD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    bank_code: str
    """ The number of the bank: 3 digits. """
    branch_code: str
    """ The number of the branch: 5 digits. """
    account_number: str
    """ The number of the account: 7 to 12 digits. """
    beneficiary: BusinessBeneficiary | CadIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.cad_individual_beneficiary import CadIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        bank_code = self.bank_code

        branch_code = self.branch_code

        account_number = self.account_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, CadIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "bankCode": bank_code,
                "branchCode": branch_code,
                "accountNumber": account_number,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.cad_individual_beneficiary import CadIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["CAD_ACCOUNT"], d.pop("accountType"))
        if account_type != "CAD_ACCOUNT":
            raise ValueError(f"accountType must match const 'CAD_ACCOUNT', got '{account_type}'")

        bank_code = d.pop("bankCode")

        branch_code = d.pop("branchCode")

        account_number = d.pop("accountNumber")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | CadIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_cad_beneficiary_type_0 = CadIndividualBeneficiary.from_dict(data)

                return componentsschemas_cad_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_cad_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_cad_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        cad_external_account_create_info = cls(
            account_type=account_type,
            bank_code=bank_code,
            branch_code=branch_code,
            account_number=account_number,
            beneficiary=beneficiary,
        )

        cad_external_account_create_info.additional_properties = d
        return cad_external_account_create_info

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
