from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccountQuoteDestinationRequest")


@_attrs_define
class AccountQuoteDestinationRequest:
    """A payment to an internal or external account."""

    destination_type: Literal["ACCOUNT"]
    """ Pay to an account. """
    account_id: str
    """ The internal or external account of any holder of your platform. As a reply has shown it, with its prefix.
    """
    currency: str | Unset = UNSET
    """ The account's currency. May be left out; another one is refused. A code such as `USD` or `BTC`. """
    payment_rail: str | Unset = UNSET
    """ The rail to pay by: one of the `paymentRails` of an external account. Left out: the service chooses. 1 to 64
    characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        destination_type = self.destination_type

        account_id = self.account_id

        currency = self.currency

        payment_rail = self.payment_rail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "destinationType": destination_type,
                "accountId": account_id,
            }
        )
        if currency is not UNSET:
            field_dict["currency"] = currency
        if payment_rail is not UNSET:
            field_dict["paymentRail"] = payment_rail

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        destination_type = cast(Literal["ACCOUNT"], d.pop("destinationType"))
        if destination_type != "ACCOUNT":
            raise ValueError(f"destinationType must match const 'ACCOUNT', got '{destination_type}'")

        account_id = d.pop("accountId")

        currency = d.pop("currency", UNSET)

        payment_rail = d.pop("paymentRail", UNSET)

        account_quote_destination_request = cls(
            destination_type=destination_type,
            account_id=account_id,
            currency=currency,
            payment_rail=payment_rail,
        )

        account_quote_destination_request.additional_properties = d
        return account_quote_destination_request

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
