from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.mxn_individual_beneficiary import MxnIndividualBeneficiary


T = TypeVar("T", bound="MxnExternalAccountCreateInfo")


@_attrs_define
class MxnExternalAccountCreateInfo:
    """An external account of type MXN_ACCOUNT, to be created. Its `currency` is MXN."""

    account_type: Literal["MXN_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    clabe_number: str
    """ The CLABE of the account: 18 digits. """
    beneficiary: BusinessBeneficiary | MxnIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.mxn_individual_beneficiary import MxnIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        clabe_number = self.clabe_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, MxnIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "clabeNumber": clabe_number,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.mxn_individual_beneficiary import MxnIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["MXN_ACCOUNT"], d.pop("accountType"))
        if account_type != "MXN_ACCOUNT":
            raise ValueError(f"accountType must match const 'MXN_ACCOUNT', got '{account_type}'")

        clabe_number = d.pop("clabeNumber")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | MxnIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_mxn_beneficiary_type_0 = MxnIndividualBeneficiary.from_dict(data)

                return componentsschemas_mxn_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_mxn_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_mxn_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        mxn_external_account_create_info = cls(
            account_type=account_type,
            clabe_number=clabe_number,
            beneficiary=beneficiary,
        )

        mxn_external_account_create_info.additional_properties = d
        return mxn_external_account_create_info

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
