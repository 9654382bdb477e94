from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.bwp_individual_beneficiary import BwpIndividualBeneficiary


T = TypeVar("T", bound="BwpExternalAccountInfo")


@_attrs_define
class BwpExternalAccountInfo:
    """An external account of type BWP_ACCOUNT. Its `currency` is BWP."""

    account_type: Literal["BWP_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. Of the
    country with the code +267. 7 to 15 characters. """
    provider: str
    """ 1 to 255 characters, the mobile-money provider. """
    payment_rails: list[Literal["MOBILE_MONEY"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BusinessBeneficiary | BwpIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bwp_individual_beneficiary import BwpIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        phone_number = self.phone_number

        provider = self.provider

        payment_rails = self.payment_rails

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, BwpIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "phoneNumber": phone_number,
                "provider": provider,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.bwp_individual_beneficiary import BwpIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["BWP_ACCOUNT"], d.pop("accountType"))
        if account_type != "BWP_ACCOUNT":
            raise ValueError(f"accountType must match const 'BWP_ACCOUNT', got '{account_type}'")

        phone_number = d.pop("phoneNumber")

        provider = d.pop("provider")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["MOBILE_MONEY"], payment_rails_item_data)
            if payment_rails_item != "MOBILE_MONEY":
                raise ValueError(f"paymentRails_item must match const 'MOBILE_MONEY', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | BwpIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_bwp_beneficiary_type_0 = BwpIndividualBeneficiary.from_dict(data)

                return componentsschemas_bwp_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_bwp_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_bwp_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        bwp_external_account_info = cls(
            account_type=account_type,
            phone_number=phone_number,
            provider=provider,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
        )

        bwp_external_account_info.additional_properties = d
        return bwp_external_account_info

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
