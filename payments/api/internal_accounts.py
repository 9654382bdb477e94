"""GET /customers/internal-accounts and /platform/internal-accounts."""

from payments import queries, representations
from payments.models import InternalAccount
from platforms.rest import pagination
from platforms.rest.fields import CurrencyFilter, IdField, PageQuery, WholeListQuery
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, QueryView, Reply


class AccountQuery(PageQuery):
    """Filters of account lists."""

    currency = CurrencyFilter()
    customerId = IdField(required=False)


class PlatformAccountQuery(WholeListQuery):
    """Filters of the platform's own accounts, which are few and not paged."""

    currency = CurrencyFilter()


class OfCustomers(QueryView):
    """Internal accounts of the platform's customers."""

    @operation(
        "listCustomerInternalAccounts",
        summary="List internal accounts of customers",
        query=AccountQuery,
        response=list_of("InternalAccountListResponse", representations.InternalAccountRepresentation(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List internal accounts of customers."""
        query = call.read_query(AccountQuery)
        rows = queries.internal_accounts(platform_id=call.caller.platform_id, filters=query)
        scope = f"internal-accounts:{call.caller.platform_id}"
        return Reply(pagination.page(rows, query=query, scope=scope, represent=representations.internal_account))


class OfPlatform(QueryView):
    """Internal accounts of the platform itself."""

    @operation(
        "listPlatformInternalAccounts",
        summary="List internal accounts of the platform",
        query=PlatformAccountQuery,
        response=list_of(
            "PlatformInternalAccountListResponse",
            representations.InternalAccountRepresentation(many=True),
            paged=False,
        ),
    )
    def get(self, call: Call) -> Reply:
        """Answer with all of them: one per currency."""
        query = call.read_query(PlatformAccountQuery)
        rows = InternalAccount.objects.for_platform(call.caller.platform_id).filter(customer=None, **query)
        accounts = rows.select_related("ledger_account").order_by("-created_at", "-id")
        return Reply({"data": [representations.internal_account(account) for account in accounts]})
