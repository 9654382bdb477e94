from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.usd_external_account_info_payment_rails_item import UsdExternalAccountInfoPaymentRailsItem

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.usd_individual_beneficiary import UsdIndividualBeneficiary


T = TypeVar("T", bound="UsdExternalAccountInfo")


@_attrs_define
class UsdExternalAccountInfo:
    """An external account of type USD_ACCOUNT. Its `currency` is USD."""

    account_type: Literal["USD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 17 digits, the number of the account. Without blanks and hyphens, and not zeros alone. 1 to 34
    characters. """
    routing_number: str
    """ The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit
    is the check digit of ABA. """
    payment_rails: list[UsdExternalAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BusinessBeneficiary | UsdIndividualBeneficiary
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.usd_individual_beneficiary import UsdIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        routing_number = self.routing_number

        payment_rails = []
        for payment_rails_item_data in self.payment_rails:
            payment_rails_item = payment_rails_item_data.value
            payment_rails.append(payment_rails_item)

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, UsdIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.usd_individual_beneficiary import UsdIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["USD_ACCOUNT"], d.pop("accountType"))
        if account_type != "USD_ACCOUNT":
            raise ValueError(f"accountType must match const 'USD_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = UsdExternalAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | UsdIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_usd_beneficiary_type_0 = UsdIndividualBeneficiary.from_dict(data)

                return componentsschemas_usd_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_usd_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_usd_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        usd_external_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            routing_number=routing_number,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
        )

        usd_external_account_info.additional_properties = d
        return usd_external_account_info

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
