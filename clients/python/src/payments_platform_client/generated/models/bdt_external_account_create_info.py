from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bdt_individual_beneficiary import BdtIndividualBeneficiary
    from ..models.business_beneficiary import BusinessBeneficiary


T = TypeVar("T", bound="BdtExternalAccountCreateInfo")


@_attrs_define
class BdtExternalAccountCreateInfo:
    """An external account of type BDT_ACCOUNT, to be created. Its `currency` is BDT."""

    account_type: Literal["BDT_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. """
    branch_code: str
    """ The number of the branch: 5 digits. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to
    15 characters. """
    beneficiary: BdtIndividualBeneficiary | BusinessBeneficiary
    swift_code: str | Unset = UNSET
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bdt_individual_beneficiary import BdtIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        branch_code = self.branch_code

        phone_number = self.phone_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, BdtIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "branchCode": branch_code,
                "phoneNumber": phone_number,
                "beneficiary": beneficiary,
            }
        )
        if swift_code is not UNSET:
            field_dict["swiftCode"] = swift_code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bdt_individual_beneficiary import BdtIndividualBeneficiary  # noqa: PLC0415
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["BDT_ACCOUNT"], d.pop("accountType"))
        if account_type != "BDT_ACCOUNT":
            raise ValueError(f"accountType must match const 'BDT_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        branch_code = d.pop("branchCode")

        phone_number = d.pop("phoneNumber")

        def _parse_beneficiary(data: object) -> BdtIndividualBeneficiary | BusinessBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_bdt_beneficiary_type_0 = BdtIndividualBeneficiary.from_dict(data)

                return componentsschemas_bdt_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_bdt_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_bdt_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        swift_code = d.pop("swiftCode", UNSET)

        bdt_external_account_create_info = cls(
            account_type=account_type,
            account_number=account_number,
            branch_code=branch_code,
            phone_number=phone_number,
            beneficiary=beneficiary,
            swift_code=swift_code,
        )

        bdt_external_account_create_info.additional_properties = d
        return bdt_external_account_create_info

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
