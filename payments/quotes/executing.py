"""Executing quotes: each debited or collected, and sent on its way, once.

One statement reads what decides, another writes for all quotes that are executed at the same moment
(`platforms.http.batched`). That one locks the payments, then the customers, then the balances. It leaves out a quote
whose payment or parties are no longer as they were read, which is then read again.
"""

import datetime as dt
import uuid
from typing import Any, NamedTuple, Self

from django.db import DatabaseError

from compliance.gates import Moment
from compliance.parties import Party
from payments import quote_representations
from payments.accounts import internal_accounts, invoices, quote_holds
from payments.accounts.quote_holds import Outside
from payments.balance_representations import Change
from payments.ledger import journal, movements
from payments.models import (
    InternalAccount,
    LedgerAccount,
    Quote,
    QuoteSourceType,
    Transaction,
    TransactionStatus,
)
from payments.quotes.quotes import QuoteExpired, QuoteNotFound, QuoteNotPending, details
from payments.workflow import transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import errors
from platforms.database import instances, sql
from platforms.operations import spending
from webhooks.outbox import events

_QUOTE = tuple(name for name in instances.columns(Quote) if name != "sender_information")
_PAYMENT = instances.columns(Transaction)
_SOURCE = tuple(name for name in instances.columns(InternalAccount) if name != "funding_reference")
_OF_PAYMENT, _OF_SOURCE = len(_QUOTE), len(_QUOTE) + len(_PAYMENT)
_OTHERS = _OF_SOURCE + len(_SOURCE)


class Facts(NamedTuple):
    """A quote with its payment, and what decides whether it is executed: a row of READ."""

    quote: Quote | None
    """With its transaction. None: there is no such quote."""
    source: InternalAccount | None
    """The internal account that pays, if one does."""
    payer: Party | None
    payee: Party | None
    payee_account: Outside
    payer_account: Outside
    account_info: str | None
    """Sealed, of an external account that is paid and may be an invoice."""
    account_made_at: dt.datetime | None
    spending: str | None
    """What the token that executes may spend: JSON; None where it has no limits."""

    @classmethod
    def of(cls, *values: Any) -> Self:
        """Take a row of READ."""
        quote = source = None
        if values[0] is not None:
            payment = instances.shown(Transaction, _PAYMENT, values[_OF_PAYMENT:_OF_SOURCE])
            quote = instances.shown(Quote, _QUOTE, values[:_OF_PAYMENT], transaction=payment)
            source = _source(values[_OF_SOURCE:_OTHERS])
        others = values[_OTHERS:]
        payer, payee = (Party(*part) if part[0] else None for part in (others[:3], others[3:6]))
        return cls(quote, source, payer, payee, Outside(*others[6:10]), Outside(*others[10:14]), *others[14:17])


ASKED = "quote uuid"
# By keys alone, and the platform compared afterwards: see payments.queries.
READ = sql.of_constants(
    """
SELECT {quote}, {payment}, {source}, payer.id, payer.status, payer.deleted_at, payee.id, payee.status, payee.deleted_at,
       {payee_account}, {payer_account}, {sealed}, outside.created_at, {spending}
  FROM (VALUES (asked.quote)) AS given(id)
  LEFT JOIN payments_quote quote ON quote.id = given.id
  LEFT JOIN payments_transaction payment ON payment.id = quote.transaction_id
  LEFT JOIN payments_internalaccount source ON source.id = quote.source_internal_account_id
  LEFT JOIN payments_internalaccount target ON target.id = quote.destination_internal_account_id
  LEFT JOIN payments_externalaccount outside ON outside.id = quote.destination_external_account_id
  LEFT JOIN payments_externalaccount origin ON origin.id = quote.source_external_account_id
  LEFT JOIN compliance_party payer ON payer.id = quote.customer_id
  LEFT JOIN compliance_party payee ON payee.id = coalesce(target.customer_id, outside.customer_id)
""",
    quote=", ".join(f"quote.{name}" for name in _QUOTE),
    payment=", ".join(f"payment.{name}" for name in _PAYMENT),
    source=", ".join(f"source.{name}" for name in _SOURCE),
    payee_account=quote_holds.OUTSIDE.format("outside"),
    payer_account=quote_holds.OUTSIDE.format("origin"),
    sealed=invoices.SEALED.format("outside"),
    spending=spending.OF_CALLER,
)
"""The facts of a quote: a query by columns of `asked`, ASKED."""
WRITTEN = (
    "id uuid, now timestamptz, account bigint, accounts bigint[], sides text[], amounts bigint[], next_action text,"
    " next_action_at timestamptz, waits boolean,"
    f" invoice_hash text, events json, actor_kind text, actor_id text, request_id text, subject text, details jsonb,"
    f" currency text, amount bigint, receiver text, {quote_holds.GIVEN}"
)
GUARD = sql.of_constants(
    """
pending AS MATERIALIZED (
    SELECT (SELECT min(number) FROM given WHERE given.id = payment.id) AS number
      FROM payments_transaction payment
     WHERE payment.id = ANY (ARRAY(SELECT id FROM given)) AND payment.status = '{pending}'
     ORDER BY payment.id FOR UPDATE OF payment
), {parties}
""",
    pending=TransactionStatus.PENDING,
    parties=quote_holds.STEPS,
)
"""The steps that lock what is executed. Of two commands for one quote the first is carried out."""
WRITE = sql.of_constants(
    """
{spent}, posted AS MATERIALIZED (
    SELECT paid.id, entry.entry, entry.guarded_balances[1]::text AS balance
      FROM (
          SELECT asked.* FROM asked, (SELECT count(*) FROM spent) AS taken
           WHERE account IS NOT NULL ORDER BY account
      ) AS paid
     CROSS JOIN LATERAL payments_post(
               paid.platform, '{purpose}', paid.id, NULL, paid.now, paid.accounts, paid.sides, paid.amounts
           ) AS entry
), started AS (
    UPDATE payments_transaction payment
       SET status = '{processing}', updated_at = now, next_action = asked.next_action,
           next_action_at = asked.next_action_at,
           attempts = 0, provider_reference = '', invoice_hash = asked.invoice_hash,
           request_id = coalesce(nullif(asked.request_id, '')::uuid, payment.request_id)
      FROM asked WHERE payment.id = asked.id
), moved AS (
    SELECT asked.*, '{pending}' AS before, '{processing}' AS after, 'quote_executed' AS cause,
           'quote.execute' AS verb, posted.entry, posted.balance
      FROM asked LEFT JOIN posted USING (id) CROSS JOIN (SELECT count(*) FROM spent) AS taken
), {record}
""",
    spent=spending.STEP.format(
        "SELECT actor_kind, actor_id, now, currency, amount, receiver AS payee, waits FROM asked"
    ),
    purpose=movements.EXECUTED_FROM_HOLDER.purpose,
    pending=TransactionStatus.PENDING,
    processing=TransactionStatus.PROCESSING,
    record=transactions.RECORD,
)
"""The steps that execute quotes: a row of `asked` for each, with columns WRITTEN and the platform."""


def execute(
    *, facts: Facts, platform_id: uuid.UUID, actor: audit.Actor, now: dt.datetime
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Debit the source of a quote and begin the payment; of concurrent executions, one succeeds.

    Return the quote as its GET shows it, and its row for WRITE. Raises QuoteNotFound, QuoteExpired, QuoteNotPending,
    InvalidInput for a quote that is funded by a payment, CustomerDeleted, UserNotReady, AccountUnderReview,
    ExternalAccountNotFound for an account deleted since, InvoiceExpired. `refusal` returns those of WRITE.
    """
    quote = facts.quote
    if quote is None or quote.platform_id != platform_id:
        raise QuoteNotFound
    _require_pending(quote, now=now)
    _require_parties(facts)
    payment = quote.transaction
    payment.invoice_hash = invoices.hash_to_claim(
        facts.account_info, account_id=facts.payee_account.id, created_at=facts.account_made_at, now=now
    )
    move = Move(payment, now, quote)
    lines = _lines(move, facts.source)
    payment.status, payment.updated_at = TransactionStatus.PROCESSING, now
    payment.next_action, payment.next_action_at = quote.first_step, now
    waits = spending.waits(facts.spending, currency=payment.sent_currency, amount=payment.sent_amount)
    if waits:
        payment.wait_for_approval(now)
    told = transactions.status_events(payment, now=now)
    if facts.source is not None:
        taken = journal.changes(lines)[facts.source.ledger_account_id]
        change = Change(taken, movements.EXECUTED_FROM_HOLDER.purpose, payment.id)
        told.append(internal_accounts.changed_later(facts.source, change, now=now))
    return quote_representations.quote(quote), {
        "id": payment.id,
        "now": now,
        "account": facts.source and facts.source.ledger_account_id,
        "accounts": [line.account for line in lines],
        "sides": [line.side for line in lines],
        "amounts": [line.amount for line in lines],
        "next_action": payment.next_action,
        "next_action_at": payment.next_action_at,
        "waits": waits,
        "invoice_hash": payment.invoice_hash,
        "events": [events.store(event)._asdict() for event in told],
        "actor_kind": actor.kind,
        "actor_id": actor.id,
        "request_id": actor.request_id,
        "subject": quote.public_id,
        "details": details(quote),
        "currency": payment.sent_currency,
        "amount": payment.sent_amount,
        "receiver": payment.receiver,
        **_given(facts),
    }


def refusal(error: DatabaseError) -> Exception:
    """Return the refusal for an error of WRITE; any other unchanged.

    That is InsufficientBalance, AccountHeld, InvoicePaid or LimitExceeded.
    """
    if invoices.ONCE in str(error):
        return invoices.InvoicePaid("quoteId")
    limited = spending.refusal(error)
    return journal.refusal(error) if limited is error else limited


def _require_pending(quote: Quote, *, now: dt.datetime) -> None:
    status = quote.transaction.status
    is_pending = status == TransactionStatus.PENDING
    if status == TransactionStatus.EXPIRED or (is_pending and quote.expires_at <= now):
        raise QuoteExpired
    if not is_pending:
        raise QuoteNotPending(status)
    if quote.source_type == QuoteSourceType.REALTIME_FUNDING:
        raise errors.InvalidInput.field(
            "quoteId",
            "must be a quote from an account: this one is funded by the payment that its paymentInstructions describe",
        )


def _require_parties(facts: Facts) -> None:
    quote_holds.require(
        payer=facts.payer,
        payee=facts.payee,
        payee_account=facts.payee_account,
        payer_account=facts.payer_account,
        moment=Moment.QUOTE,
    )


def _given(facts: Facts) -> dict[str, object]:
    return quote_holds.given(
        payer=facts.payer,
        payee=facts.payee,
        payee_account=facts.payee_account.id,
        payer_account=facts.payer_account.id,
    )


def _lines(move: Move, source: InternalAccount | None) -> list[journal.Line]:
    """Return the lines of the entry; none for a payment that is collected from an external account first."""
    if source is None:
        return []
    platform, party = move.payment.platform_id, source.ledger_account_id
    return movements.EXECUTED_FROM_HOLDER.lines_of(move, platform_id=platform, party=party)


def _source(values: tuple[Any, ...]) -> InternalAccount | None:
    if values[0] is None:
        return None
    source = instances.shown(InternalAccount, _SOURCE, values)
    source.ledger_account = instances.build_row(LedgerAccount, {"id": source.ledger_account_id})
    return source
