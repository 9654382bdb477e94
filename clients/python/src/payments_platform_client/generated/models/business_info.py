from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.business_type import BusinessType
from ..models.entity_type import EntityType
from ..models.expected_monthly_transaction_count import ExpectedMonthlyTransactionCount
from ..models.expected_monthly_transaction_volume import ExpectedMonthlyTransactionVolume
from ..models.purpose_of_account import PurposeOfAccount
from ..types import UNSET, Unset

T = TypeVar("T", bound="BusinessInfo")


@_attrs_define
class BusinessInfo:
    """What is known of a business: at least its legal name."""

    legal_name: str
    """ The registered name. With a letter, and without characters that are not seen. 1 to 255 characters. """
    doing_business_as: str | Unset = UNSET
    """ The name in trade, where it is another. With a letter, and without characters that are not seen. 1 to 255
    characters. """
    country: str | Unset = UNSET
    """ Where the business is registered. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    registration_number: str | Unset = UNSET
    """ Its number in the register. In the sandbox its last three digits choose the outcome of a verification. 1 to
    64 characters. """
    incorporated_on: datetime.date | Unset = UNSET
    """ The day on which it was registered. Not in the future. A day of the calendar, `YYYY-MM-DD`. """
    entity_type: EntityType | Unset = UNSET
    tax_id: str | Unset = UNSET
    """ Its tax number. 1 to 64 characters. """
    countries_of_operation: list[str] | Unset = UNSET
    """ Where it does business. At most 250 items. """
    business_type: BusinessType | Unset = UNSET
    purpose_of_account: PurposeOfAccount | Unset = UNSET
    source_of_funds: str | Unset = UNSET
    """ Where its money comes from, in its own words. 1 to 1,000 characters. """
    expected_monthly_transaction_count: ExpectedMonthlyTransactionCount | Unset = UNSET
    expected_monthly_transaction_volume: ExpectedMonthlyTransactionVolume | Unset = UNSET
    expected_recipient_jurisdictions: list[str] | Unset = UNSET
    """ The countries that it expects to pay to. At most 250 items. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        legal_name = self.legal_name

        doing_business_as = self.doing_business_as

        country = self.country

        registration_number = self.registration_number

        incorporated_on: str | Unset = UNSET
        if not isinstance(self.incorporated_on, Unset):
            incorporated_on = self.incorporated_on.isoformat()

        entity_type: str | Unset = UNSET
        if not isinstance(self.entity_type, Unset):
            entity_type = self.entity_type.value

        tax_id = self.tax_id

        countries_of_operation: list[str] | Unset = UNSET
        if not isinstance(self.countries_of_operation, Unset):
            countries_of_operation = self.countries_of_operation

        business_type: str | Unset = UNSET
        if not isinstance(self.business_type, Unset):
            business_type = self.business_type.value

        purpose_of_account: str | Unset = UNSET
        if not isinstance(self.purpose_of_account, Unset):
            purpose_of_account = self.purpose_of_account.value

        source_of_funds = self.source_of_funds

        expected_monthly_transaction_count: str | Unset = UNSET
        if not isinstance(self.expected_monthly_transaction_count, Unset):
            expected_monthly_transaction_count = self.expected_monthly_transaction_count.value

        expected_monthly_transaction_volume: str | Unset = UNSET
        if not isinstance(self.expected_monthly_transaction_volume, Unset):
            expected_monthly_transaction_volume = self.expected_monthly_transaction_volume.value

        expected_recipient_jurisdictions: list[str] | Unset = UNSET
        if not isinstance(self.expected_recipient_jurisdictions, Unset):
            expected_recipient_jurisdictions = self.expected_recipient_jurisdictions

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "legalName": legal_name,
            }
        )
        if doing_business_as is not UNSET:
            field_dict["doingBusinessAs"] = doing_business_as
        if country is not UNSET:
            field_dict["country"] = country
        if registration_number is not UNSET:
            field_dict["registrationNumber"] = registration_number
        if incorporated_on is not UNSET:
            field_dict["incorporatedOn"] = incorporated_on
        if entity_type is not UNSET:
            field_dict["entityType"] = entity_type
        if tax_id is not UNSET:
            field_dict["taxId"] = tax_id
        if countries_of_operation is not UNSET:
            field_dict["countriesOfOperation"] = countries_of_operation
        if business_type is not UNSET:
            field_dict["businessType"] = business_type
        if purpose_of_account is not UNSET:
            field_dict["purposeOfAccount"] = purpose_of_account
        if source_of_funds is not UNSET:
            field_dict["sourceOfFunds"] = source_of_funds
        if expected_monthly_transaction_count is not UNSET:
            field_dict["expectedMonthlyTransactionCount"] = expected_monthly_transaction_count
        if expected_monthly_transaction_volume is not UNSET:
            field_dict["expectedMonthlyTransactionVolume"] = expected_monthly_transaction_volume
        if expected_recipient_jurisdictions is not UNSET:
            field_dict["expectedRecipientJurisdictions"] = expected_recipient_jurisdictions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        legal_name = d.pop("legalName")

        doing_business_as = d.pop("doingBusinessAs", UNSET)

        country = d.pop("country", UNSET)

        registration_number = d.pop("registrationNumber", UNSET)

        _incorporated_on = d.pop("incorporatedOn", UNSET)
        incorporated_on: datetime.date | Unset
        if isinstance(_incorporated_on, Unset):
            incorporated_on = UNSET
        else:
            incorporated_on = datetime.date.fromisoformat(_incorporated_on)

        _entity_type = d.pop("entityType", UNSET)
        entity_type: EntityType | Unset
        if isinstance(_entity_type, Unset):
            entity_type = UNSET
        else:
            entity_type = EntityType(_entity_type)

        tax_id = d.pop("taxId", UNSET)

        countries_of_operation = cast(list[str], d.pop("countriesOfOperation", UNSET))

        _business_type = d.pop("businessType", UNSET)
        business_type: BusinessType | Unset
        if isinstance(_business_type, Unset):
            business_type = UNSET
        else:
            business_type = BusinessType(_business_type)

        _purpose_of_account = d.pop("purposeOfAccount", UNSET)
        purpose_of_account: PurposeOfAccount | Unset
        if isinstance(_purpose_of_account, Unset):
            purpose_of_account = UNSET
        else:
            purpose_of_account = PurposeOfAccount(_purpose_of_account)

        source_of_funds = d.pop("sourceOfFunds", UNSET)

        _expected_monthly_transaction_count = d.pop("expectedMonthlyTransactionCount", UNSET)
        expected_monthly_transaction_count: ExpectedMonthlyTransactionCount | Unset
        if isinstance(_expected_monthly_transaction_count, Unset):
            expected_monthly_transaction_count = UNSET
        else:
            expected_monthly_transaction_count = ExpectedMonthlyTransactionCount(_expected_monthly_transaction_count)

        _expected_monthly_transaction_volume = d.pop("expectedMonthlyTransactionVolume", UNSET)
        expected_monthly_transaction_volume: ExpectedMonthlyTransactionVolume | Unset
        if isinstance(_expected_monthly_transaction_volume, Unset):
            expected_monthly_transaction_volume = UNSET
        else:
            expected_monthly_transaction_volume = ExpectedMonthlyTransactionVolume(_expected_monthly_transaction_volume)

        expected_recipient_jurisdictions = cast(list[str], d.pop("expectedRecipientJurisdictions", UNSET))

        business_info = cls(
            legal_name=legal_name,
            doing_business_as=doing_business_as,
            country=country,
            registration_number=registration_number,
            incorporated_on=incorporated_on,
            entity_type=entity_type,
            tax_id=tax_id,
            countries_of_operation=countries_of_operation,
            business_type=business_type,
            purpose_of_account=purpose_of_account,
            source_of_funds=source_of_funds,
            expected_monthly_transaction_count=expected_monthly_transaction_count,
            expected_monthly_transaction_volume=expected_monthly_transaction_volume,
            expected_recipient_jurisdictions=expected_recipient_jurisdictions,
        )

        business_info.additional_properties = d
        return business_info

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
