from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.quote_status import QuoteStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.account_quote_destination import AccountQuoteDestination
    from ..models.account_quote_source import AccountQuoteSource
    from ..models.currency import Currency
    from ..models.outgoing_rate_details import OutgoingRateDetails
    from ..models.payment_instructions import PaymentInstructions
    from ..models.quote_counterparty_information import QuoteCounterpartyInformation
    from ..models.realtime_funding_quote_source import RealtimeFundingQuoteSource
    from ..models.uma_address_quote_destination import UmaAddressQuoteDestination


T = TypeVar("T", bound="Quote")


@_attrs_define
class Quote:
    """The terms of a payment across currencies, and where it stands."""

    id: str
    """ Names the quote in other requests. `Quote:<uuid>`. """
    status: QuoteStatus
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    expires_at: datetime.datetime
    """ Until when the price holds, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    source: AccountQuoteSource | RealtimeFundingQuoteSource
    destination: AccountQuoteDestination | UmaAddressQuoteDestination
    sending_currency: Currency
    """ A currency, as the reference shows it. """
    receiving_currency: Currency
    """ A currency, as the reference shows it. """
    total_sending_amount: int
    """ What the payer pays, fees included, in the smallest unit of the sending currency. 1 to
    9,223,372,036,854,775,807. """
    total_receiving_amount: int
    """ What the receiver gets, in the smallest unit of the receiving currency. 1 to 9,223,372,036,854,775,807. """
    exchange_rate: float
    """ Major units of the sending currency for one major unit of the receiving one, margin included. """
    fees_included: int
    """ What of `totalSendingAmount` is fees, in the smallest unit of the sending currency. 0 to
    9,223,372,036,854,775,807. """
    transaction_id: str
    """ The payment, which is there from the quote on. `Transaction:<uuid>`. """
    payment_instructions: list[PaymentInstructions] | Unset = UNSET
    """ How to pay the quote from outside, one entry for each way. Absent where it is paid from an account. """
    counterparty_information: QuoteCounterpartyInformation | Unset = UNSET
    """ What is known of the receiver, by counterparty field. Absent where nothing is. """
    rate_details: OutgoingRateDetails | Unset = UNSET
    """ What the service and the counterparty charged on an outgoing payment. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.account_quote_destination import AccountQuoteDestination  # noqa: PLC0415
        from ..models.account_quote_source import AccountQuoteSource  # noqa: PLC0415

        id = self.id

        status = self.status.value

        created_at = self.created_at.isoformat()

        expires_at = self.expires_at.isoformat()

        source: dict[str, Any]
        if isinstance(self.source, AccountQuoteSource):
            source = self.source.to_dict()
        else:
            source = self.source.to_dict()

        destination: dict[str, Any]
        if isinstance(self.destination, AccountQuoteDestination):
            destination = self.destination.to_dict()
        else:
            destination = self.destination.to_dict()

        sending_currency = self.sending_currency.to_dict()

        receiving_currency = self.receiving_currency.to_dict()

        total_sending_amount = self.total_sending_amount

        total_receiving_amount = self.total_receiving_amount

        exchange_rate = self.exchange_rate

        fees_included = self.fees_included

        transaction_id = self.transaction_id

        payment_instructions: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.payment_instructions, Unset):
            payment_instructions = []
            for payment_instructions_item_data in self.payment_instructions:
                payment_instructions_item = payment_instructions_item_data.to_dict()
                payment_instructions.append(payment_instructions_item)

        counterparty_information: dict[str, Any] | Unset = UNSET
        if not isinstance(self.counterparty_information, Unset):
            counterparty_information = self.counterparty_information.to_dict()

        rate_details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rate_details, Unset):
            rate_details = self.rate_details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "createdAt": created_at,
                "expiresAt": expires_at,
                "source": source,
                "destination": destination,
                "sendingCurrency": sending_currency,
                "receivingCurrency": receiving_currency,
                "totalSendingAmount": total_sending_amount,
                "totalReceivingAmount": total_receiving_amount,
                "exchangeRate": exchange_rate,
                "feesIncluded": fees_included,
                "transactionId": transaction_id,
            }
        )
        if payment_instructions is not UNSET:
            field_dict["paymentInstructions"] = payment_instructions
        if counterparty_information is not UNSET:
            field_dict["counterpartyInformation"] = counterparty_information
        if rate_details is not UNSET:
            field_dict["rateDetails"] = rate_details

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_quote_destination import AccountQuoteDestination  # noqa: PLC0415
        from ..models.account_quote_source import AccountQuoteSource  # noqa: PLC0415
        from ..models.currency import Currency  # noqa: PLC0415
        from ..models.outgoing_rate_details import OutgoingRateDetails  # noqa: PLC0415
        from ..models.payment_instructions import PaymentInstructions  # noqa: PLC0415
        from ..models.quote_counterparty_information import QuoteCounterpartyInformation  # noqa: PLC0415
        from ..models.realtime_funding_quote_source import RealtimeFundingQuoteSource  # noqa: PLC0415
        from ..models.uma_address_quote_destination import UmaAddressQuoteDestination  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        status = QuoteStatus(d.pop("status"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        def _parse_source(data: object) -> AccountQuoteSource | RealtimeFundingQuoteSource:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_quote_source_type_0 = AccountQuoteSource.from_dict(data)

                return componentsschemas_quote_source_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_quote_source_type_1 = RealtimeFundingQuoteSource.from_dict(data)

            return componentsschemas_quote_source_type_1

        source = _parse_source(d.pop("source"))

        def _parse_destination(data: object) -> AccountQuoteDestination | UmaAddressQuoteDestination:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_quote_destination_type_0 = AccountQuoteDestination.from_dict(data)

                return componentsschemas_quote_destination_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_quote_destination_type_1 = UmaAddressQuoteDestination.from_dict(data)

            return componentsschemas_quote_destination_type_1

        destination = _parse_destination(d.pop("destination"))

        sending_currency = Currency.from_dict(d.pop("sendingCurrency"))

        receiving_currency = Currency.from_dict(d.pop("receivingCurrency"))

        total_sending_amount = d.pop("totalSendingAmount")

        total_receiving_amount = d.pop("totalReceivingAmount")

        exchange_rate = d.pop("exchangeRate")

        fees_included = d.pop("feesIncluded")

        transaction_id = d.pop("transactionId")

        _payment_instructions = d.pop("paymentInstructions", UNSET)
        payment_instructions: list[PaymentInstructions] | Unset = UNSET
        if _payment_instructions is not UNSET:
            payment_instructions = []
            for payment_instructions_item_data in _payment_instructions:
                payment_instructions_item = PaymentInstructions.from_dict(payment_instructions_item_data)

                payment_instructions.append(payment_instructions_item)

        _counterparty_information = d.pop("counterpartyInformation", UNSET)
        counterparty_information: QuoteCounterpartyInformation | Unset
        if isinstance(_counterparty_information, Unset):
            counterparty_information = UNSET
        else:
            counterparty_information = QuoteCounterpartyInformation.from_dict(_counterparty_information)

        _rate_details = d.pop("rateDetails", UNSET)
        rate_details: OutgoingRateDetails | Unset
        if isinstance(_rate_details, Unset):
            rate_details = UNSET
        else:
            rate_details = OutgoingRateDetails.from_dict(_rate_details)

        quote = cls(
            id=id,
            status=status,
            created_at=created_at,
            expires_at=expires_at,
            source=source,
            destination=destination,
            sending_currency=sending_currency,
            receiving_currency=receiving_currency,
            total_sending_amount=total_sending_amount,
            total_receiving_amount=total_receiving_amount,
            exchange_rate=exchange_rate,
            fees_included=fees_included,
            transaction_id=transaction_id,
            payment_instructions=payment_instructions,
            counterparty_information=counterparty_information,
            rate_details=rate_details,
        )

        quote.additional_properties = d
        return quote

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
