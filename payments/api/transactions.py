"""GET /transactions and /transactions/{transactionId}."""

from typing import Any

from rest_framework import serializers

from payments import queries, representations
from payments.models import TransactionStatus, TransactionType
from payments.operations import tallies
from payments.operations.transactions import TransactionNotFound
from platforms.kit import identifiers
from platforms.rest import pagination
from platforms.rest.fields import IdField, MomentField, PageQuery, Query
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, QueryView, Reply


class TransactionQuery(PageQuery):
    """Filters of the transaction list."""

    customerId = IdField(required=False)
    platformCustomerId = serializers.CharField(required=False, max_length=255)
    senderAccountIdentifier = serializers.CharField(required=False, max_length=320)
    receiverAccountIdentifier = serializers.CharField(required=False, max_length=320)
    status = serializers.ChoiceField(required=False, choices=TransactionStatus.choices)
    type = serializers.ChoiceField(required=False, choices=TransactionType.choices)
    reference = serializers.CharField(required=False, max_length=64)
    startDate = MomentField(required=False)
    endDate = MomentField(required=False)
    sortOrder = serializers.ChoiceField(default="desc", choices=["asc", "desc"])


class Transactions(QueryView):
    """The platform's payments."""

    @operation(
        "listTransactions",
        summary="List transactions",
        query=TransactionQuery,
        response=list_of("TransactionListResponse", representations.TRANSACTIONS_SCHEMA),
    )
    def get(self, call: Call) -> Reply:
        """List transactions."""
        query = call.read_query(TransactionQuery)
        platform_id = call.caller.platform_id
        rows = queries.transactions(platform_id=platform_id, filters=query)
        page = pagination.page(
            rows,
            query=query,
            scope=f"transactions:{platform_id}",
            represent=representations.transaction,
            total=self._total(call, query),
        )
        return Reply(page)

    @staticmethod
    def _total(call: Call, query: dict[str, Any]) -> int | None:
        if query.keys() <= {"limit", "cursor", "sortOrder", "type"}:
            return tallies.total(platform_id=call.caller.platform_id, type_=query.get("type"))
        return None


class OneTransaction(QueryView):
    """One payment."""

    @operation("getTransactionById", summary="Read a transaction", response=representations.TRANSACTION_SCHEMA)
    def get(self, call: Call, transaction_id: str) -> Reply:
        """Read a transaction."""
        call.read_query(Query)
        key = identifiers.parse("Transaction", transaction_id)
        payment = queries.transaction(platform_id=call.caller.platform_id, key=key)
        if payment is None:
            raise TransactionNotFound
        return Reply(representations.transaction(payment))
