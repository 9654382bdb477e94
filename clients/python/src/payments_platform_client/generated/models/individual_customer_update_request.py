from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.customer_status import CustomerStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address


T = TypeVar("T", bound="IndividualCustomerUpdateRequest")


@_attrs_define
class IndividualCustomerUpdateRequest:
    """What may change of an individual."""

    customer_type: Literal["INDIVIDUAL"]
    """ A person. """
    currencies: list[str] | Unset = UNSET
    """ What the customer gets internal accounts in: currencies of the platform's, each once; the first is what
    invitations are sent in. 1 to 200 items. """
    uma_address: str | Unset = UNSET
    """ The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it
    is kept in small letters. `$user@domain`. """
    kyc_status: CustomerStatus | Unset = UNSET
    full_name: str | Unset = UNSET
    """ First and last names. In the sandbox the last three characters choose the outcome of the check. With a
    letter, and without characters that are not seen. 1 to 255 characters. """
    birth_date: datetime.date | Unset = UNSET
    """ Day of birth: from 1900 on, and not in the future. A day of the calendar, `YYYY-MM-DD`. """
    nationality: str | Unset = UNSET
    """ Nationality. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    address: Address | Unset = UNSET
    """ A postal address. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        customer_type = self.customer_type

        currencies: list[str] | Unset = UNSET
        if not isinstance(self.currencies, Unset):
            currencies = self.currencies

        uma_address = self.uma_address

        kyc_status: str | Unset = UNSET
        if not isinstance(self.kyc_status, Unset):
            kyc_status = self.kyc_status.value

        full_name = self.full_name

        birth_date: str | Unset = UNSET
        if not isinstance(self.birth_date, Unset):
            birth_date = self.birth_date.isoformat()

        nationality = self.nationality

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "customerType": customer_type,
            }
        )
        if currencies is not UNSET:
            field_dict["currencies"] = currencies
        if uma_address is not UNSET:
            field_dict["umaAddress"] = uma_address
        if kyc_status is not UNSET:
            field_dict["kycStatus"] = kyc_status
        if full_name is not UNSET:
            field_dict["fullName"] = full_name
        if birth_date is not UNSET:
            field_dict["birthDate"] = birth_date
        if nationality is not UNSET:
            field_dict["nationality"] = nationality
        if address is not UNSET:
            field_dict["address"] = address

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415

        d = dict(src_dict)
        customer_type = cast(Literal["INDIVIDUAL"], d.pop("customerType"))
        if customer_type != "INDIVIDUAL":
            raise ValueError(f"customerType must match const 'INDIVIDUAL', got '{customer_type}'")

        currencies = cast(list[str], d.pop("currencies", UNSET))

        uma_address = d.pop("umaAddress", UNSET)

        _kyc_status = d.pop("kycStatus", UNSET)
        kyc_status: CustomerStatus | Unset
        if isinstance(_kyc_status, Unset):
            kyc_status = UNSET
        else:
            kyc_status = CustomerStatus(_kyc_status)

        full_name = d.pop("fullName", UNSET)

        _birth_date = d.pop("birthDate", UNSET)
        birth_date: datetime.date | Unset
        if isinstance(_birth_date, Unset):
            birth_date = UNSET
        else:
            birth_date = datetime.date.fromisoformat(_birth_date)

        nationality = d.pop("nationality", UNSET)

        _address = d.pop("address", UNSET)
        address: Address | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = Address.from_dict(_address)

        individual_customer_update_request = cls(
            customer_type=customer_type,
            currencies=currencies,
            uma_address=uma_address,
            kyc_status=kyc_status,
            full_name=full_name,
            birth_date=birth_date,
            nationality=nationality,
            address=address,
        )

        individual_customer_update_request.additional_properties = d
        return individual_customer_update_request

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
