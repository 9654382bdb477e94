from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.purpose_of_payment import PurposeOfPayment
from ..models.quote_lock_side import QuoteLockSide
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.account_quote_destination_request import AccountQuoteDestinationRequest
    from ..models.account_quote_source_request import AccountQuoteSourceRequest
    from ..models.quote_request_sender_customer_info import QuoteRequestSenderCustomerInfo
    from ..models.realtime_funding_quote_source_request import RealtimeFundingQuoteSourceRequest
    from ..models.uma_address_quote_destination_request import UmaAddressQuoteDestinationRequest


T = TypeVar("T", bound="QuoteRequest")


@_attrs_define
class QuoteRequest:
    """What a quote is asked for."""

    source: AccountQuoteSourceRequest | RealtimeFundingQuoteSourceRequest
    destination: AccountQuoteDestinationRequest | UmaAddressQuoteDestinationRequest
    locked_currency_side: QuoteLockSide
    locked_currency_amount: int
    """ The amount that is fixed to the unit, in the smallest unit of the currency of that side. 1 to
    9,000,000,000,000,000. """
    lookup_id: str | Unset = UNSET
    """ A lookup of the same receiver, not older than 30 minutes. Needed for a payment to a UMA address. As a reply
    has shown it, with its prefix. """
    immediately_execute: bool | Unset = UNSET
    """ true: the quote is executed with the request. Only for a source of type ACCOUNT. """
    description: str | Unset = UNSET
    """ What it is for; shown with the payment, and told to the receiver's side where that takes comments. 1 to
    1,024 characters. """
    purpose_of_payment: PurposeOfPayment | Unset = UNSET
    sender_customer_info: QuoteRequestSenderCustomerInfo | Unset = UNSET
    """ Facts about the sender that the customer's record lacks, by counterparty field: what
    `requiredCounterpartyFields` of the receiving currency or the lookup ask for. At most 50 members. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.account_quote_destination_request import AccountQuoteDestinationRequest  # noqa: PLC0415
        from ..models.account_quote_source_request import AccountQuoteSourceRequest  # noqa: PLC0415

        source: dict[str, Any]
        if isinstance(self.source, AccountQuoteSourceRequest):
            source = self.source.to_dict()
        else:
            source = self.source.to_dict()

        destination: dict[str, Any]
        if isinstance(self.destination, AccountQuoteDestinationRequest):
            destination = self.destination.to_dict()
        else:
            destination = self.destination.to_dict()

        locked_currency_side = self.locked_currency_side.value

        locked_currency_amount = self.locked_currency_amount

        lookup_id = self.lookup_id

        immediately_execute = self.immediately_execute

        description = self.description

        purpose_of_payment: str | Unset = UNSET
        if not isinstance(self.purpose_of_payment, Unset):
            purpose_of_payment = self.purpose_of_payment.value

        sender_customer_info: dict[str, Any] | Unset = UNSET
        if not isinstance(self.sender_customer_info, Unset):
            sender_customer_info = self.sender_customer_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "destination": destination,
                "lockedCurrencySide": locked_currency_side,
                "lockedCurrencyAmount": locked_currency_amount,
            }
        )
        if lookup_id is not UNSET:
            field_dict["lookupId"] = lookup_id
        if immediately_execute is not UNSET:
            field_dict["immediatelyExecute"] = immediately_execute
        if description is not UNSET:
            field_dict["description"] = description
        if purpose_of_payment is not UNSET:
            field_dict["purposeOfPayment"] = purpose_of_payment
        if sender_customer_info is not UNSET:
            field_dict["senderCustomerInfo"] = sender_customer_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_quote_destination_request import AccountQuoteDestinationRequest  # noqa: PLC0415
        from ..models.account_quote_source_request import AccountQuoteSourceRequest  # noqa: PLC0415
        from ..models.quote_request_sender_customer_info import QuoteRequestSenderCustomerInfo  # noqa: PLC0415
        from ..models.realtime_funding_quote_source_request import RealtimeFundingQuoteSourceRequest  # noqa: PLC0415
        from ..models.uma_address_quote_destination_request import UmaAddressQuoteDestinationRequest  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_source(data: object) -> AccountQuoteSourceRequest | RealtimeFundingQuoteSourceRequest:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_quote_source_request_type_0 = AccountQuoteSourceRequest.from_dict(data)

                return componentsschemas_quote_source_request_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_quote_source_request_type_1 = RealtimeFundingQuoteSourceRequest.from_dict(data)

            return componentsschemas_quote_source_request_type_1

        source = _parse_source(d.pop("source"))

        def _parse_destination(data: object) -> AccountQuoteDestinationRequest | UmaAddressQuoteDestinationRequest:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_quote_destination_request_type_0 = AccountQuoteDestinationRequest.from_dict(data)

                return componentsschemas_quote_destination_request_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_quote_destination_request_type_1 = UmaAddressQuoteDestinationRequest.from_dict(data)

            return componentsschemas_quote_destination_request_type_1

        destination = _parse_destination(d.pop("destination"))

        locked_currency_side = QuoteLockSide(d.pop("lockedCurrencySide"))

        locked_currency_amount = d.pop("lockedCurrencyAmount")

        lookup_id = d.pop("lookupId", UNSET)

        immediately_execute = d.pop("immediatelyExecute", UNSET)

        description = d.pop("description", UNSET)

        _purpose_of_payment = d.pop("purposeOfPayment", UNSET)
        purpose_of_payment: PurposeOfPayment | Unset
        if isinstance(_purpose_of_payment, Unset):
            purpose_of_payment = UNSET
        else:
            purpose_of_payment = PurposeOfPayment(_purpose_of_payment)

        _sender_customer_info = d.pop("senderCustomerInfo", UNSET)
        sender_customer_info: QuoteRequestSenderCustomerInfo | Unset
        if isinstance(_sender_customer_info, Unset):
            sender_customer_info = UNSET
        else:
            sender_customer_info = QuoteRequestSenderCustomerInfo.from_dict(_sender_customer_info)

        quote_request = cls(
            source=source,
            destination=destination,
            locked_currency_side=locked_currency_side,
            locked_currency_amount=locked_currency_amount,
            lookup_id=lookup_id,
            immediately_execute=immediately_execute,
            description=description,
            purpose_of_payment=purpose_of_payment,
            sender_customer_info=sender_customer_info,
        )

        quote_request.additional_properties = d
        return quote_request

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
