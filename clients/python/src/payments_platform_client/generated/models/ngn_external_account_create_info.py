from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.ngn_individual_beneficiary import NgnIndividualBeneficiary


T = TypeVar("T", bound="NgnExternalAccountCreateInfo")


@_attrs_define
class NgnExternalAccountCreateInfo:
    """An external account of type NGN_ACCOUNT, to be created. Its `currency` is NGN."""

    account_type: Literal["NGN_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ The number of the account: 10 digits. """
    bank_name: str
    """ 1 to 255 characters, the name of the bank. Where `GET /discoveries` lists banks of the currency: the
    `bankName` of one. """
    beneficiary: BusinessBeneficiary | NgnIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.ngn_individual_beneficiary import NgnIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        bank_name = self.bank_name

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, NgnIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "bankName": bank_name,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.ngn_individual_beneficiary import NgnIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["NGN_ACCOUNT"], d.pop("accountType"))
        if account_type != "NGN_ACCOUNT":
            raise ValueError(f"accountType must match const 'NGN_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        bank_name = d.pop("bankName")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | NgnIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_ngn_beneficiary_type_0 = NgnIndividualBeneficiary.from_dict(data)

                return componentsschemas_ngn_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_ngn_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_ngn_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        ngn_external_account_create_info = cls(
            account_type=account_type,
            account_number=account_number,
            bank_name=bank_name,
            beneficiary=beneficiary,
        )

        ngn_external_account_create_info.additional_properties = d
        return ngn_external_account_create_info

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
