"""Transfers in one currency between an internal and an external account.

Out: the holder is debited into clearing when the transfer is made; clearing empties into the rail when it settles, or
back to the holder, by a reversing entry, when it fails. In: the holder is credited when it settles.
"""

import datetime as dt
import uuid
from collections.abc import Collection
from typing import Any, NamedTuple

import orjson
from django.db import DatabaseError

from compliance import gates, parties
from compliance.gates import Moment, Side
from payments import representations
from payments.account_types import table
from payments.accounts import internal_accounts, invoices
from payments.accounts.external_accounts import ExternalAccountNotFound
from payments.accounts.internal_accounts import InternalAccountNotFound
from payments.accounts.refusals import AmountOutOfRange, CurrencyContradicted, CurrencyMismatch, PullNotSupported
from payments.balance_representations import Change
from payments.due import ADVANCE_TASK
from payments.ledger import chart, journal, movements
from payments.ledger.holds import AccountHeld
from payments.models import InternalAccount, LedgerAccount, Transaction, TransactionStatus, TransactionType
from payments.transfers import client_fields, room
from payments.transfers.client_fields import ClientFields
from payments.workflow import transactions
from platforms import audit
from platforms.base import errors, identifiers, jobs
from platforms.database import instances, prepared, sql
from platforms.operations import spending
from webhooks.outbox import events


class Facts(NamedTuple):
    """Both accounts of a transfer with all facts that decide whether it is allowed: a row of `LOAD`."""

    internal_id: uuid.UUID
    internal_platform_id: uuid.UUID
    customer_id: uuid.UUID | None
    currency: str
    ledger_account_id: int
    held_at: dt.datetime | None
    funding_instructions: str
    """JSON."""
    opened_at: dt.datetime
    updated_at: dt.datetime
    holder_status: str | None
    holder_deleted_at: dt.datetime | None
    platform_customer_id: str | None
    external_id: uuid.UUID
    external_platform_id: uuid.UUID | None
    external_deleted_at: dt.datetime | None
    external_customer_id: uuid.UUID | None
    external_holder_status: str | None
    external_holder_deleted_at: dt.datetime | None
    external_currency: str
    external_status: str
    external_type: str
    external_created_at: dt.datetime
    external_invoice: str | None
    """The sealed `accountInfo` of an account that may be an invoice."""
    minimum: int | None
    maximum: int | None
    directions: list[str] | None
    spending: str | None
    """What the token that pays may spend: JSON; None where it has no limits."""


# By keys alone, and the platform compared afterwards: see payments.queries.
ASKED = "internal uuid, external uuid"
_FACTS = sql.of_constants(
    """
SELECT internal.id, internal.platform_id, internal.customer_id, internal.currency, internal.ledger_account_id,
       books.held_at, internal.funding_instructions::text, internal.created_at, internal.updated_at,
       customer.status, customer.deleted_at, customer.platform_customer_id,
       external.id, external.platform_id, external.deleted_at, external.customer_id,
       owner.status, owner.deleted_at, external.currency, external.status, external.account_type,
       external.created_at, {sealed}, limits.min_amount, limits.max_amount, limits.enabled_transaction_types,
       {spending}
  FROM (VALUES (asked.internal)) AS given(internal)
  LEFT JOIN payments_internalaccount internal ON internal.id = given.internal
  LEFT JOIN payments_ledgeraccount books ON books.id = internal.ledger_account_id
  LEFT JOIN payments_externalaccount external ON external.id = asked.external
  LEFT JOIN compliance_party customer ON customer.id = internal.customer_id
  LEFT JOIN compliance_party owner ON owner.id = external.customer_id
  LEFT JOIN platforms_platformcurrency limits
         ON limits.platform_id = asked.platform AND limits.code = internal.currency
""",
    sealed=invoices.SEALED.format("external"),
    spending="{0}",
)
LOAD = _FACTS.format(spending.OF_CALLER)
"""The facts of a transfer: a query by columns of `asked`, ASKED and the calling platform."""
LOAD_OF_BATCH = _FACTS.format(spending.TERMS.format("$2::uuid"))
"""The same in a query whose second parameter is the key of the token, or NULL."""
_LOAD_ONE = sql.of_constants(
    """
SELECT facts.* FROM (VALUES ($1::uuid, $2::uuid, $3::uuid)) AS asked(platform, internal, external)
 CROSS JOIN LATERAL ({load}) AS facts
""",
    load=_FACTS.format("NULL::text"),
)
WRITTEN = (
    "id uuid, now timestamptz, account bigint, clearing bigint, amount bigint, transaction json, events json,"
    " actor_kind text, actor_id text, request_id text, details jsonb, currency text, payee text,"
    " waits boolean"
)
_STORED = sql.of_constants(
    """
begun AS (
    INSERT INTO {into_transactions}
    SELECT {columns} FROM asked CROSS JOIN LATERAL {row} AS row
), moved AS (
    SELECT asked.*, '' AS before, '{pending}' AS after, 'transfer_out' AS cause, 'transfer_out.create' AS verb,
           'Transaction:' || id AS subject, posted.entry, posted.balance
      FROM asked JOIN posted USING (id)
), {record}
""",
    into_transactions=transactions.INTO,
    columns=", ".join(f"row.{name}" for name in transactions.COLUMNS),
    row=transactions.ROW.format("asked.transaction"),
    pending=TransactionStatus.PENDING,
    record=transactions.RECORD,
)
# Balances are locked in the order of their accounts, so that no two statements deadlock.
WRITE = sql.of_constants(
    """
{spent}, posted AS MATERIALIZED (
    SELECT sent.id, entry.entry, entry.guarded_balances[1]::text AS balance
      FROM (SELECT asked.* FROM asked, (SELECT count(*) FROM spent) AS taken ORDER BY account) AS sent
     CROSS JOIN LATERAL payments_post(
               sent.platform, 'TRANSFER_OUT_SENT', sent.id, NULL, sent.now, ARRAY[sent.account, sent.clearing],
               ARRAY['{debit}', '{credit}'], ARRAY[sent.amount, sent.amount]
           ) AS entry
), {stored}
""",
    spent=spending.STEP.format("SELECT * FROM asked"),
    debit=chart.DEBIT,
    credit=chart.CREDIT,
    stored=_STORED,
)
"""The steps that store transfers out: a row of `asked` for each, with columns WRITTEN and the platform."""
# For fifty entries this function takes a quarter of the time, and for one a quarter more.
WRITE_MANY = sql.of_constants(
    """
posted AS MATERIALIZED (
    SELECT entry.transaction_id AS id, entry.entry, entry.debited_balance::text AS balance
      FROM (
          SELECT array_agg(platform ORDER BY number) AS platforms, array_agg(id ORDER BY number) AS ids,
                 array_agg(now ORDER BY number) AS moments, array_agg(account ORDER BY number) AS debited,
                 array_agg(clearing ORDER BY number) AS credited, array_agg(amount ORDER BY number) AS amounts
            FROM asked
      ) AS sent
     CROSS JOIN LATERAL payments_post_pairs(
               'TRANSFER_OUT_SENT', sent.platforms, sent.ids, sent.moments, sent.debited, sent.credited, sent.amounts
           ) AS entry
), {stored}
""",
    stored=_STORED,
)
"""The same for a list, its places as `number` in `asked`; who sends it takes them from the token's limits."""


def transfer_out(
    *,
    facts: Facts,
    platform_id: uuid.UUID,
    environment: str,
    amount: int,
    currencies: Collection[str],
    fields: ClientFields = client_fields.NONE,
    actor: audit.Actor,
    now: dt.datetime,
) -> tuple[bytes, dict[str, Any]]:
    """Send money from an internal to an external account; the holder is debited when the statement runs.

    Return the transaction as its GET shows it, encoded, as reply and event hold the same text; and its row for WRITE.
    `facts` are of the two accounts. `amount` in the currency's smallest unit; `currencies` are those the request names.
    Raises InternalAccountNotFound, ExternalAccountNotFound, AccountHeld, CustomerDeleted, UserNotReady,
    CurrencyMismatch, AmountOutOfRange, InvalidInput. WRITE checks balance, limits of the token and invoice: `refusal`.
    """
    _require_known(facts, platform_id)
    _require_allowed(facts, amount=amount, currencies=currencies, direction=TransactionType.OUTGOING)
    invoice = invoices.opened(
        facts.external_invoice,
        account_id=facts.external_id,
        created_at=facts.external_created_at,
        environment=environment,
    )
    if invoice is not None:
        invoices.require(invoice, amount=amount, field="amount", now=now)
    payment = _new_payment(facts, type_=TransactionType.OUTGOING, amount=amount, fields=fields, now=now)
    payment.invoice_hash = invoice.payment_hash if invoice else None
    payment.request_id = uuid.UUID(actor.request_id) if actor.request_id else None
    waits = spending.waits(facts.spending, currency=facts.currency, amount=amount)
    if waits:
        payment.wait_for_approval(now)
    shown = orjson.dumps(representations.transaction(payment))
    change = Change(-amount, movements.TRANSFER_OUT_SENT.purpose, payment.id)
    told = [
        *transactions.status_events(payment, now=now, shown=shown),
        internal_accounts.changed_later(_internal_account(facts), change, now=now),
    ]
    return shown, {
        "id": payment.id,
        "now": now,
        "account": facts.ledger_account_id,
        "clearing": chart.system_account(
            platform_id=platform_id, kind=chart.AccountKind.PAYOUT_CLEARING, currency=facts.currency
        ),
        "amount": amount,
        "transaction": instances.row(payment),
        "events": [events.store(event)._asdict() for event in told],
        "actor_kind": actor.kind,
        "actor_id": actor.id,
        "request_id": actor.request_id,
        "details": _details(payment),
        "currency": payment.sent_currency,
        "payee": payment.receiver,
        "waits": waits,
    }


def refusal(error: DatabaseError) -> Exception:
    """Return the refusal for an error of WRITE; any other error unchanged."""
    if invoices.ONCE in str(error):
        return invoices.InvoicePaid()
    return journal.refusal(error) if (limited := spending.refusal(error)) is error else limited


def transfer_in(
    *,
    platform_id: uuid.UUID,
    source_id: uuid.UUID | None,
    destination_id: uuid.UUID | None,
    amount: int,
    currencies: Collection[str] = (),
    fields: ClientFields = client_fields.NONE,
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    """Collect money from an external account into an internal one; the holder is credited when it has arrived.

    Raises the errors of `transfer_out` except InsufficientBalance, PullNotSupported, and BalanceOutOfRange.
    """
    [row] = prepared.rows(_LOAD_ONE, [platform_id, destination_id, source_id])
    payment = checked_in(
        facts=Facts(*row), platform_id=platform_id, amount=amount, currencies=currencies, fields=fields, now=now
    )
    begin_in(payment, actor=actor, now=now)
    return payment


def checked_in(
    *,
    facts: Facts,
    platform_id: uuid.UUID,
    amount: int,
    currencies: Collection[str],
    fields: ClientFields = client_fields.NONE,
    now: dt.datetime,
    awaited: int = 0,
) -> Transaction:
    """Return the payment that `begin_in` stores, checked; its currency and its customer stay locked.

    `awaited` is what the caller has checked for the same account and not stored yet. Raises what `transfer_in` raises.
    """
    _require_known(facts, platform_id)
    facts = _hold(facts)
    _require_allowed(facts, amount=amount, currencies=currencies, direction=TransactionType.INCOMING)
    if not table.get(facts.external_type).pull:
        raise PullNotSupported
    if facts.external_customer_id not in {None, facts.customer_id}:
        raise errors.InvalidInput.field("source.accountId", "must belong to the holder of the destination account")
    room.require(
        account=facts.ledger_account_id,
        platform_id=facts.internal_platform_id,
        receiver=identifiers.public("InternalAccount", facts.internal_id),
        currency=facts.currency,
        amount=amount + awaited,
    )
    return _new_payment(facts, type_=TransactionType.INCOMING, amount=amount, fields=fields, now=now)


def begin_in(payment: Transaction, *, actor: audit.Actor, now: dt.datetime) -> None:
    """Store a payment that was checked in this database transaction, and wake the worker that collects it."""
    transactions.begin(payment, cause="transfer_in", actor=actor, now=now)
    audit.record(payment, "transfer_in.create", actor=actor, now=now, **_details(payment))
    jobs.notify(ADVANCE_TASK)


def _require_known(facts: Facts, platform_id: uuid.UUID) -> None:
    if facts.internal_platform_id != platform_id:
        raise InternalAccountNotFound
    if facts.external_platform_id != platform_id or facts.external_deleted_at is not None:
        raise ExternalAccountNotFound
    if facts.held_at is not None:
        raise AccountHeld


def _require_allowed(facts: Facts, *, amount: int, currencies: Collection[str], direction: str) -> None:
    _require_ready(facts, direction)
    if facts.currency != facts.external_currency:
        raise CurrencyMismatch
    if any(code != facts.currency for code in currencies):
        raise CurrencyContradicted
    if facts.minimum is None or facts.maximum is None or direction not in (facts.directions or []):
        raise errors.InvalidInput.field(
            "amount",
            f"must be in a currency with {direction} transactions: PATCH /config enables them in {facts.currency}",
            code="INVALID_CURRENCY",
        )
    if not max(1, facts.minimum) <= amount <= facts.maximum:
        raise AmountOutOfRange(max(1, facts.minimum), facts.maximum)
    if facts.external_status != "ACTIVE":
        side = "destination" if direction == TransactionType.OUTGOING else "source"
        raise errors.InvalidInput.field(
            f"{side}.accountId",
            f"must be an account that is ACTIVE: this one is {facts.external_status}",
            code="INVALID_BANK_ACCOUNT",
        )


def _require_ready(facts: Facts, direction: str) -> None:
    inside = facts.customer_id, facts.holder_status, facts.holder_deleted_at
    outside = facts.external_customer_id, facts.external_holder_status, facts.external_holder_deleted_at
    if direction == TransactionType.OUTGOING:
        moment, payer, payee = Moment.TRANSFER_OUT, inside, outside
    else:
        moment, payer, payee = Moment.TRANSFER_IN, outside, inside
    for side, (customer_id, status, deleted_at) in ((Side.PAYER, payer), (Side.PAYEE, payee)):
        if customer_id is not None:
            gates.require(moment, side, status=status, deleted_at=deleted_at)


def _hold(facts: Facts) -> Facts:
    # Lock both: an incoming payment debits nobody, so no balance check stops it if customer or currency is removed
    # meanwhile.
    limits = internal_accounts.lock_currency(platform_id=facts.internal_platform_id, code=facts.currency)
    held = facts._replace(
        minimum=limits.min_amount, maximum=limits.max_amount, directions=limits.enabled_transaction_types
    )
    if facts.customer_id is None:
        return held
    customer = parties.lock(facts.customer_id)
    held = held._replace(holder_status=customer.status, holder_deleted_at=customer.deleted_at)
    if facts.external_customer_id != customer.id:
        return held
    return held._replace(external_holder_status=customer.status, external_holder_deleted_at=customer.deleted_at)


def _internal_account(facts: Facts) -> InternalAccount:
    """Return the account as an event shows it."""
    return instances.build_row(
        InternalAccount,
        {
            "id": facts.internal_id,
            "platform_id": facts.internal_platform_id,
            "customer_id": facts.customer_id,
            "currency": facts.currency,
            "funding_instructions": orjson.Fragment(facts.funding_instructions),
            "created_at": facts.opened_at,
            "updated_at": facts.updated_at,
            "ledger_account_id": facts.ledger_account_id,
        },
        ledger_account=instances.build_row(LedgerAccount, {"id": facts.ledger_account_id}),
    )


def _new_payment(facts: Facts, *, type_: str, amount: int, fields: ClientFields, now: dt.datetime) -> Transaction:
    key = identifiers.new_key()
    internal = identifiers.public("InternalAccount", facts.internal_id)
    external = identifiers.public("ExternalAccount", facts.external_id)
    is_outgoing = type_ == TransactionType.OUTGOING
    return instances.build_row(
        Transaction,
        {
            "id": key,
            "platform_id": facts.internal_platform_id,
            "customer_id": facts.customer_id,
            "platform_customer_id": facts.platform_customer_id or "",
            "type": type_,
            "status": TransactionStatus.PENDING if is_outgoing else TransactionStatus.CREATED,
            "internal_account_id": facts.internal_id,
            "external_account_id": facts.external_id,
            "sender": internal if is_outgoing else external,
            "receiver": external if is_outgoing else internal,
            "sent_amount": amount,
            "sent_currency": facts.currency,
            "received_amount": amount,
            "received_currency": facts.currency,
            "metadata": fields.metadata,
            "remittance_information": fields.remittance,
            "payment_rail": table.get(facts.external_type).known_rail(amount, is_pull=not is_outgoing),
            "reference": f"TX{key.hex[-16:].upper()}",
            "created_at": now,
            "updated_at": now,
            "next_action_at": now,
        },
    )


def _details(payment: Transaction) -> dict[str, object]:
    return {"amount": payment.sent_amount, "currency": payment.sent_currency}
