from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.currency import Currency


T = TypeVar("T", bound="ReceivableCurrency")


@_attrs_define
class ReceivableCurrency:
    """A currency that the receiver can get."""

    currency: Currency
    """ A currency, as the reference shows it. """
    sending_currency: Currency
    """ A currency, as the reference shows it. """
    estimated_exchange_rate: float
    """ Major units of `sendingCurrency` that one major unit of this currency costs. """
    min_: int
    """ The least that the receiver can get, in the smallest unit of this currency. 1 to 9,223,372,036,854,775,807.
    """
    max_: int
    """ The most that the receiver can get, in the smallest unit of this currency. 1 to 9,223,372,036,854,775,807.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency = self.currency.to_dict()

        sending_currency = self.sending_currency.to_dict()

        estimated_exchange_rate = self.estimated_exchange_rate

        min_ = self.min_

        max_ = self.max_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currency": currency,
                "sendingCurrency": sending_currency,
                "estimatedExchangeRate": estimated_exchange_rate,
                "min": min_,
                "max": max_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.currency import Currency  # noqa: PLC0415

        d = dict(src_dict)
        currency = Currency.from_dict(d.pop("currency"))

        sending_currency = Currency.from_dict(d.pop("sendingCurrency"))

        estimated_exchange_rate = d.pop("estimatedExchangeRate")

        min_ = d.pop("min")

        max_ = d.pop("max")

        receivable_currency = cls(
            currency=currency,
            sending_currency=sending_currency,
            estimated_exchange_rate=estimated_exchange_rate,
            min_=min_,
            max_=max_,
        )

        receivable_currency.additional_properties = d
        return receivable_currency

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
