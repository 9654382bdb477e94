from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.egp_individual_beneficiary import EgpIndividualBeneficiary


T = TypeVar("T", bound="EgpExternalAccountInfo")


@_attrs_define
class EgpExternalAccountInfo:
    """An external account of type EGP_ACCOUNT. Its `currency` is EGP."""

    account_type: Literal["EGP_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits, the number of the account. Without blanks and hyphens, and not zeros alone. The account's
    IBAN will do in its place. """
    payment_rails: list[Literal["BANK_TRANSFER"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    beneficiary: BusinessBeneficiary | EgpIndividualBeneficiary
    iban: str | Unset = UNSET
    """ An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then
    letters and digits. Of the length and structure of its country, with the right check digits. Of an account in
    Egypt. """
    swift_code: str | Unset = UNSET
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.egp_individual_beneficiary import EgpIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        account_number = self.account_number

        payment_rails = self.payment_rails

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, EgpIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        iban = self.iban

        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "paymentRails": payment_rails,
                "beneficiary": beneficiary,
            }
        )
        if iban is not UNSET:
            field_dict["iban"] = iban
        if swift_code is not UNSET:
            field_dict["swiftCode"] = swift_code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.egp_individual_beneficiary import EgpIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["EGP_ACCOUNT"], d.pop("accountType"))
        if account_type != "EGP_ACCOUNT":
            raise ValueError(f"accountType must match const 'EGP_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["BANK_TRANSFER"], payment_rails_item_data)
            if payment_rails_item != "BANK_TRANSFER":
                raise ValueError(f"paymentRails_item must match const 'BANK_TRANSFER', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | EgpIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_egp_beneficiary_type_0 = EgpIndividualBeneficiary.from_dict(data)

                return componentsschemas_egp_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_egp_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_egp_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        iban = d.pop("iban", UNSET)

        swift_code = d.pop("swiftCode", UNSET)

        egp_external_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            payment_rails=payment_rails,
            beneficiary=beneficiary,
            iban=iban,
            swift_code=swift_code,
        )

        egp_external_account_info.additional_properties = d
        return egp_external_account_info

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
