"""Values that the service may send and the published lists of the first day lack: why each breaks nobody.

The lists are in `tests/contract/reference_values.json`. A value without a row here needs a feature
(`platforms.features`).
"""

from typing import NamedTuple

_OWN = "only after a request of yours that the published interface does not have"


class Beyond(NamedTuple):
    """Values of a list."""

    place: str
    """What the places look like, a regular expression that ends where they end."""
    values: str
    shown: str
    """The list, in the words of the documents."""
    why: str


ROWS = (
    Beyond(
        r" 4\d\d \.code",
        "CURRENCY_MISMATCH INSUFFICIENT_BALANCE INVITATION_EXPIRED PULL_NOT_SUPPORTED CUSTOMER_HAS_FUNDS"
        " DOCUMENT_SUBMITTED EXTERNAL_ACCOUNT_EXISTS IDEMPOTENCY_KEY_IN_USE QUOTE_EXPIRED QUOTE_NOT_PENDING"
        " BENEFICIAL_OWNER_NOT_FOUND DOCUMENT_NOT_FOUND EXTERNAL_ACCOUNT_NOT_FOUND INTERNAL_ACCOUNT_NOT_FOUND NOT_FOUND"
        " VERIFICATION_NOT_FOUND",
        "`code` of a refusal",
        "the contract of 2025-10-13 names them beside the list",
    ),
    Beyond(
        r" 4\d\d \.code",
        "RECORD_DAMAGED",
        "`code` of a refusal",
        "only where somebody has changed the service's database by hand; before, the reply was 500",
    ),
    Beyond(
        r" 4\d\d \.code",
        "IDEMPOTENCY_KEY_USED IDEMPOTENCY_KEY_VOIDED TRANSACTION_NOT_CANCELLABLE WEBHOOK_ENDPOINT_LIMIT_REACHED"
        " BATCH_REFUSED FORCED_OUTCOME_LIMIT_REACHED NOT_SEALED_YET DRY_RUN_NOT_POSSIBLE",
        "`code` of a refusal",
        f"{_OWN}: to void a key, to cancel, to add a webhook endpoint, to send a batch, to force an outcome, to prove"
        " an entry or a balance, to try without effect (`dryRun`)",
    ),
    Beyond(
        r"POST /transactions/\{\}/(approve|reject) 200 \.type",
        "OUTGOING",
        "`type` of a payment that you approve or reject",
        f"{_OWN}: a token with `approvalAbove`; no other payment that goes out waits for you",
    ),
    Beyond(
        r"failureReason",
        "ACCOUNT_INVALID BANK_REJECTED INSUFFICIENT_FUNDS TIMED_OUT",
        "`failureReason` of a transfer",
        "the contract of 2025-10-13 names them beside the list",
    ),
    Beyond(r"failureReason", "CANCELLED", "`failureReason`", f"{_OWN}: `POST /transactions/{{id}}/cancel`"),
    Beyond(
        r"failureReason",
        "LNURLP_FAILED MISSING_MANDATORY_PAYEE_DATA OFFRAMP_FAILED PAYMENT_APPROVAL_TIMED_OUT"
        " PAYMENT_APPROVAL_WEBHOOK_ERROR PAY_REQUEST_FAILED",
        "`failureReason` of an outgoing payment",
        "the contract of 2025-10-13 has one list for both directions",
    ),
    Beyond(
        r"failureReason",
        "COUNTERPARTY_POST_TX_FAILED FUNDING_AMOUNT_MISMATCH LIGHTNING_PAYMENT_FAILED",
        "`failureReason` of an incoming payment",
        "never sent: only outgoing payments end so",
    ),
    Beyond(
        r"accountInfo\.(accountType|paymentRails\[\])",
        "CNY_ACCOUNT INR_BANK_ACCOUNT SWIFT_ACCOUNT NEFT RTGS SWIFT",
        "`accountType` and `paymentRails` of an external account",
        f"{_OWN}: to make an account of that type",
    ),
    Beyond(
        r"accountOrWalletInfo\.accountType",
        "CNY_ACCOUNT",
        "`accountType` of payment instructions",
        f"{_OWN}: `CNY` among `supportedCurrencies`",
    ),
    Beyond(
        r"webhook verification-update \.type",
        "VERIFICATION.READY_FOR_VERIFICATION",
        "`type` of an event",
        "the published list of all types has it",
    ),
)
