from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.network_currency import NetworkCurrency

T = TypeVar("T", bound="EstimateCryptoWithdrawalFeeRequest")


@_attrs_define
class EstimateCryptoWithdrawalFeeRequest:
    """A withdrawal that somebody thinks of."""

    internal_account_id: str
    """ The account that the money would leave. As a reply has shown it, with its prefix. """
    currency: NetworkCurrency
    crypto_network: str
    """ The network to send it on: one that carries the currency. 1 to 64 characters. """
    amount: int
    """ How much would leave the account, fees included, in the smallest unit of `currency`. 1 to
    9,223,372,036,854,775,807. """
    destination_address: str
    """ The address of the wallet, in the form of the network's addresses. 1 to 4,096 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        internal_account_id = self.internal_account_id

        currency = self.currency.value

        crypto_network = self.crypto_network

        amount = self.amount

        destination_address = self.destination_address

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "internalAccountId": internal_account_id,
                "currency": currency,
                "cryptoNetwork": crypto_network,
                "amount": amount,
                "destinationAddress": destination_address,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        internal_account_id = d.pop("internalAccountId")

        currency = NetworkCurrency(d.pop("currency"))

        crypto_network = d.pop("cryptoNetwork")

        amount = d.pop("amount")

        destination_address = d.pop("destinationAddress")

        estimate_crypto_withdrawal_fee_request = cls(
            internal_account_id=internal_account_id,
            currency=currency,
            crypto_network=crypto_network,
            amount=amount,
            destination_address=destination_address,
        )

        estimate_crypto_withdrawal_fee_request.additional_properties = d
        return estimate_crypto_withdrawal_fee_request

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
