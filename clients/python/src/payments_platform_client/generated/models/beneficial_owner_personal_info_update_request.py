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


T = TypeVar("T", bound="BeneficialOwnerPersonalInfoUpdateRequest")


@_attrs_define
class BeneficialOwnerPersonalInfoUpdateRequest:
    """The person behind a beneficial owner; what is left out stays."""

    first_name: str | Unset = UNSET
    """ First name. Of a person with one name either this or `lastName` is empty or left out; it is empty in replies
    then. With a letter, and without characters that are not seen. At most 255 characters. """
    middle_name: str | Unset = UNSET
    """ Middle names. With a letter, and without characters that are not seen. 1 to 255 characters. """
    last_name: str | Unset = UNSET
    """ Family name. In the sandbox the last three characters of it, or of the only name, choose the outcome of the
    check. With a letter, and without characters that are not seen. At most 255 characters. """
    birth_date: datetime.date | Unset = UNSET
    """ Day of birth: from 1900 on, and at least 18 years ago. A day of the calendar, `YYYY-MM-DD`. """
    nationality: str | Unset = UNSET
    """ Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    email: str | Unset = UNSET
    """ E-mail address. 1 to 254 characters. """
    phone_number: str | Unset = UNSET
    """ Telephone number. As E.164 writes it, such as `+14155550123`. """
    address: Address | Unset = UNSET
    """ A postal address. """
    id_type: IdentificationType | Unset = UNSET
    identifier: str | Unset = UNSET
    """ The number itself: a valid number of its `idType`; of NON_US_TAX_ID any text. 1 to 64 characters. """
    country_of_issuance: str | Unset = UNSET
    """ The country that has issued the number: US for SSN, ITIN and EIN, and may be left out there; another country
    for NON_US_TAX_ID. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        first_name = self.first_name

        middle_name = self.middle_name

        last_name = self.last_name

        birth_date: str | Unset = UNSET
        if not isinstance(self.birth_date, Unset):
            birth_date = self.birth_date.isoformat()

        nationality = self.nationality

        email = self.email

        phone_number = self.phone_number

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        id_type: str | Unset = UNSET
        if not isinstance(self.id_type, Unset):
            id_type = self.id_type.value

        identifier = self.identifier

        country_of_issuance = self.country_of_issuance

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if first_name is not UNSET:
            field_dict["firstName"] = first_name
        if middle_name is not UNSET:
            field_dict["middleName"] = middle_name
        if last_name is not UNSET:
            field_dict["lastName"] = last_name
        if birth_date is not UNSET:
            field_dict["birthDate"] = birth_date
        if nationality is not UNSET:
            field_dict["nationality"] = nationality
        if email is not UNSET:
            field_dict["email"] = email
        if phone_number is not UNSET:
            field_dict["phoneNumber"] = phone_number
        if address is not UNSET:
            field_dict["address"] = address
        if id_type is not UNSET:
            field_dict["idType"] = id_type
        if identifier is not UNSET:
            field_dict["identifier"] = identifier
        if country_of_issuance is not UNSET:
            field_dict["countryOfIssuance"] = country_of_issuance

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        first_name = d.pop("firstName", UNSET)

        middle_name = d.pop("middleName", UNSET)

        last_name = d.pop("lastName", UNSET)

        _birth_date = d.pop("birthDate", UNSET)
        birth_date: datetime.date | Unset
        if isinstance(_birth_date, Unset):
            birth_date = UNSET
        else:
            birth_date = datetime.date.fromisoformat(_birth_date)

        nationality = d.pop("nationality", UNSET)

        email = d.pop("email", UNSET)

        phone_number = d.pop("phoneNumber", UNSET)

        _address = d.pop("address", UNSET)
        address: Address | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = Address.from_dict(_address)

        _id_type = d.pop("idType", UNSET)
        id_type: IdentificationType | Unset
        if isinstance(_id_type, Unset):
            id_type = UNSET
        else:
            id_type = IdentificationType(_id_type)

        identifier = d.pop("identifier", UNSET)

        country_of_issuance = d.pop("countryOfIssuance", UNSET)

        beneficial_owner_personal_info_update_request = cls(
            first_name=first_name,
            middle_name=middle_name,
            last_name=last_name,
            birth_date=birth_date,
            nationality=nationality,
            email=email,
            phone_number=phone_number,
            address=address,
            id_type=id_type,
            identifier=identifier,
            country_of_issuance=country_of_issuance,
        )

        beneficial_owner_personal_info_update_request.additional_properties = d
        return beneficial_owner_personal_info_update_request

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
