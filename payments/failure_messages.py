"""Why a payment ended without success, in sentences that a platform may show its customer.

They name nobody, say nothing of the service's inside, and are true for payer and payee.
"""

from collections.abc import Mapping
from types import MappingProxyType

from payments.models import FailureReason

_F = FailureReason
MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        _F.INSUFFICIENT_FUNDS: "There was not enough money in the account that was to be debited.",
        _F.ACCOUNT_INVALID: "The bank account could not be used. Please check its details.",
        _F.BANK_REJECTED: "The bank rejected the payment.",
        _F.TIMED_OUT: "The bank did not confirm the payment in time.",
        _F.LNURLP_FAILED: "The receiver's provider could not be reached. Please try again later.",
        _F.PAY_REQUEST_FAILED: "The receiver's provider did not accept the payment.",
        _F.PAYMENT_APPROVAL_WEBHOOK_ERROR: "The payment could not be approved. Please try again later.",
        _F.PAYMENT_APPROVAL_TIMED_OUT: "The payment was not approved in time. Please try again later.",
        _F.OFFRAMP_FAILED: "The receiver's bank did not take the payment.",
        _F.MISSING_MANDATORY_PAYEE_DATA: "Information about the receiver was missing.",
        _F.QUOTE_EXPIRED: "The offer ended before it was paid. Please ask for a new one.",
        _F.QUOTE_EXECUTION_FAILED: "The payment could not be carried out.",
        _F.LIGHTNING_PAYMENT_FAILED: "The network found no way to the receiver. Please try again later.",
        _F.FUNDING_AMOUNT_MISMATCH: "The amount that arrived was not the one that was asked for.",
        _F.COUNTERPARTY_POST_TX_FAILED: "The receiver's side did not accept the payment.",
        _F.CANCELLED: "The payment was cancelled before it was sent.",
    }
)


def of(reason: str | None) -> str | None:
    """Return the sentence for a reason; None without one."""
    return None if reason is None else MESSAGES.get(reason, MESSAGES[_F.QUOTE_EXECUTION_FAILED])
