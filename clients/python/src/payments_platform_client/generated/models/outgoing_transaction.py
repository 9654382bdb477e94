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
    from ..models.outgoing_rate_details import OutgoingRateDetails
    from ..models.outgoing_transaction_counterparty_information import OutgoingTransactionCounterpartyInformation
    from ..models.payment_instructions import PaymentInstructions
    from ..models.realtime_funding_transaction_source import RealtimeFundingTransactionSource
    from ..models.reconciliation_instructions import ReconciliationInstructions
    from ..models.refund import Refund
    from ..models.uma_address_transaction_destination import UmaAddressTransactionDestination
    from ..models.uma_address_transaction_source import UmaAddressTransactionSource


T = TypeVar("T", bound="OutgoingTransaction")


@_attrs_define
class OutgoingTransaction:
    """Money going out of an internal account."""

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
    type_: Literal["OUTGOING"]
    """ Money that goes out. """
    sent_amount: CurrencyAmount
    """ An amount in the smallest unit of its currency. """
    fees: int
    """ What is kept of what the payer pays, in the smallest unit of the sending currency; 0 without a quote. 0 to
    9,223,372,036,854,775,807. """
    description: str | Unset = UNSET
    """ What you gave as `description`. Absent where nothing was given. """
    counterparty_information: OutgoingTransactionCounterpartyInformation | Unset = UNSET
    """ What is known of the other party, by counterparty field. Absent where nothing is. """
    failure_reason: FailureReason | Unset = UNSET
    settled_at: datetime.datetime | Unset = UNSET
    """ When the money had arrived. Absent before. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    received_amount: CurrencyAmount | Unset = UNSET
    """ An amount in the smallest unit of its currency. """
    reconciliation_instructions: ReconciliationInstructions | Unset = UNSET
    """ What to look for on a bank statement. """
    exchange_rate: float | Unset = UNSET
    """ Major units of the sending currency for one major unit of the receiving one, margin included. Absent without
    a quote. """
    quote_id: str | Unset = UNSET
    """ The quote that it carries out. Absent without one. `Quote:<uuid>`. """
    payment_instructions: list[PaymentInstructions] | Unset = UNSET
    """ How to pay the quote from outside, one entry for each way. Absent where it is paid from an account. """
    refund: Refund | Unset = UNSET
    """ Money on its way back to the sender. """
    rate_details: OutgoingRateDetails | Unset = UNSET
    """ What the service and the counterparty charged on an outgoing payment. """
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

        sent_amount = self.sent_amount.to_dict()

        fees = self.fees

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

        received_amount: dict[str, Any] | Unset = UNSET
        if not isinstance(self.received_amount, Unset):
            received_amount = self.received_amount.to_dict()

        reconciliation_instructions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.reconciliation_instructions, Unset):
            reconciliation_instructions = self.reconciliation_instructions.to_dict()

        exchange_rate = self.exchange_rate

        quote_id = self.quote_id

        payment_instructions: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.payment_instructions, Unset):
            payment_instructions = []
            for payment_instructions_item_data in self.payment_instructions:
                payment_instructions_item = payment_instructions_item_data.to_dict()
                payment_instructions.append(payment_instructions_item)

        refund: dict[str, Any] | Unset = UNSET
        if not isinstance(self.refund, Unset):
            refund = self.refund.to_dict()

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
                "sentAmount": sent_amount,
                "fees": fees,
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
        if received_amount is not UNSET:
            field_dict["receivedAmount"] = received_amount
        if reconciliation_instructions is not UNSET:
            field_dict["reconciliationInstructions"] = reconciliation_instructions
        if exchange_rate is not UNSET:
            field_dict["exchangeRate"] = exchange_rate
        if quote_id is not UNSET:
            field_dict["quoteId"] = quote_id
        if payment_instructions is not UNSET:
            field_dict["paymentInstructions"] = payment_instructions
        if refund is not UNSET:
            field_dict["refund"] = refund
        if rate_details is not UNSET:
            field_dict["rateDetails"] = rate_details

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_transaction_destination import AccountTransactionDestination  # noqa: PLC0415
        from ..models.account_transaction_source import AccountTransactionSource  # noqa: PLC0415
        from ..models.currency_amount import CurrencyAmount  # noqa: PLC0415
        from ..models.outgoing_rate_details import OutgoingRateDetails  # noqa: PLC0415
        from ..models.outgoing_transaction_counterparty_information import OutgoingTransactionCounterpartyInformation  # noqa: PLC0415
        from ..models.payment_instructions import PaymentInstructions  # noqa: PLC0415
        from ..models.realtime_funding_transaction_source import RealtimeFundingTransactionSource  # noqa: PLC0415
        from ..models.reconciliation_instructions import ReconciliationInstructions  # noqa: PLC0415
        from ..models.refund import Refund  # noqa: PLC0415
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

        type_ = cast(Literal["OUTGOING"], d.pop("type"))
        if type_ != "OUTGOING":
            raise ValueError(f"type must match const 'OUTGOING', got '{type_}'")

        sent_amount = CurrencyAmount.from_dict(d.pop("sentAmount"))

        fees = d.pop("fees")

        description = d.pop("description", UNSET)

        _counterparty_information = d.pop("counterpartyInformation", UNSET)
        counterparty_information: OutgoingTransactionCounterpartyInformation | Unset
        if isinstance(_counterparty_information, Unset):
            counterparty_information = UNSET
        else:
            counterparty_information = OutgoingTransactionCounterpartyInformation.from_dict(_counterparty_information)

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

        _received_amount = d.pop("receivedAmount", UNSET)
        received_amount: CurrencyAmount | Unset
        if isinstance(_received_amount, Unset):
            received_amount = UNSET
        else:
            received_amount = CurrencyAmount.from_dict(_received_amount)

        _reconciliation_instructions = d.pop("reconciliationInstructions", UNSET)
        reconciliation_instructions: ReconciliationInstructions | Unset
        if isinstance(_reconciliation_instructions, Unset):
            reconciliation_instructions = UNSET
        else:
            reconciliation_instructions = ReconciliationInstructions.from_dict(_reconciliation_instructions)

        exchange_rate = d.pop("exchangeRate", UNSET)

        quote_id = d.pop("quoteId", UNSET)

        _payment_instructions = d.pop("paymentInstructions", UNSET)
        payment_instructions: list[PaymentInstructions] | Unset = UNSET
        if _payment_instructions is not UNSET:
            payment_instructions = []
            for payment_instructions_item_data in _payment_instructions:
                payment_instructions_item = PaymentInstructions.from_dict(payment_instructions_item_data)

                payment_instructions.append(payment_instructions_item)

        _refund = d.pop("refund", UNSET)
        refund: Refund | Unset
        if isinstance(_refund, Unset):
            refund = UNSET
        else:
            refund = Refund.from_dict(_refund)

        _rate_details = d.pop("rateDetails", UNSET)
        rate_details: OutgoingRateDetails | Unset
        if isinstance(_rate_details, Unset):
            rate_details = UNSET
        else:
            rate_details = OutgoingRateDetails.from_dict(_rate_details)

        outgoing_transaction = cls(
            id=id,
            status=status,
            source=source,
            destination=destination,
            customer_id=customer_id,
            platform_customer_id=platform_customer_id,
            created_at=created_at,
            updated_at=updated_at,
            type_=type_,
            sent_amount=sent_amount,
            fees=fees,
            description=description,
            counterparty_information=counterparty_information,
            failure_reason=failure_reason,
            settled_at=settled_at,
            received_amount=received_amount,
            reconciliation_instructions=reconciliation_instructions,
            exchange_rate=exchange_rate,
            quote_id=quote_id,
            payment_instructions=payment_instructions,
            refund=refund,
            rate_details=rate_details,
        )

        outgoing_transaction.additional_properties = d
        return outgoing_transaction

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
