"""One internal account, and what has changed its balance."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import balance_representations, representations
from payments.accounts import internal_accounts
from payments.models import InternalAccount
from payments.reporting import account_entries
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, BeginField, ChoiceField, EndField, MomentField, PageQuery

_OF_CUSTOMERS, _OF_PLATFORM = "customers/internal-accounts", "platform/internal-accounts"
_ERRORS = ("INTERNAL_ACCOUNT_NOT_FOUND", "RECORD_DAMAGED")


class EntryQuery(PageQuery):
    """Filters of the entries of an account."""

    startDate = BeginField(required=False)
    endDate = EndField(required=False)
    sortOrder = ChoiceField(default="desc", choices=["asc", "desc"])


@extend_schema_serializer(component_name="AccountEntry")
class EntryRepresentation(serializers.Serializer[Json]):
    """A change of the balance of an internal account."""

    id = serializers.CharField(help_text="Names the entry, always the same.")
    time = MomentField(help_text="When it was booked.")
    kind = balance_representations.kind_field()
    amount = serializers.IntegerField(
        help_text="By how much the balance grew, in the smallest unit; negative where it shrank."
    )
    currency = serializers.CharField(help_text="The currency of the account.")
    balanceAfter = AmountField(help_text="The balance after it, in the order of the list.")
    transactionId = serializers.CharField(required=False, help_text="The payment. Absent where there is none.")
    depositId = serializers.CharField(required=False, help_text="The deposit. Absent where there is none.")
    reference = serializers.CharField(required=False, help_text="The reference of the payment.")
    remittanceInformation = serializers.CharField(
        required=False, help_text="What you told the other side with the payment. Absent where nothing was given."
    )


_ENTRIES = list_of("AccountEntryListResponse", EntryRepresentation(many=True))


@Endpoint("GET", f"{_OF_CUSTOMERS}/<str:account_id>", response=representations.INTERNAL_ACCOUNT, errors=_ERRORS)
def get_customer_internal_account(call: Call, account_id: str) -> Json:
    """Read an internal account of a customer.

    The account with its balance and how to pay into it.

    Returns:
        The internal account.
    """
    return representations.internal_account(_account(call, account_id, is_platforms=False))


@Endpoint("GET", f"{_OF_PLATFORM}/<str:account_id>", response=representations.INTERNAL_ACCOUNT, errors=_ERRORS)
def get_platform_internal_account(call: Call, account_id: str) -> Json:
    """Read an internal account of the platform.

    The account with its balance and how to pay into it.

    Returns:
        The internal account.
    """
    return representations.internal_account(_account(call, account_id, is_platforms=True))


@Endpoint("GET", f"{_OF_CUSTOMERS}/<str:account_id>/entries", query=EntryQuery, response=_ENTRIES, errors=_ERRORS)
def list_customer_internal_account_entries(call: Call, account_id: str) -> Json:
    """List the entries of a customer's internal account.

    All that has changed its balance, with the balance after each, newest first.

    Returns:
        A page of entries.
    """
    return _entries(call, _account(call, account_id, is_platforms=False))


@Endpoint("GET", f"{_OF_PLATFORM}/<str:account_id>/entries", query=EntryQuery, response=_ENTRIES, errors=_ERRORS)
def list_platform_internal_account_entries(call: Call, account_id: str) -> Json:
    """List the entries of an internal account of the platform.

    All that has changed its balance, with the balance after each, newest first.

    Returns:
        A page of entries.
    """
    return _entries(call, _account(call, account_id, is_platforms=True))


def _entries(call: Call, account: InternalAccount) -> Json:
    rows = account_entries.of_account(account)
    if "startDate" in call.query:
        rows = rows.filter(at__gte=call.query["startDate"])
    if "endDate" in call.query:
        rows = rows.filter(at__lte=call.query["endDate"])
    return pagination.page(
        rows,
        query=call.query,
        scope=f"entries:{account.id}",
        represent=account_entries.shown,
        prepare=account_entries.prepare,
        is_key_secret=True,
    )


def _account(call: Call, account_id: str, *, is_platforms: bool) -> InternalAccount:
    return internal_accounts.of_platform(platform_id=call.platform_id, account_id=account_id, is_platforms=is_platforms)
