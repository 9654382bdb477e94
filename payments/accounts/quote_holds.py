"""The parties of a quote held while money moves for it, and why money that has arrived can't be used for it."""

import datetime as dt
import uuid
from typing import NamedTuple

from compliance import gates, parties
from compliance.gates import Moment, Side
from compliance.parties import Party
from payments.accounts import invoices
from payments.accounts.beneficiary_screening import AccountUnderReview
from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.accounts.quote_parties import require_active
from payments.models import FailureReason, Quote, Transaction
from platforms.base import errors
from platforms.database import prepared, sql

MISFITS = {
    "AMOUNT_MISMATCH": FailureReason.FUNDING_AMOUNT_MISMATCH,
    "PAYER_NOT_APPROVED": FailureReason.QUOTE_EXECUTION_FAILED,
    "PAYEE_NOT_APPROVED": FailureReason.QUOTE_EXECUTION_FAILED,
    "PAYEE_ACCOUNT_GONE": FailureReason.QUOTE_EXECUTION_FAILED,
    "INVOICE_NOT_PAYABLE": FailureReason.QUOTE_EXECUTION_FAILED,
}
"""Why money that arrived in time can't be used for its quote (the receipt's `reason`); also the payment's failure."""
_LOCK = parties.LOCK.format(
    keys="ARRAY[$1::uuid, (SELECT customer_id FROM payments_internalaccount WHERE id = $2::uuid),"
    " (SELECT customer_id FROM payments_externalaccount WHERE id = $3::uuid)]"
)
Key = uuid.UUID | None


class Outside(NamedTuple):
    """An external account of a quote, as it stands."""

    id: Key
    status: str | None
    refused_at: dt.datetime | None
    deleted_at: dt.datetime | None


OUTSIDE = "{0}.id, {0}.status, {0}.refused_at, {0}.deleted_at"
"""SQL: the columns of Outside, of an account named by its alias."""
_HOLD = sql.of_constants(
    """
WITH customers AS MATERIALIZED ({lock})
SELECT customers.*, NULL::uuid, NULL::text, NULL::timestamptz, NULL::timestamptz FROM customers
 UNION ALL
SELECT NULL, NULL, NULL, {outside} FROM payments_externalaccount outside WHERE outside.id = $3::uuid
""",
    lock=_LOCK,
    outside=OUTSIDE.format("outside"),
)
_NONE = Outside(None, None, None, None)
GIVEN = "payer uuid, payer_status text, payee uuid, payee_status text, payee_account uuid, payer_account uuid"
"""Columns of a statement that begins or executes quotes: customers with their statuses as read, external accounts."""
STEPS = sql.of_constants(
    """
customers (id, status, deleted_at) AS MATERIALIZED ({lock}), asked AS MATERIALIZED (
    SELECT given.* FROM pending JOIN given USING (number)
     WHERE (payer IS NULL OR (payer, payer_status) IN (SELECT id, status FROM customers WHERE deleted_at IS NULL))
       AND (payee IS NULL OR (payee, payee_status) IN (SELECT id, status FROM customers WHERE deleted_at IS NULL))
       AND NOT EXISTS (
           SELECT FROM payments_externalaccount outside
            WHERE outside.id IN (payee_account, payer_account)
              AND (outside.status <> 'ACTIVE' OR outside.refused_at IS NOT NULL OR outside.deleted_at IS NOT NULL))
)
""",
    lock=parties.LOCK.format(keys="ARRAY(SELECT unnest(ARRAY[payer, payee]) FROM pending JOIN given USING (number))"),
)
"""The last steps of a guard: of the rows in `pending`, a `number` each, those whose parties are as they were read.

Their customers are locked until the statement commits. `given` has the columns GIVEN.
"""


def given(*, payer: Party | None, payee: Party | None, payee_account: Key, payer_account: Key) -> dict[str, object]:
    """Return the columns GIVEN."""
    return {
        "payer": payer and payer.id,
        "payer_status": payer and payer.status,
        "payee": payee and payee.id,
        "payee_status": payee and payee.status,
        "payee_account": payee_account,
        "payer_account": payer_account,
    }


def require(
    *, payer: Party | None, payee: Party | None, payee_account: Outside, payer_account: Outside, moment: Moment
) -> None:
    """Raise where a party may not at this moment, the payer first. STEPS makes sure that they stay as they were read.

    Raises CustomerDeleted and UserNotReady, AccountUnderReview for an external account that is held or refused,
    ExternalAccountNotFound for one that was deleted, and InvalidInput for one that is not ACTIVE.
    """
    for side, party in ((Side.PAYER, payer), (Side.PAYEE, payee)):
        if party is not None:
            gates.require(moment, side, status=party.status, deleted_at=party.deleted_at)
    for side, account in ((Side.PAYEE, payee_account), (Side.PAYER, payer_account)):
        if account.id is not None:
            _require_usable(side, account)


def _require_usable(side: Side, account: Outside) -> None:
    if account.status == "UNDER_REVIEW" or account.refused_at is not None:
        raise AccountUnderReview(side, str(account.status))
    if account.deleted_at is not None:
        raise ExternalAccountNotFound
    require_active("destination" if side is Side.PAYEE else "source", account.status)


def _hold(quote: Quote) -> None:
    """Lock the parties of a quote that money has come for; raise what `require` raises of them.

    One statement. It no longer matters where the money came from.
    """
    payer, target = quote.customer_id, quote.destination_external_account_id
    rows = prepared.rows(_HOLD, [payer, quote.destination_internal_account_id, target])
    customers = {row[0]: Party(*row[:3]) for row in rows if row[0] is not None}
    [account] = [Outside(*row[3:]) for row in rows if row[0] is None] or [_NONE]
    held = customers.pop(payer, None)
    payee = next(iter(customers.values()), None)
    require(payer=held, payee=payee, payee_account=account, payer_account=_NONE, moment=Moment.QUOTE_FUNDED)


def misfit(quote: Quote, payment: Transaction, *, amount: int, now: dt.datetime) -> str:
    """Return which of MISFITS prevents money from being used for its quote, empty when none does.

    The parties may have lost their approval since the quote was made, and the account that it pays to may be deleted;
    from here on they are locked. An invoice that is to be paid may have expired, or been paid by somebody else; from
    here on this payment has it.
    """
    if amount != quote.total_sending:
        return "AMOUNT_MISMATCH"
    try:
        _hold(quote)
    except (gates.CustomerDeleted, gates.UserNotReady, AccountUnderReview) as refusal:
        return f"{refusal.details['side']}_NOT_APPROVED"
    except (ExternalAccountNotFound, errors.InvalidInput):
        return "PAYEE_ACCOUNT_GONE"
    try:
        invoices.claim(payment, account_id=quote.destination_external_account_id, now=now)
    except (invoices.InvoicePaid, invoices.InvoiceExpired):
        return "INVOICE_NOT_PAYABLE"
    return ""
