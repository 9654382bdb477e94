"""/customers/external-accounts and /platform/external-accounts."""

from drf_spectacular.utils import extend_schema_serializer

from payments import queries, representations
from payments.account_types import schema as account_schema
from payments.accounts import external_accounts
from payments.accounts.external_accounts import CheckedAccount, ExternalAccountNotFound
from payments.api.fields.networks import NetworkField
from payments.api.internal_accounts import AccountQuery, PlatformAccountQuery
from payments.models import ExternalAccount
from platforms.base import identifiers
from platforms.database.rows import by_key
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, CurrencyField, FlagField, IdField, TextField
from platforms.http.metadata import MetadataField, MetadataQuery
from platforms.models import Permission


class ExternalAccountQuery(MetadataQuery, AccountQuery):
    """Filters of the list of external accounts."""


class PlatformExternalAccountQuery(MetadataQuery, PlatformAccountQuery):
    """Filters of the platform's own external accounts."""


@extend_schema_serializer(component_name="PlatformExternalAccountCreateRequest")
class NewPlatformAccount(Body):
    """An external account of the platform itself."""

    currency = CurrencyField(help_text="The currency of the account: that of the account type.")
    platformAccountId = TextField(required=False, max_length=255, help_text="Your own name of the account.")
    cryptoNetwork = NetworkField(
        required=False, help_text="Of a wallet: the network that its account type names. Left out: that network."
    )
    metadata = MetadataField()
    accountInfo = account_schema.AccountInfoRequestField(
        help_text="The data of the account: `accountType` says which fields there are."
    )


@extend_schema_serializer(component_name="ExternalAccountCreateRequest")
class NewCustomerAccount(NewPlatformAccount):
    """An external account of a customer; without `customerId` it is the platform's own."""

    customerId = IdField(required=False, help_text="Whose account it is. Left out: the platform's own.")
    defaultUmaDepositAccount = FlagField(
        default=False,
        help_text="true: money that comes to the customer by UMA goes on to this account, and to no other.",
    )


def _check(call: Call) -> CheckedAccount:
    """Ask the provider about the account, outside of the database transaction."""
    return external_accounts.check(
        account_info=call.body["accountInfo"],
        currency=call.body["currency"],
        crypto_network=call.body.get("cryptoNetwork"),
        environment=call.caller.environment,
        platform_id=call.platform_id,
        customer_id=identifiers.parse("Customer", call.body.get("customerId")),
    )


def _create(call: Call, checked: CheckedAccount) -> Json:
    account = external_accounts.create(
        customer_id=identifiers.parse("Customer", call.body.get("customerId")),
        belongs_to_customer="customerId" in call.body,
        currency=call.body["currency"],
        checked=checked,
        options=call.body,
        **call.by,
    )
    return representations.external_account(account)


def _find(call: Call, account_id: str, *, is_platforms: bool) -> ExternalAccount:
    rows = external_accounts.live(call.platform_id).filter(customer__isnull=is_platforms)
    account: ExternalAccount | None = by_key(rows, identifiers.parse("ExternalAccount", account_id))
    if account is None:
        raise ExternalAccountNotFound
    return account


@Endpoint(
    "GET",
    "customers/external-accounts",
    query=ExternalAccountQuery,
    response=list_of("ExternalAccountListResponse", representations.ExternalAccountRepresentation(many=True)),
    errors=("INVALID_CURRENCY",),
)
def list_customer_external_accounts(call: Call) -> Json:
    """List external accounts of customers.

    Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones; with `updatedAfter`
    in the order of their last changes, oldest first.

    Returns:
        A page of external accounts.
    """
    rows = queries.external_accounts_of_customers(platform_id=call.platform_id, filters=call.query)
    scope = f"external-accounts:{call.platform_id}"
    return pagination.page(
        rows, query=call.query, scope=scope, represent=representations.external_account, changed="updated_at"
    )


@Endpoint(
    "POST",
    "customers/external-accounts",
    Permission.MANAGE,
    body=NewCustomerAccount,
    response=representations.EXTERNAL_ACCOUNT,
    status=201,
    shows_secret=True,
    prepare=_check,
    errors=(
        "INVALID_CURRENCY",
        "INVALID_BANK_ACCOUNT",
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "EXTERNAL_ACCOUNT_EXISTS",
        "SWITCH_ERROR",
    ),
)
def create_customer_external_account(call: Call, prepared: CheckedAccount) -> Json:
    """Register an external account of a customer.

    Check the account's data and, where the type allows it, the name of its holder, and keep it for payments. Without
    `customerId` it is the platform's own.

    Returns:
        The external account; `details.warnings` says what is odd about it.
    """
    return _create(call, prepared)


@Endpoint(
    "GET",
    "customers/external-accounts/<str:account_id>",
    response=representations.EXTERNAL_ACCOUNT,
    errors=("EXTERNAL_ACCOUNT_NOT_FOUND",),
)
def get_customer_external_account(call: Call, account_id: str) -> Json:
    """Read an external account of a customer.

    The account as it was registered, and whether it can be used.

    Returns:
        The external account.
    """
    return representations.external_account(_find(call, account_id, is_platforms=False))


@Endpoint(
    "DELETE",
    "customers/external-accounts/<str:account_id>",
    Permission.MANAGE,
    status=204,
    shows_secret=True,
    errors=("EXTERNAL_ACCOUNT_NOT_FOUND",),
)
def delete_customer_external_account(call: Call, account_id: str) -> None:
    """Delete an external account of a customer.

    Forget the account for further use. Payments that named it keep it.

    Returns:
        Deleted; no content.
    """
    external_accounts.delete(account_id=_find(call, account_id, is_platforms=False).id, **call.by)


@Endpoint(
    "GET",
    "platform/external-accounts",
    query=PlatformExternalAccountQuery,
    response=list_of(
        "PlatformExternalAccountListResponse", representations.ExternalAccountRepresentation(many=True), paged=False
    ),
    errors=("INVALID_CURRENCY",),
)
def list_platform_external_accounts(call: Call) -> Json:
    """List external accounts of the platform.

    Answer with all of them, newest first, without deleted ones.

    Returns:
        The external accounts of the platform.
    """
    rows = queries.external_accounts_of_platform(platform_id=call.platform_id, filters=call.query)
    accounts = rows.order_by("-created_at", "-id")
    return {"data": [representations.external_account(account) for account in accounts]}


@Endpoint(
    "POST",
    "platform/external-accounts",
    Permission.MANAGE,
    body=NewPlatformAccount,
    response=representations.EXTERNAL_ACCOUNT,
    status=201,
    shows_secret=True,
    prepare=_check,
    errors=("INVALID_CURRENCY", "INVALID_BANK_ACCOUNT", "EXTERNAL_ACCOUNT_EXISTS", "SWITCH_ERROR"),
)
def create_platform_external_account(call: Call, prepared: CheckedAccount) -> Json:
    """Register an external account of the platform.

    Check the account's data and, where the type allows it, the name of its holder, and keep it for payments.

    Returns:
        The external account; `details.warnings` says what is odd about it.
    """
    return _create(call, prepared)


@Endpoint(
    "GET",
    "platform/external-accounts/<str:account_id>",
    response=representations.EXTERNAL_ACCOUNT,
    errors=("EXTERNAL_ACCOUNT_NOT_FOUND",),
)
def get_platform_external_account(call: Call, account_id: str) -> Json:
    """Read an external account of the platform.

    The account as it was registered, and whether it can be used.

    Returns:
        The external account.
    """
    return representations.external_account(_find(call, account_id, is_platforms=True))


@Endpoint(
    "DELETE",
    "platform/external-accounts/<str:account_id>",
    Permission.MANAGE,
    status=204,
    shows_secret=True,
    errors=("EXTERNAL_ACCOUNT_NOT_FOUND",),
)
def delete_platform_external_account(call: Call, account_id: str) -> None:
    """Delete an external account of the platform.

    Forget the account for further use. Payments that named it keep it.

    Returns:
        Deleted; no content.
    """
    external_accounts.delete(account_id=_find(call, account_id, is_platforms=True).id, **call.by)
