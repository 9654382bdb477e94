"""GET /customers/internal-accounts and /platform/internal-accounts."""

from payments import queries, representations
from payments.models import InternalAccount
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import CurrencyFilter, IdFilter, PageQuery, WholeListQuery


class AccountQuery(PageQuery):
    """Filters of account lists."""

    currency = CurrencyFilter(help_text="Only accounts in this currency.")
    customerId = IdFilter("Customer", help_text="Only accounts of this customer.")


class PlatformAccountQuery(WholeListQuery):
    """Filters of the platform's own accounts, which are few and not paged."""

    currency = CurrencyFilter(help_text="Only accounts in this currency.")


@Endpoint(
    "GET",
    "customers/internal-accounts",
    query=AccountQuery,
    response=list_of("InternalAccountListResponse", representations.InternalAccountRepresentation(many=True)),
    errors=("INVALID_CURRENCY",),
)
def list_customer_internal_accounts(call: Call) -> Json:
    """List internal accounts of customers.

    Accounts of customers that the service keeps, with balances and how to pay into them, newest first.

    Returns:
        A page of internal accounts.
    """
    rows = queries.internal_accounts(platform_id=call.platform_id, filters=call.query)
    scope = f"internal-accounts:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.internal_account)


@Endpoint(
    "GET",
    "platform/internal-accounts",
    query=PlatformAccountQuery,
    response=list_of(
        "PlatformInternalAccountListResponse", representations.InternalAccountRepresentation(many=True), paged=False
    ),
    errors=("INVALID_CURRENCY",),
)
def list_platform_internal_accounts(call: Call) -> Json:
    """List internal accounts of the platform.

    Answer with all of them: one per currency.

    Returns:
        The internal accounts of the platform.
    """
    rows = InternalAccount.objects.for_platform(call.platform_id).filter(customer=None, **call.query)
    accounts = rows.select_related("ledger_account").order_by("-created_at", "-id")
    return {"data": [representations.internal_account(account) for account in accounts]}
