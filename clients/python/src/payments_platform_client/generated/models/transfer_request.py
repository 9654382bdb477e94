from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.account_reference_request import AccountReferenceRequest


T = TypeVar("T", bound="TransferRequest")


@_attrs_define
class TransferRequest:
    """A transfer between an internal and an external account of one currency."""

    source: AccountReferenceRequest
    """ One side of a transfer. """
    destination: AccountReferenceRequest
    """ One side of a transfer. """
    amount: int
    """ How much moves, in the smallest unit of the accounts' currency, within `minAmount` and `maxAmount` of the
    configuration. 1 to 9,223,372,036,854,775,807. """
    currency: str | Unset = UNSET
    """ The currency of the accounts. May be left out; another one is refused. A code such as `USD` or `BTC`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source.to_dict()

        destination = self.destination.to_dict()

        amount = self.amount

        currency = self.currency

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "destination": destination,
                "amount": amount,
            }
        )
        if currency is not UNSET:
            field_dict["currency"] = currency

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_reference_request import AccountReferenceRequest  # noqa: PLC0415

        d = dict(src_dict)
        source = AccountReferenceRequest.from_dict(d.pop("source"))

        destination = AccountReferenceRequest.from_dict(d.pop("destination"))

        amount = d.pop("amount")

        currency = d.pop("currency", UNSET)

        transfer_request = cls(
            source=source,
            destination=destination,
            amount=amount,
            currency=currency,
        )

        transfer_request.additional_properties = d
        return transfer_request

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
