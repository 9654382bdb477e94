"""What staff read for the codes of a payment: why it failed, what changed it, what was done, how a webhook stands."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.safestring import SafeString

from platforms.admin import audit
from platforms.backoffice import columns

FAILURES: Mapping[str, str] = MappingProxyType(
    {
        "INSUFFICIENT_FUNDS": "The debited account has insufficient funds",
        "ACCOUNT_INVALID": "The account can't be paid",
        "BANK_REJECTED": "The bank rejected it",
        "TIMED_OUT": "The bank or network never gave an outcome",
        "LNURLP_FAILED": "The receiver's provider could not be asked about the address",
        "PAY_REQUEST_FAILED": "The receiver's provider did not accept the payment",
        "PAYMENT_APPROVAL_WEBHOOK_ERROR": "The platform's endpoint could not be asked to approve it",
        "PAYMENT_APPROVAL_TIMED_OUT": "The platform did not approve it in time",
        "OFFRAMP_FAILED": "The payout to the receiver's bank failed",
        "MISSING_MANDATORY_PAYEE_DATA": "Data of the receiver that the sender's side needs are missing",
        "QUOTE_EXPIRED": "The quote expired before it was executed or paid",
        "QUOTE_EXECUTION_FAILED": "The payment could not be carried out",
        "LIGHTNING_PAYMENT_FAILED": "The Lightning network found no way for it",
        "FUNDING_AMOUNT_MISMATCH": "Another amount arrived than the quote asks for",
        "CANCELLED": "The platform cancelled it before it was sent",
        "COUNTERPARTY_POST_TX_FAILED": "The other institution could not be told how it ended",
    }
)
"""A sentence for each reason, as platforms know them, without an end."""
CAUSES: Mapping[str, str] = MappingProxyType(
    {
        "accepted": "Accepted",
        "approval_timed_out": "The platform did not approve it in time",
        "cancelled": "The platform cancelled it",
        "collection_failed": "The bank could not collect the money",
        "credited": "Credited to the receiving account",
        "failed_by_staff": "Staff failed it",
        "funded": "The money arrived",
        "invoice_cancelled": "The invoice was cancelled",
        "no_invoice": "No invoice was made",
        "no_webhook_endpoint": "The platform has no endpoint to ask for approval",
        "pay_request": "The sender's side asked for it",
        "platform_rejected": "The platform rejected it",
        "quote": "The platform asked for its price",
        "quote_executed": "The platform executed the quote",
        "quote_expired": "The quote expired",
        "rail_pending": "The bank took it over",
        "rail_settled": "The bank confirmed it",
        "rail_failed": "The bank failed it",
        "rail_rejected": "The bank rejected it",
        "rail_cancelled": "The bank cancelled it",
        "rail_returned": "The bank returned it",
        "receiver_data_missing": "Data of the receiver were missing",
        "refund_completed": "The money is back with who paid",
        "refund_failed": "The money could not be sent back",
        "sender_attempt": "The sender's side tried to pay",
        "transfer_in": "The platform asked for it",
        "transfer_out": "The platform asked for it",
    }
)
VERBS: Mapping[str, str] = MappingProxyType(
    {
        "quote.create": "Quote made",
        "quote.execute": "Quote executed",
        "transfer_out.create": "Transfer out made",
        "transfer_in.create": "Transfer in made",
        "note.write": "Note written",
        "transaction.retry": "Bank asked again",
        "transaction.fail_and_refund": "Failed and refunded",
        "transaction.release": "Approved, and on its way",
        "transaction.refuse": "Not approved",
        "transaction.expired": "Quote expired",
        "suspense.resolve": "Suspense item resolved",
        "suspense.settled": "Suspense item: the bank confirmed it",
        "suspense.reopen": "Suspense item open again: the bank could not do it",
        "uma.approve": "Approved by the platform",
        "uma.pay_request": "Asked for by the sender's side",
        "uma.callback_given_up": "Other institution could not be told",
    }
)
audit.say(VERBS)
PROPOSED: Mapping[str, str] = MappingProxyType(
    {"transaction.fail_and_refund": "fail and refund", "suspense.resolve": "resolve the suspense item"}
)
WEBHOOKS: Mapping[str, str] = MappingProxyType(
    {
        "PENDING": "not delivered yet, next attempt to come",
        "WAITING": "held until an earlier webhook of this payment has been delivered",
        "DELIVERED": "delivered",
        "REFUSED": "refused by the platform's endpoint",
        "ABANDONED": "failed permanently: the platform does not know",
        "NO_ENDPOINT": "not sent: the platform had no endpoint",
    }
)
STATUSES: Mapping[str, str] = MappingProxyType({"PENDING": "Waiting", "PROCESSING": "Under way"})
"""Words for statuses whose own are not plain."""


def failure(code: str) -> SafeString | str:
    """Return why a payment failed, with the code beside; nothing without a code."""
    return columns.with_code(f"{columns.words(code, FAILURES)}.", code) if code else ""
