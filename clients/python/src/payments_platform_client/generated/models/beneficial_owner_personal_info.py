from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.identification_type import IdentificationType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="BeneficialOwnerPersonalInfo")


@_attrs_define
class BeneficialOwnerPersonalInfo:
    """The person behind a beneficial owner."""

    first_name: str
    """ First name. Of a person with one name either this or `lastName` is empty or left out; it is empty in replies
    then. With a letter, and without characters that are not seen. At most 255 characters. """
    last_name: str
    """ Family name. In the sandbox the last three characters of it, or of the only name, choose the outcome of the
    check. With a letter, and without characters that are not seen. At most 255 characters. """
    birth_date: datetime.date
    """ Day of birth: from 1900 on, and at least 18 years ago. A day of the calendar, `YYYY-MM-DD`. """
    nationality: str
    """ Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    address: Address
    """ A postal address. """
    id_type: IdentificationType
    identifier: str
    """ The number itself: a valid number of its `idType`; of NON_US_TAX_ID any text. 1 to 64 characters. """
    middle_name: str | Unset = UNSET
    """ Middle names. With a letter, and without characters that are not seen. 1 to 255 characters. """
    email: str | Unset = UNSET
    """ E-mail address. 1 to 254 characters. """
    phone_number: str | Unset = UNSET
    """ Telephone number. As E.164 writes it, such as `+14155550123`. """
    country_of_issuance: str | Unset = UNSET
    """ The country that has issued the number: US for SSN, ITIN and EIN, and may be left out there; another country
    for NON_US_TAX_ID. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        first_name = self.first_name

        last_name = self.last_name

        birth_date = self.birth_date.isoformat()

        nationality = self.nationality

        address = self.address.to_dict()

        id_type = self.id_type.value

        identifier = self.identifier

        middle_name = self.middle_name

        email = self.email

        phone_number = self.phone_number

        country_of_issuance = self.country_of_issuance

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "firstName": first_name,
                "lastName": last_name,
                "birthDate": birth_date,
                "nationality": nationality,
                "address": address,
                "idType": id_type,
                "identifier": identifier,
            }
        )
        if middle_name is not UNSET:
            field_dict["middleName"] = middle_name
        if email is not UNSET:
            field_dict["email"] = email
        if phone_number is not UNSET:
            field_dict["phoneNumber"] = phone_number
        if country_of_issuance is not UNSET:
            field_dict["countryOfIssuance"] = country_of_issuance

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        first_name = d.pop("firstName")

        last_name = d.pop("lastName")

        birth_date = datetime.date.fromisoformat(d.pop("birthDate"))

        nationality = d.pop("nationality")

        address = Address.from_dict(d.pop("address"))

        id_type = IdentificationType(d.pop("idType"))

        identifier = d.pop("identifier")

        middle_name = d.pop("middleName", UNSET)

        email = d.pop("email", UNSET)

        phone_number = d.pop("phoneNumber", UNSET)

        country_of_issuance = d.pop("countryOfIssuance", UNSET)

        beneficial_owner_personal_info = cls(
            first_name=first_name,
            last_name=last_name,
            birth_date=birth_date,
            nationality=nationality,
            address=address,
            id_type=id_type,
            identifier=identifier,
            middle_name=middle_name,
            email=email,
            phone_number=phone_number,
            country_of_issuance=country_of_issuance,
        )

        beneficial_owner_personal_info.additional_properties = d
        return beneficial_owner_personal_info

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
