"""GET /customers/internal-accounts and /platform/internal-accounts."""

from payments import queries, representations
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import BeginField, CurrencyFilter, IdFilter, PageQuery, WholeListQuery


class AccountQuery(PageQuery):
    """Filters of account lists."""

    currency = CurrencyFilter(help_text="Only accounts in this currency.")
    customerId = IdFilter("Customer", help_text="Only accounts of this customer.")
    updatedAfter = BeginField(required=False)


class PlatformAccountQuery(WholeListQuery):
    """Filters of the platform's own accounts, which are few and not paged."""

    currency = CurrencyFilter(help_text="Only accounts in this currency.")
    updatedAfter = BeginField(required=False)


@Endpoint(
    "GET",
    "customers/internal-accounts",
    query=AccountQuery,
    response=list_of("InternalAccountListResponse", representations.InternalAccountRepresentation(many=True)),
    errors=("INVALID_CURRENCY", "RECORD_DAMAGED"),
)
def list_customer_internal_accounts(call: Call) -> Json:
    """List internal accounts of customers.

    Accounts of customers that the service keeps, with balances and how to pay into them, newest first; with
    `updatedAfter` in the order of their last changes, oldest first. A change of the balance is one.

    Returns:
        A page of internal accounts.
    """
    ahead = call.caller.clock_offset
    rows = queries.internal_accounts(platform_id=call.platform_id, filters=call.query, now=call.now, ahead=ahead)
    scope = f"internal-accounts:{call.platform_id}"
    return pagination.page(
        rows, query=call.query, scope=scope, represent=representations.internal_account, changed="last_change"
    )


@Endpoint(
    "GET",
    "platform/internal-accounts",
    query=PlatformAccountQuery,
    response=list_of(
        "PlatformInternalAccountListResponse", representations.InternalAccountRepresentation(many=True), paged=False
    ),
    errors=("INVALID_CURRENCY", "RECORD_DAMAGED"),
)
def list_platform_internal_accounts(call: Call) -> Json:
    """List internal accounts of the platform.

    Answer with all of them: one per currency.

    Returns:
        The internal accounts of the platform.
    """
    rows = queries.internal_accounts_of_platform(platform_id=call.platform_id, filters=call.query)
    accounts = rows.order_by("-created_at", "-id")
    return {"data": [representations.internal_account(account) for account in accounts]}
