"""The parties of a quote held while money moves for it, and why money that has arrived can't be used for it."""

import datetime as dt
import uuid

from compliance import gates, parties
from compliance.gates import Moment, Side
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
_HOLD = sql.of_constants(
    """
WITH customers AS MATERIALIZED ({lock})
SELECT customers.*, NULL::uuid, NULL::text, NULL::boolean FROM customers
 UNION ALL
SELECT NULL, NULL, outside.deleted_at, outside.id, outside.status,
       outside.status = 'UNDER_REVIEW' OR outside.refused_at IS NOT NULL
  FROM payments_externalaccount outside
 WHERE outside.id IN ($3::uuid, $4::uuid)
   AND (outside.status <> 'ACTIVE' OR outside.refused_at IS NOT NULL OR outside.deleted_at IS NOT NULL)
""",
    lock=_LOCK,
)
Key = uuid.UUID | None


def hold(*, payer: Key, internal: Key, external: Key, source: Key = None, moment: Moment) -> None:
    """Lock the payer, and the holder of the account that is paid, until this database transaction ends.

    `source`: the external account that pays. One statement. Raises CustomerDeleted or UserNotReady where one of them
    may not at this moment, the payer first; AccountUnderReview for an external account that is held or refused,
    ExternalAccountNotFound for one that was deleted, InvalidInput for one that is not ACTIVE.
    """
    rows = prepared.rows(_HOLD, [payer, internal, external, source])
    for key, status, deleted_at, account, of_account, is_stopped in sorted(
        rows, key=lambda row: (row[0] is None, row[0] != payer)
    ):
        if account is None:
            gates.require(moment, Side.PAYER if key == payer else Side.PAYEE, status=status, deleted_at=deleted_at)
        elif is_stopped:
            raise AccountUnderReview(Side.PAYEE if account == external else Side.PAYER, of_account)
        elif deleted_at is not None:
            raise ExternalAccountNotFound
        else:
            require_active("destination" if account == external else "source", of_account)


def hold_of(quote: Quote, *, moment: Moment) -> None:
    """Lock the parties of a quote, as `hold` does. Once the money has come, it no longer matters where it came from."""
    hold(
        payer=quote.customer_id,
        internal=quote.destination_internal_account_id,
        external=quote.destination_external_account_id,
        source=None if moment == Moment.QUOTE_FUNDED else quote.source_external_account_id,
        moment=moment,
    )


def misfit(quote: Quote, payment: Transaction, *, amount: int, now: dt.datetime) -> str:
    """Return which of MISFITS prevents money from being used for its quote, empty when none does.

    The parties may have lost their approval since the quote was made, and the account that it pays to may be deleted;
    from here on they are locked. An invoice that is to be paid may have expired, or been paid by somebody else; from
    here on this payment has it.
    """
    if amount != quote.total_sending:
        return "AMOUNT_MISMATCH"
    try:
        hold_of(quote, moment=Moment.QUOTE_FUNDED)
    except (gates.CustomerDeleted, gates.UserNotReady, AccountUnderReview) as refusal:
        return f"{refusal.details['side']}_NOT_APPROVED"
    except (ExternalAccountNotFound, errors.InvalidInput):
        return "PAYEE_ACCOUNT_GONE"
    try:
        invoices.claim(payment, account_id=quote.destination_external_account_id, now=now)
    except (invoices.InvoicePaid, invoices.InvoiceExpired):
        return "INVOICE_NOT_PAYABLE"
    return ""
