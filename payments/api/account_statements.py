"""The statement of an internal account, as a file."""

import datetime as dt
import functools

from payments.accounts import internal_accounts
from payments.models import InternalAccount
from payments.reporting import exports
from platforms.base import errors
from platforms.http.endpoints import Call, Endpoint
from platforms.http.fields import BeginField, EndField, Query, refuse_reversed
from platforms.http.tables import CSV, File, FileReply

_XML = "application/xml"
_FORMS = {CSV: "csv", _XML: "camt"}
_ERRORS = ("INTERNAL_ACCOUNT_NOT_FOUND",)


class StatementQuery(Query):
    """A period."""

    startDate = BeginField(
        required=False,
        help_text="Where the statement begins; a date is its first instant. Left out: when the account was opened.",
    )
    endDate = EndField(
        required=False, help_text="Where it ends, which is part of it; a date is its last instant. Left out: now."
    )

    def validate(self, attrs: dict[str, dt.datetime]) -> dict[str, dt.datetime]:
        """Refuse a stretch of time that ends before it begins."""
        refuse_reversed(attrs)
        return attrs


@Endpoint(
    "GET",
    "customers/internal-accounts/<str:account_id>/statement",
    query=StatementQuery,
    files=[*_FORMS],
    errors=_ERRORS,
)
def get_customer_internal_account_statement(call: Call, account_id: str) -> FileReply:
    """Read the statement of a customer's internal account.

    A file with the opening balance, each entry with the balance after it, and the closing balance, which are credits
    less debits. `Accept: application/xml` gives camt.053.001.08 of ISO 20022, anything else CSV. While entries may
    still be booked in the period, the file says that it is preliminary; asking closes nothing.

    Returns:
        The statement.
    """
    return _statement(call, account_id, is_platforms=False)


@Endpoint(
    "GET",
    "platform/internal-accounts/<str:account_id>/statement",
    query=StatementQuery,
    files=[*_FORMS],
    errors=_ERRORS,
)
def get_platform_internal_account_statement(call: Call, account_id: str) -> FileReply:
    """Read the statement of an internal account of the platform.

    As that of a customer's internal account.

    Returns:
        The statement.
    """
    return _statement(call, account_id, is_platforms=True)


def _statement(call: Call, account_id: str, *, is_platforms: bool) -> FileReply:
    internal = internal_accounts.of_platform(
        platform_id=call.platform_id, account_id=account_id, is_platforms=is_platforms
    )
    return FileReply(functools.partial(_make, call, internal))


def _make(call: Call, internal: InternalAccount, content_type: str) -> File:
    since = call.query.get("startDate", internal.created_at)
    last = min(call.query.get("endDate", call.now), call.now)
    if since >= call.now:
        raise errors.InvalidInput.field("startDate", "must be before now")
    # The last moment is part of the period.
    until = max(last, since) + dt.datetime.resolution
    form = _FORMS[content_type]
    return File(*exports.of_internal_account(internal=internal, form=form, since=since, until=until, now=call.now))
