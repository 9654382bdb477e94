from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.beneficiary_address import BeneficiaryAddress


T = TypeVar("T", bound="ThbIndividualBeneficiary")


@_attrs_define
class ThbIndividualBeneficiary:
    """Who receives the money."""

    beneficiary_type: Literal["INDIVIDUAL"]
    """ A person. """
    full_name: str
    """ First and last names of the account's holder: a text of 1 to 255 characters. With a letter, and without
    characters that are not seen. """
    birth_date: datetime.date | Unset = UNSET
    """ The holder's day of birth: a date of the form YYYY-MM-DD. """
    nationality: str | Unset = UNSET
    """ Nationality of the account's holder: a country code of two capital letters (ISO 3166-1). """
    email: str | Unset = UNSET
    """ The holder's e-mail address: an e-mail address such as "name@example.com". 5 to 254 characters. """
    phone_number: str | Unset = UNSET
    """ The holder's telephone number: a telephone number of 6 to 32 characters, such as "+12125550123". """
    country_of_residence: str | Unset = UNSET
    """ Where the holder lives or has its seat: a country code of two capital letters (ISO 3166-1). """
    address: BeneficiaryAddress | Unset = UNSET
    """ A postal address. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        beneficiary_type = self.beneficiary_type

        full_name = self.full_name

        birth_date: str | Unset = UNSET
        if not isinstance(self.birth_date, Unset):
            birth_date = self.birth_date.isoformat()

        nationality = self.nationality

        email = self.email

        phone_number = self.phone_number

        country_of_residence = self.country_of_residence

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "beneficiaryType": beneficiary_type,
                "fullName": full_name,
            }
        )
        if birth_date is not UNSET:
            field_dict["birthDate"] = birth_date
        if nationality is not UNSET:
            field_dict["nationality"] = nationality
        if email is not UNSET:
            field_dict["email"] = email
        if phone_number is not UNSET:
            field_dict["phoneNumber"] = phone_number
        if country_of_residence is not UNSET:
            field_dict["countryOfResidence"] = country_of_residence
        if address is not UNSET:
            field_dict["address"] = address

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.beneficiary_address import BeneficiaryAddress  # noqa: PLC0415

        d = dict(src_dict)
        beneficiary_type = cast(Literal["INDIVIDUAL"], d.pop("beneficiaryType"))
        if beneficiary_type != "INDIVIDUAL":
            raise ValueError(f"beneficiaryType must match const 'INDIVIDUAL', got '{beneficiary_type}'")

        full_name = d.pop("fullName")

        _birth_date = d.pop("birthDate", UNSET)
        birth_date: datetime.date | Unset
        if isinstance(_birth_date, Unset):
            birth_date = UNSET
        else:
            birth_date = datetime.date.fromisoformat(_birth_date)

        nationality = d.pop("nationality", UNSET)

        email = d.pop("email", UNSET)

        phone_number = d.pop("phoneNumber", UNSET)

        country_of_residence = d.pop("countryOfResidence", UNSET)

        _address = d.pop("address", UNSET)
        address: BeneficiaryAddress | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = BeneficiaryAddress.from_dict(_address)

        thb_individual_beneficiary = cls(
            beneficiary_type=beneficiary_type,
            full_name=full_name,
            birth_date=birth_date,
            nationality=nationality,
            email=email,
            phone_number=phone_number,
            country_of_residence=country_of_residence,
            address=address,
        )

        thb_individual_beneficiary.additional_properties = d
        return thb_individual_beneficiary

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
