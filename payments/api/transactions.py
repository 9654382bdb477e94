"""GET /transactions and /transactions/{transactionId}."""

from rest_framework import serializers

from payments import dry_runs, queries, representations
from payments.models import TransactionStatus, TransactionType
from payments.quotes import cancelling
from payments.workflow.transactions import TransactionNotFound
from platforms.base import identifiers
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import BeginField, ChoiceField, EndField, IdFilter, IdOrTextFilter, PageQuery
from platforms.http.metadata import MetadataQuery
from platforms.models import Permission

_ACCOUNTS = ("InternalAccount", "ExternalAccount")


class TransactionQuery(MetadataQuery, PageQuery):
    """Filters of the transaction list."""

    customerId = IdFilter("Customer", help_text="Only payments of this customer.")
    involving = IdFilter(
        "Customer",
        "InternalAccount",
        help_text=(
            "Only payments that this customer makes, or that pay one of its internal accounts; or those that an"
            " internal account pays or is paid by. `direction` is seen from there."
        ),
    )
    platformCustomerId = serializers.CharField(
        required=False, max_length=255, help_text="Only payments of the customer that you gave this name."
    )
    senderAccountIdentifier = IdOrTextFilter(
        *_ACCOUNTS,
        max_length=320,
        help_text="Only payments from this account, by its `id`, or from this UMA address.",
    )
    receiverAccountIdentifier = IdOrTextFilter(
        *_ACCOUNTS, max_length=320, help_text="Only payments to this account, by its `id`, or to this UMA address."
    )
    status = ChoiceField(required=False, choices=TransactionStatus.choices, help_text="Only payments that stand so.")
    type = ChoiceField(
        required=False,
        choices=TransactionType.choices,
        help_text="Only money that comes in, or only money that goes out.",
    )
    reference = serializers.CharField(
        required=False,
        max_length=64,
        help_text="Only the payment of this reference: `reconciliationInstructions.reference`.",
    )
    startDate = BeginField(required=False)
    endDate = EndField(required=False)
    updatedAfter = BeginField(required=False)
    sortOrder = ChoiceField(default="desc", choices=["asc", "desc"])


@Endpoint(
    "GET",
    "transactions",
    query=TransactionQuery,
    response=list_of("TransactionListResponse", representations.TRANSACTIONS_SCHEMA),
)
def list_transactions(call: Call) -> Json:
    """List transactions.

    Payments of the platform and its customers, newest first; with `updatedAfter` in the order of their last changes,
    oldest first. Without a filter but `type`, `totalCount` is exact.

    Returns:
        A page of transactions.
    """
    return queries.transactions(platform_id=call.platform_id, query=call.query)


@Endpoint(
    "GET",
    "transactions/<str:transaction_id>",
    response=representations.TRANSACTION_SCHEMA,
    errors=("TRANSACTION_NOT_FOUND",),
)
def get_transaction_by_id(call: Call, transaction_id: str) -> Json:
    """Read a transaction.

    What is paid, from where to where, and how it stands.

    Returns:
        The transaction.
    """
    key = identifiers.parse("Transaction", transaction_id)
    payment = queries.transaction(platform_id=call.platform_id, key=key)
    if payment is None:
        raise TransactionNotFound
    return representations.transaction(payment)


@Endpoint(
    "POST",
    "transactions/<str:transaction_id>/cancel",
    Permission.TRANSACT,
    response=dry_runs.DECIDED_TRANSACTION,
    moves_money=True,
    dry_run=dry_runs.IN_PLACE,
    errors=("TRANSACTION_NOT_FOUND", "TRANSACTION_NOT_CANCELLABLE"),
)
def cancel_transaction(call: Call, transaction_id: str) -> Json:
    """Cancel a payment that was not sent yet.

    Possible until a rail is asked to move the money: at once after a transfer or an execution, or while the payment
    waits for the file of a bank. A quote that was not executed or paid is EXPIRED; any other payment is FAILED with
    `CANCELLED`, and its payer has the money back. Later it is refused, with the reason in `details.reason`: `ENDED`,
    `UNDER_WAY`, or `AWAITS_APPROVAL` where rejecting is the way.

    Returns:
        The transaction as it is now.
    """
    key = identifiers.parse("Transaction", transaction_id)
    return representations.transaction(cancelling.cancel(transaction_id=key, **call.by))
