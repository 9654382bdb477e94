from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccountQuoteSourceRequest")


@_attrs_define
class AccountQuoteSourceRequest:
    """A payment from an account: an internal one is debited, an external one collected from."""

    source_type: Literal["ACCOUNT"]
    """ Pay from an account. """
    account_id: str
    """ The internal account to debit, or the external account to collect from. As a reply has shown it, with its
    prefix. """
    customer_id: str | Unset = UNSET
    """ The account's holder, to be compared with it. As a reply has shown it, with its prefix. """
    currency: str | Unset = UNSET
    """ The account's currency. May be left out; another one is refused. A code such as `USD` or `BTC`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source_type = self.source_type

        account_id = self.account_id

        customer_id = self.customer_id

        currency = self.currency

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sourceType": source_type,
                "accountId": account_id,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id
        if currency is not UNSET:
            field_dict["currency"] = currency

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source_type = cast(Literal["ACCOUNT"], d.pop("sourceType"))
        if source_type != "ACCOUNT":
            raise ValueError(f"sourceType must match const 'ACCOUNT', got '{source_type}'")

        account_id = d.pop("accountId")

        customer_id = d.pop("customerId", UNSET)

        currency = d.pop("currency", UNSET)

        account_quote_source_request = cls(
            source_type=source_type,
            account_id=account_id,
            customer_id=customer_id,
            currency=currency,
        )

        account_quote_source_request.additional_properties = d
        return account_quote_source_request

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
