from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.currency import Currency
    from ..models.exchange_rate_fees import ExchangeRateFees


T = TypeVar("T", bound="ExchangeRate")


@_attrs_define
class ExchangeRate:
    """What an amount sent over a corridor and a rail gives at present."""

    source_currency: Currency
    """ A currency, as the reference shows it. """
    destination_currency: Currency
    """ A currency, as the reference shows it. """
    destination_payment_rail: str
    """ The rail that it arrives by: a name that `paymentRail` of a quote takes. """
    min_sending_amount: int
    """ The least that may be sent, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807. """
    max_sending_amount: int
    """ The most that may be sent, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807. """
    sending_amount: int
    """ The amount that was asked about, in the smallest unit of the source currency. 0 to
    9,223,372,036,854,775,807. """
    receiving_amount: int
    """ What would arrive of it, fees taken off, in the smallest unit of the destination currency. 0 to
    9,223,372,036,854,775,807. """
    exchange_rate: float
    """ Major units of the source currency for one major unit of the destination currency, margin included. """
    fees: ExchangeRateFees
    """ What the service charges on a corridor. """
    updated_at: datetime.datetime
    """ When the rate was taken from its source. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source_currency = self.source_currency.to_dict()

        destination_currency = self.destination_currency.to_dict()

        destination_payment_rail = self.destination_payment_rail

        min_sending_amount = self.min_sending_amount

        max_sending_amount = self.max_sending_amount

        sending_amount = self.sending_amount

        receiving_amount = self.receiving_amount

        exchange_rate = self.exchange_rate

        fees = self.fees.to_dict()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sourceCurrency": source_currency,
                "destinationCurrency": destination_currency,
                "destinationPaymentRail": destination_payment_rail,
                "minSendingAmount": min_sending_amount,
                "maxSendingAmount": max_sending_amount,
                "sendingAmount": sending_amount,
                "receivingAmount": receiving_amount,
                "exchangeRate": exchange_rate,
                "fees": fees,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.currency import Currency  # noqa: PLC0415
        from ..models.exchange_rate_fees import ExchangeRateFees  # noqa: PLC0415

        d = dict(src_dict)
        source_currency = Currency.from_dict(d.pop("sourceCurrency"))

        destination_currency = Currency.from_dict(d.pop("destinationCurrency"))

        destination_payment_rail = d.pop("destinationPaymentRail")

        min_sending_amount = d.pop("minSendingAmount")

        max_sending_amount = d.pop("maxSendingAmount")

        sending_amount = d.pop("sendingAmount")

        receiving_amount = d.pop("receivingAmount")

        exchange_rate = d.pop("exchangeRate")

        fees = ExchangeRateFees.from_dict(d.pop("fees"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        exchange_rate = cls(
            source_currency=source_currency,
            destination_currency=destination_currency,
            destination_payment_rail=destination_payment_rail,
            min_sending_amount=min_sending_amount,
            max_sending_amount=max_sending_amount,
            sending_amount=sending_amount,
            receiving_amount=receiving_amount,
            exchange_rate=exchange_rate,
            fees=fees,
            updated_at=updated_at,
        )

        exchange_rate.additional_properties = d
        return exchange_rate

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
