"""/customers/external-accounts and /platform/external-accounts."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer

from payments import queries, representations
from payments.account_types import schema as account_schema
from payments.api.internal_accounts import AccountQuery, PlatformAccountQuery
from payments.api.networks import NetworkField
from payments.models import ExternalAccount
from payments.operations import external_accounts
from payments.operations.external_accounts import CheckedAccount, ExternalAccountNotFound
from platforms.kit import identifiers
from platforms.models import Permission
from platforms.rest import pagination
from platforms.rest.fields import Body, CurrencyField, FlagField, IdField, Query, TextField
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_serializer(component_name="PlatformExternalAccountCreateRequest")
class NewPlatformAccount(Body):
    """An external account of the platform itself."""

    currency = CurrencyField(help_text="That of the account type: `accountInfo` says it of each.")
    platformAccountId = TextField(required=False, max_length=255)
    cryptoNetwork = NetworkField(required=False, help_text="Of a wallet: the network that its account type names.")
    accountInfo = account_schema.AccountInfoRequestField()


@extend_schema_serializer(component_name="ExternalAccountCreateRequest")
class NewCustomerAccount(NewPlatformAccount):
    """An external account of a customer; without `customerId` it is the platform's own."""

    customerId = IdField(required=False)
    defaultUmaDepositAccount = FlagField(default=False)


class _Accounts(CommandView):
    permission = Permission.MANAGE
    shows_secret = True
    body: type[Body]

    def prepare(self, call: Call, **path: str) -> tuple[dict[str, Any], CheckedAccount]:
        """Validate the body and ask the provider about the account, outside of the database transaction."""
        wanted = call.read_body(self.body)
        checked = external_accounts.check(
            account_info=wanted["accountInfo"],
            currency=wanted["currency"],
            crypto_network=wanted.get("cryptoNetwork"),
            environment=call.caller.environment,
            platform_id=call.caller.platform_id,
        )
        return wanted, checked

    def _create(self, call: Call, prepared: tuple[dict[str, Any], CheckedAccount]) -> Reply:
        wanted, checked = prepared
        account = external_accounts.create(
            platform_id=call.caller.platform_id,
            customer_id=identifiers.parse("Customer", wanted.get("customerId")),
            belongs_to_customer="customerId" in wanted,
            currency=wanted["currency"],
            checked=checked,
            options=wanted,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.external_account(account), 201)


class OfCustomers(_Accounts):
    """External accounts of the platform's customers."""

    body = NewCustomerAccount

    @operation(
        "listCustomerExternalAccounts",
        summary="List external accounts of customers",
        query=AccountQuery,
        response=list_of("ExternalAccountListResponse", representations.ExternalAccountRepresentation(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List external accounts of customers."""
        query = call.read_query(AccountQuery)
        rows = queries.external_accounts_of_customers(platform_id=call.caller.platform_id, filters=query)
        scope = f"external-accounts:{call.caller.platform_id}"
        return Reply(pagination.page(rows, query=query, scope=scope, represent=representations.external_account))

    @operation(
        "createCustomerExternalAccount",
        summary="Register an external account of a customer",
        request=NewCustomerAccount,
        response=representations.EXTERNAL_ACCOUNT,
        status=201,
    )
    def post(self, call: Call, prepared: tuple[dict[str, Any], CheckedAccount]) -> Reply:
        """Register an external account of a customer."""
        return self._create(call, prepared)


class OfPlatform(_Accounts):
    """External accounts of the platform itself."""

    body = NewPlatformAccount

    @operation(
        "listPlatformExternalAccounts",
        summary="List external accounts of the platform",
        query=PlatformAccountQuery,
        response=list_of(
            "PlatformExternalAccountListResponse",
            representations.ExternalAccountRepresentation(many=True),
            paged=False,
        ),
    )
    def get(self, call: Call) -> Reply:
        """List external accounts of the platform."""
        query = call.read_query(PlatformAccountQuery)
        rows = external_accounts.live(call.caller.platform_id).filter(customer=None, **query)
        accounts = rows.order_by("-created_at", "-id")
        return Reply({"data": [representations.external_account(account) for account in accounts]})

    @operation(
        "createPlatformExternalAccount",
        summary="Register an external account of the platform",
        request=NewPlatformAccount,
        response=representations.EXTERNAL_ACCOUNT,
        status=201,
    )
    def post(self, call: Call, prepared: tuple[dict[str, Any], CheckedAccount]) -> Reply:
        """Register an external account of the platform."""
        return self._create(call, prepared)


class _OneAccount(CommandView):
    permission = Permission.MANAGE
    shows_secret = True
    is_platforms: bool

    def _find(self, call: Call, account_id: str) -> ExternalAccount:
        rows = external_accounts.live(call.caller.platform_id).filter(customer__isnull=self.is_platforms)
        key = identifiers.parse("ExternalAccount", account_id)
        account: ExternalAccount | None = rows.filter(id=key).first()
        if account is None:
            raise ExternalAccountNotFound
        return account

    def _get(self, call: Call, account_id: str) -> Reply:
        call.read_query(Query)
        return Reply(representations.external_account(self._find(call, account_id)))

    def _delete(self, call: Call, account_id: str) -> Reply:
        account = self._find(call, account_id)
        external_accounts.delete(
            platform_id=call.caller.platform_id, account_id=account.id, actor=call.actor, now=call.now
        )
        return Reply(None, 204)


class OneOfCustomers(_OneAccount):
    """One external account of a customer."""

    is_platforms = False

    @operation(
        "getCustomerExternalAccount",
        summary="Read an external account of a customer",
        response=representations.EXTERNAL_ACCOUNT,
    )
    def get(self, call: Call, account_id: str) -> Reply:
        """Read an external account of a customer."""
        return self._get(call, account_id)

    @operation("deleteCustomerExternalAccount", summary="Delete an external account of a customer", status=204)
    def delete(self, call: Call, account_id: str) -> Reply:
        """Forget the account for further use."""
        return self._delete(call, account_id)


class OneOfPlatform(_OneAccount):
    """One external account of the platform itself."""

    is_platforms = True

    @operation(
        "getPlatformExternalAccount",
        summary="Read an external account of the platform",
        response=representations.EXTERNAL_ACCOUNT,
    )
    def get(self, call: Call, account_id: str) -> Reply:
        """Read an external account of the platform."""
        return self._get(call, account_id)

    @operation("deletePlatformExternalAccount", summary="Delete an external account of the platform", status=204)
    def delete(self, call: Call, account_id: str) -> Reply:
        """Forget the account for further use."""
        return self._delete(call, account_id)
