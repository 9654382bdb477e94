from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.failure_reason import FailureReason
from ..models.transaction_status import TransactionStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.account_transaction_destination import AccountTransactionDestination
    from ..models.account_transaction_source import AccountTransactionSource
    from ..models.currency_amount import CurrencyAmount
    from ..models.incoming_rate_details import IncomingRateDetails
    from ..models.incoming_transaction_counterparty_information import IncomingTransactionCounterpartyInformation
    from ..models.realtime_funding_transaction_source import RealtimeFundingTransactionSource
    from ..models.reconciliation_instructions import ReconciliationInstructions
    from ..models.uma_address_transaction_destination import UmaAddressTransactionDestination
    from ..models.uma_address_transaction_source import UmaAddressTransactionSource


T = TypeVar("T", bound="IncomingTransaction")


@_attrs_define
class IncomingTransaction:
    """Money coming in to an internal account."""

    id: str
    """ Names the payment in paths. `Transaction:<uuid>`. """
    status: TransactionStatus
    source: AccountTransactionSource | RealtimeFundingTransactionSource | UmaAddressTransactionSource
    destination: AccountTransactionDestination | UmaAddressTransactionDestination
    customer_id: str
    """ The customer whose payment it is, `Customer:<uuid>`; empty for one of the platform itself. """
    platform_customer_id: str
    """ Your own name of that customer; empty for a payment of the platform itself. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    type_: Literal["INCOMING"]
    """ Money that comes in. """
    received_amount: CurrencyAmount
    """ An amount in the smallest unit of its currency. """
    description: str | Unset = UNSET
    """ What you gave as `description`. Absent where nothing was given. """
    counterparty_information: IncomingTransactionCounterpartyInformation | Unset = UNSET
    """ What is known of the other party, by counterparty field. Absent where nothing is. """
    failure_reason: FailureReason | Unset = UNSET
    settled_at: datetime.datetime | Unset = UNSET
    """ When the money had arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    reconciliation_instructions: ReconciliationInstructions | Unset = UNSET
    """ What to look for on a bank statement. """
    rate_details: IncomingRateDetails | Unset = UNSET
    """ What the service charged on an incoming payment. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.account_transaction_destination import AccountTransactionDestination  # noqa: PLC0415
        from ..models.account_transaction_source import AccountTransactionSource  # noqa: PLC0415
        from ..models.uma_address_transaction_source import UmaAddressTransactionSource  # noqa: PLC0415

        id = self.id

        status = self.status.value

        source: dict[str, Any]
        if isinstance(self.source, AccountTransactionSource):
            source = self.source.to_dict()
        elif isinstance(self.source, UmaAddressTransactionSource):
            source = self.source.to_dict()
        else:
            source = self.source.to_dict()

        destination: dict[str, Any]
        if isinstance(self.destination, AccountTransactionDestination):
            destination = self.destination.to_dict()
        else:
            destination = self.destination.to_dict()

        customer_id = self.customer_id

        platform_customer_id = self.platform_customer_id

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        type_ = self.type_

        received_amount = self.received_amount.to_dict()

        description = self.description

        counterparty_information: dict[str, Any] | Unset = UNSET
        if not isinstance(self.counterparty_information, Unset):
            counterparty_information = self.counterparty_information.to_dict()

        failure_reason: str | Unset = UNSET
        if not isinstance(self.failure_reason, Unset):
            failure_reason = self.failure_reason.value

        settled_at: str | Unset = UNSET
        if not isinstance(self.settled_at, Unset):
            settled_at = self.settled_at.isoformat()

        reconciliation_instructions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.reconciliation_instructions, Unset):
            reconciliation_instructions = self.reconciliation_instructions.to_dict()

        rate_details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rate_details, Unset):
            rate_details = self.rate_details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "source": source,
                "destination": destination,
                "customerId": customer_id,
                "platformCustomerId": platform_customer_id,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "type": type_,
                "receivedAmount": received_amount,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if counterparty_information is not UNSET:
            field_dict["counterpartyInformation"] = counterparty_information
        if failure_reason is not UNSET:
            field_dict["failureReason"] = failure_reason
        if settled_at is not UNSET:
            field_dict["settledAt"] = settled_at
        if reconciliation_instructions is not UNSET:
            field_dict["reconciliationInstructions"] = reconciliation_instructions
        if rate_details is not UNSET:
            field_dict["rateDetails"] = rate_details

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_transaction_destination import AccountTransactionDestination  # noqa: PLC0415
        from ..models.account_transaction_source import AccountTransactionSource  # noqa: PLC0415
        from ..models.currency_amount import CurrencyAmount  # noqa: PLC0415
        from ..models.incoming_rate_details import IncomingRateDetails  # noqa: PLC0415
        from ..models.incoming_transaction_counterparty_information import IncomingTransactionCounterpartyInformation  # noqa: PLC0415
        from ..models.realtime_funding_transaction_source import RealtimeFundingTransactionSource  # noqa: PLC0415
        from ..models.reconciliation_instructions import ReconciliationInstructions  # noqa: PLC0415
        from ..models.uma_address_transaction_destination import UmaAddressTransactionDestination  # noqa: PLC0415
        from ..models.uma_address_transaction_source import UmaAddressTransactionSource  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        status = TransactionStatus(d.pop("status"))

        def _parse_source(
            data: object,
        ) -> AccountTransactionSource | RealtimeFundingTransactionSource | UmaAddressTransactionSource:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_transaction_source_type_0 = AccountTransactionSource.from_dict(data)

                return componentsschemas_transaction_source_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_transaction_source_type_1 = UmaAddressTransactionSource.from_dict(data)

                return componentsschemas_transaction_source_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_transaction_source_type_2 = RealtimeFundingTransactionSource.from_dict(data)

            return componentsschemas_transaction_source_type_2

        source = _parse_source(d.pop("source"))

        def _parse_destination(data: object) -> AccountTransactionDestination | UmaAddressTransactionDestination:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_transaction_destination_type_0 = AccountTransactionDestination.from_dict(data)

                return componentsschemas_transaction_destination_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_transaction_destination_type_1 = UmaAddressTransactionDestination.from_dict(data)

            return componentsschemas_transaction_destination_type_1

        destination = _parse_destination(d.pop("destination"))

        customer_id = d.pop("customerId")

        platform_customer_id = d.pop("platformCustomerId")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        type_ = cast(Literal["INCOMING"], d.pop("type"))
        if type_ != "INCOMING":
            raise ValueError(f"type must match const 'INCOMING', got '{type_}'")

        received_amount = CurrencyAmount.from_dict(d.pop("receivedAmount"))

        description = d.pop("description", UNSET)

        _counterparty_information = d.pop("counterpartyInformation", UNSET)
        counterparty_information: IncomingTransactionCounterpartyInformation | Unset
        if isinstance(_counterparty_information, Unset):
            counterparty_information = UNSET
        else:
            counterparty_information = IncomingTransactionCounterpartyInformation.from_dict(_counterparty_information)

        _failure_reason = d.pop("failureReason", UNSET)
        failure_reason: FailureReason | Unset
        if isinstance(_failure_reason, Unset):
            failure_reason = UNSET
        else:
            failure_reason = FailureReason(_failure_reason)

        _settled_at = d.pop("settledAt", UNSET)
        settled_at: datetime.datetime | Unset
        if isinstance(_settled_at, Unset):
            settled_at = UNSET
        else:
            settled_at = datetime.datetime.fromisoformat(_settled_at)

        _reconciliation_instructions = d.pop("reconciliationInstructions", UNSET)
        reconciliation_instructions: ReconciliationInstructions | Unset
        if isinstance(_reconciliation_instructions, Unset):
            reconciliation_instructions = UNSET
        else:
            reconciliation_instructions = ReconciliationInstructions.from_dict(_reconciliation_instructions)

        _rate_details = d.pop("rateDetails", UNSET)
        rate_details: IncomingRateDetails | Unset
        if isinstance(_rate_details, Unset):
            rate_details = UNSET
        else:
            rate_details = IncomingRateDetails.from_dict(_rate_details)

        incoming_transaction = cls(
            id=id,
            status=status,
            source=source,
            destination=destination,
            customer_id=customer_id,
            platform_customer_id=platform_customer_id,
            created_at=created_at,
            updated_at=updated_at,
            type_=type_,
            received_amount=received_amount,
            description=description,
            counterparty_information=counterparty_information,
            failure_reason=failure_reason,
            settled_at=settled_at,
            reconciliation_instructions=reconciliation_instructions,
            rate_details=rate_details,
        )

        incoming_transaction.additional_properties = d
        return incoming_transaction

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
