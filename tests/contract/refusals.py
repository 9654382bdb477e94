"""Refusals of requests that fit the document: because of state, or of a rule that the document has as a sentence."""

import re
from typing import Any

STATE = {
    "answerWebhook": "NOT_FOUND",
    "approvePendingPayment": "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    "cancelTransaction": "TRANSACTION_NOT_CANCELLABLE",
    "cancelInvitation": "INVITATION_CANCELLED INVITATION_ALREADY_CLAIMED",
    "claimInvitation": "INVITATION_ALREADY_CLAIMED",
    "createCustomer": "INVALID_CURRENCY UMA_ADDRESS_EXISTS",
    "createCustomerExternalAccount": "EXTERNAL_ACCOUNT_EXISTS INVALID_BANK_ACCOUNT",
    "createInvitation": "AMOUNT_OUT_OF_RANGE",
    "createPlatformExternalAccount": "EXTERNAL_ACCOUNT_EXISTS INVALID_BANK_ACCOUNT",
    "createQuote": (
        "AMOUNT_OUT_OF_RANGE INSUFFICIENT_BALANCE LOOKUP_REQUEST_FAILED INVALID_CURRENCY DRY_RUN_NOT_POSSIBLE"
    ),
    "createWebhookEndpoint": "WEBHOOK_ENDPOINT_LIMIT_REACHED",
    "createTransferIn": "AMOUNT_OUT_OF_RANGE",
    "createTransferOut": "AMOUNT_OUT_OF_RANGE INSUFFICIENT_BALANCE",
    "deleteCustomerById": "CUSTOMER_HAS_FUNDS",
    "deleteCustomerExternalAccount": "EXTERNAL_ACCOUNT_NOT_FOUND",
    "deleteDocument": "DOCUMENT_NOT_FOUND",
    "deletePlatformExternalAccount": "EXTERNAL_ACCOUNT_NOT_FOUND",
    "deleteTokenById": "TOKEN_NOT_FOUND",
    "deleteWebhookEndpoint": "NOT_FOUND",
    "deleteWebhookSecret": "NOT_FOUND",
    "estimateCryptoWithdrawalFee": "AMOUNT_OUT_OF_RANGE CURRENCY_MISMATCH",
    "executeQuote": "QUOTE_NOT_PENDING",
    "deleteSandboxOutcome": "NOT_FOUND",
    "forceSandboxOutcome": "FORCED_OUTCOME_LIMIT_REACHED",
    "getCustomerInternalAccountProof": "NOT_SEALED_YET",
    "getExchangeRates": "INVALID_CURRENCY",
    "getSignedRoot": "NOT_FOUND",
    "getTransactionProof": "NOT_SEALED_YET",
    # The example is the account of a customer.
    "getPlatformInternalAccount": "INTERNAL_ACCOUNT_NOT_FOUND",
    "getPlatformInternalAccountStatement": "INTERNAL_ACCOUNT_NOT_FOUND",
    "getPlatformInternalAccountProof": "INTERNAL_ACCOUNT_NOT_FOUND NOT_SEALED_YET",
    "listPlatformInternalAccountEntries": "INTERNAL_ACCOUNT_NOT_FOUND",
    "rejectPendingPayment": "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    "replaceDocument": "UNSUITABLE_DOCUMENT LOW_QUALITY",
    "sandboxReceive": "AMOUNT_OUT_OF_RANGE",
    "redeliverEvent": "NOT_FOUND",
    "redeliverEvents": "NOT_FOUND",
    "sendTestWebhook": "WEBHOOK_ENDPOINT_NOT_SET WEBHOOK_DELIVERY_ERROR NOT_FOUND",
    "voidIdempotencyKey": "IDEMPOTENCY_KEY_USED",
    "updateCustomerById": "INVALID_CURRENCY UMA_ADDRESS_EXISTS",
    "uploadDocument": "UNSUITABLE_DOCUMENT LOW_QUALITY",
}
"""By operation: codes of refusals that depend on what there is, not on the form of the request."""

WORDS = {
    # What the operator allows a platform to charge.
    r"must be at most [0-9.]+: the operator allows no more in [A-Z]+": "the limit is of the platform",
    r"must be between 0 and [0-9.]+: the operator allows no more in this currency": "the limit is of the platform",
    r"must be left out, or zero: the platform itself pays": "depends on the source",
    r"must be between [0-9]+ and [0-9]+: it is at least the minimum": "two amounts",
    r"must be listed once for its currency, sourceType and destinationType": "three fields of several objects",
    r"must have at most 8 decimals": "multiples of small fractions are not exact in JSON Schema",
    # Of single fields.
    r"must be a whole number.*": "JSON Schema counts 1.0 among the integers; amounts have no point",
    r"must not be empty": "texts lose the blanks around them: the description of the API",
    r"is given more than once": "a part of a multipart body, of a name that the document does not know",
    r"must start with https://": "http is for loopback, where the service allows it",
    r"must have another port: this one belongs to another protocol than https": "the list is long",
    r"must be 1 to 255 printable ASCII characters": "blanks around a key are left out, as of a header",
    r"must be a currency of the service, such as USD": "the list grows",
    # Of several fields.
    r"the request body must have at least one part that can be replaced": "fields that nobody knows may be sent, too",
    r"is required, or senderUmaAddress in its place": "one of two",
    r"must have min, max or both": "one of two",
    r"must not be more than max": "two amounts",
    r"must name each currency once": "the list has objects, of which one field must differ",
    r"must be after validFrom": "two moments",
    r"must name a limit: an empty object lifts all limits": "unknown fields may be sent",
    r"is required, or customerId in its place": "one of two",
    r"is required, or failure in its place": "one of two",
    r"is required for a payment to a UMA address: look it up first": "it depends on the kind of the destination",
    r"must be a customer's: the platform itself makes no payments by UMA": "it depends on the kind of the destination",
    r"must be left out, or false, for a source of another type than ACCOUNT": "it depends on the kind of the source",
    r"must not be before (startDate|createdAfter|updatedAfter)": "two moments",
    r"must be asc or left out: changes come oldest first": "it depends on updatedAfter",
    r"must not be before from": "two days",
    r"must be at most \d+ days after from, the first included": "two days",
    r"must be a time zone such as Europe/Berlin": "there are six hundred, and new ones every year",
    r"is required: addresses of this country have one": "which countries have postal codes",
    r"must be given where (first|last)Name is not": "one of two",
    r"must be one of [A-Z, ]+ for [A-Z]+": "which networks carry a currency",
    r"must be one line without characters that are not seen": "kinds of characters, which no schema names",
    r"must have one of transactionId, accountId and customerId, or next": "one of several",
    r"must be left out: this outcome .*": "what an outcome takes: GET /sandbox/outcomes",
    r"must be 1: this outcome lasts until it is deleted": "the same",
    r"must be one of [A-Z_]+(, [A-Z_]+)*": "names that GET /sandbox/outcomes lists",
    # State, told by a reason in place of a code.
    r"must be a payment under way, or one that was paid out and can come back": "what has become of it",
    r"must be at a public address: this one would not be called": "what name servers say",
    r"must be a customer with this platformCustomerId": "what the customer is called",
    r"is that of several customers: name one of them in customerId": "what other customers are called",
    r"must be at most .*: the shares of all owners are 100 together": "other owners",
    r"must not move the sandbox's clock more than 20 years ahead in all": "how far it was moved",
}
"""Reasons of refusals, as expressions → why no schema says them, or what else they look at."""


def unexplained(operation: str, refusal: dict[str, Any]) -> list[str]:
    """Return what a refusal of an allowed request names that neither table knows."""
    if refusal["code"] in STATE.get(operation, "").split():
        return []
    problems = refusal["details"].get("errors") or [{"field": "", "reason": refusal["message"]}]
    return [
        f"{refusal['code']}: {problem['field']} {problem['reason']}"
        for problem in problems
        if not any(re.fullmatch(reason, problem["reason"]) for reason in WORDS)
    ]
