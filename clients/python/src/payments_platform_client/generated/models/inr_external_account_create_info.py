from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.inr_individual_beneficiary import InrIndividualBeneficiary


T = TypeVar("T", bound="InrExternalAccountCreateInfo")


@_attrs_define
class InrExternalAccountCreateInfo:
    """An external account of type INR_ACCOUNT, to be created. Its `currency` is INR."""

    account_type: Literal["INR_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    vpa: str
    """ A UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank". """
    beneficiary: BusinessBeneficiary | InrIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.inr_individual_beneficiary import InrIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        vpa = self.vpa

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, InrIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "vpa": vpa,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.inr_individual_beneficiary import InrIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["INR_ACCOUNT"], d.pop("accountType"))
        if account_type != "INR_ACCOUNT":
            raise ValueError(f"accountType must match const 'INR_ACCOUNT', got '{account_type}'")

        vpa = d.pop("vpa")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | InrIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_inr_beneficiary_type_0 = InrIndividualBeneficiary.from_dict(data)

                return componentsschemas_inr_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_inr_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_inr_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        inr_external_account_create_info = cls(
            account_type=account_type,
            vpa=vpa,
            beneficiary=beneficiary,
        )

        inr_external_account_create_info.additional_properties = d
        return inr_external_account_create_info

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
