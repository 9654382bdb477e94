from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.business_beneficiary import BusinessBeneficiary
    from ..models.eur_individual_beneficiary import EurIndividualBeneficiary


T = TypeVar("T", bound="EurExternalAccountCreateInfo")


@_attrs_define
class EurExternalAccountCreateInfo:
    """An external account of type EUR_ACCOUNT, to be created. Its `currency` is EUR."""

    account_type: Literal["EUR_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    iban: str
    """ An IBAN without spaces, 15 to 34 characters: two capital letters of the country, two check digits, then
    letters and digits. Of the length and structure of its country, with the right check digits. Of an account that
    SEPA reaches, or in Kosovo. """
    beneficiary: BusinessBeneficiary | EurIndividualBeneficiary
    swift_code: str | Unset = UNSET
    """ A BIC of 8 or 11 characters: six capital letters, then two, or five, capital letters or digits. The fifth
    and the sixth letter are the code of a country. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.eur_individual_beneficiary import EurIndividualBeneficiary  # noqa: PLC0415

        account_type = self.account_type

        iban = self.iban

        beneficiary: dict[str, Any]
        if isinstance(self.beneficiary, EurIndividualBeneficiary):
            beneficiary = self.beneficiary.to_dict()
        else:
            beneficiary = self.beneficiary.to_dict()

        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "iban": iban,
                "beneficiary": beneficiary,
            }
        )
        if swift_code is not UNSET:
            field_dict["swiftCode"] = swift_code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.business_beneficiary import BusinessBeneficiary  # noqa: PLC0415
        from ..models.eur_individual_beneficiary import EurIndividualBeneficiary  # noqa: PLC0415

        d = dict(src_dict)
        account_type = cast(Literal["EUR_ACCOUNT"], d.pop("accountType"))
        if account_type != "EUR_ACCOUNT":
            raise ValueError(f"accountType must match const 'EUR_ACCOUNT', got '{account_type}'")

        iban = d.pop("iban")

        def _parse_beneficiary(data: object) -> BusinessBeneficiary | EurIndividualBeneficiary:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_eur_beneficiary_type_0 = EurIndividualBeneficiary.from_dict(data)

                return componentsschemas_eur_beneficiary_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_eur_beneficiary_type_1 = BusinessBeneficiary.from_dict(data)

            return componentsschemas_eur_beneficiary_type_1

        beneficiary = _parse_beneficiary(d.pop("beneficiary"))

        swift_code = d.pop("swiftCode", UNSET)

        eur_external_account_create_info = cls(
            account_type=account_type,
            iban=iban,
            beneficiary=beneficiary,
            swift_code=swift_code,
        )

        eur_external_account_create_info.additional_properties = d
        return eur_external_account_create_info

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
