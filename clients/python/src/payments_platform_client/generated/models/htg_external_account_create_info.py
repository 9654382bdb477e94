from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.htg_individual_beneficiary import HtgIndividualBeneficiary


T = TypeVar("T", bound="HtgExternalAccountCreateInfo")


@_attrs_define
class HtgExternalAccountCreateInfo:
    """An external account of type HTG_ACCOUNT, to be created. Its `currency` is HTG."""

    account_type: Literal["HTG_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the
    country with the code +509. 7 to 15 characters. """
    beneficiary: BusinessBeneficiary | HtgIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.htg_individual_beneficiary import HtgIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        phone_number = self.phone_number

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, HtgIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "phoneNumber": phone_number,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.htg_individual_beneficiary import HtgIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["HTG_ACCOUNT"], d.pop("accountType"))
        if account_type != "HTG_ACCOUNT":
            raise ValueError(f"accountType must match const 'HTG_ACCOUNT', got '{account_type}'")

        phone_number = d.pop("phoneNumber")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | HtgIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_htg_beneficiary_type_0 = HtgIndividualBeneficiary.from_dict(data)

                return componentsschemas_htg_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_htg_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_htg_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        htg_external_account_create_info = cls(
            account_type=account_type,
            phone_number=phone_number,
            beneficiary=beneficiary,
        )

        htg_external_account_create_info.additional_properties = d
        return htg_external_account_create_info

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
