"""Several transfers in one database transaction: each succeeds or is refused by itself, or all or none are made.

All transfers out are read by one statement and stored by one (`transfers.WRITE`). Between the two their accounts are
locked in the order of their keys, and balances and the token's limits then decide, in the order of the list, which
transfers can be made. So no balance refuses the statement that stores, and no two batches wait for each other.
"""

import dataclasses
import datetime as dt
import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from django.db import IntegrityError, transaction

from payments import representations
from payments.accounts import internal_accounts, invoices
from payments.due import ADVANCE_TASK
from payments.ledger import journal
from payments.ledger.holds import AccountHeld
from payments.models import Transaction
from payments.transfers import client_fields, transfers
from payments.transfers.client_fields import ClientFields
from platforms import audit
from platforms.base import errors, jobs
from platforms.database import prepared, sql
from platforms.operations import spending
from webhooks.outbox import events

MOST_TRANSFERS = 100
"""In one batch."""
_LOAD = sql.of_constants(
    """
SELECT asked.number, facts.*
  FROM json_to_recordset($1::json) AS asked(number int, platform uuid, {asked})
 CROSS JOIN LATERAL ({load} OFFSET 0) AS facts
""",
    asked=transfers.ASKED,
    load=transfers.LOAD_OF_BATCH,
)
# What the token may spend is locked before the first account is, as where payments come alone.
_LOCK = """
WITH token AS MATERIALIZED (SELECT platforms_hold_spending($2::uuid, $3::timestamptz, $4::jsonb) AS held)
SELECT account.id, account.balance, account.held_at IS NOT NULL, token.held
  FROM token CROSS JOIN payments_ledgeraccount account
 WHERE account.id = ANY($1::bigint[]) ORDER BY account.id FOR NO KEY UPDATE OF account
"""
_SPENT = ("currency", "amount", "payee")
_PAID_INVOICES = "SELECT invoice_hash FROM payments_transaction WHERE invoice_hash = ANY($1::text[])"
_WRITE = sql.of_constants(
    """
WITH asked AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS row(number int, platform uuid, {written})
), {write}
""",
    written=transfers.WRITTEN,
    write=transfers.WRITE_MANY.lstrip(),
)


class NotMade(errors.DomainError):
    """A transfer that could have been made, in a batch of which none was made."""

    code = "BATCH_REFUSED"
    message = (
        "Another transfer of the batch was refused, so none was made. Correct or leave out the refused ones, and send"
        " the batch again with a new Idempotency-Key."
    )


class Item(NamedTuple):
    """A transfer that is asked for. `currencies` are those that the request names for it, if any."""

    is_out: bool
    internal_id: uuid.UUID | None
    external_id: uuid.UUID | None
    amount: int
    """In the smallest unit of the accounts' currency."""
    currencies: Collection[str]
    fields: ClientFields = client_fields.NONE


Refused = dict[int, errors.DomainError]
"""Refusals by the places of their transfers in the list."""
Outcome = bytes | errors.DomainError
"""The transaction as its GET shows it, encoded; or why there is none."""


class _Sent(NamedTuple):
    """A transfer out that is checked but for balance and invoice: its reply, and its row for the statement."""

    shown: bytes
    row: dict[str, Any]

    @property
    def invoice(self) -> str | None:
        return self.row["transaction"]["invoice_hash"]  # type: ignore[no-any-return]


@dataclasses.dataclass(frozen=True)
class _Batch:
    """What all transfers of a batch share."""

    platform_id: uuid.UUID
    environment: str
    actor: audit.Actor
    now: dt.datetime

    @property
    def token(self) -> uuid.UUID | None:
        """The token that asks; None where staff do, by a file."""
        return uuid.UUID(self.actor.id) if self.actor.kind == "TOKEN" else None


def make(
    *,
    items: Sequence[Item | errors.DomainError],
    all_or_none: bool,
    environment: str,
    platform_id: uuid.UUID,
    actor: audit.Actor,
    now: dt.datetime,
) -> list[Outcome]:
    """Make the transfers of a batch, and return what became of each, in their order.

    An item that is an error was refused before, and stays refused. With `all_or_none` one refusal refuses all: those
    that could have been made are NotMade. Each other refusal is the one that `transfer_out` or `transfer_in` raises for
    the transfer alone, after those before it in the list. Requires a database transaction.
    """
    batch = _Batch(platform_id, environment, actor, now)
    refused: Refused = {number: item for number, item in enumerate(items) if isinstance(item, errors.DomainError)}
    asked = {number: item for number, item in enumerate(items) if isinstance(item, Item)}
    facts = _load(asked, batch)
    collected = _checked_in(asked, facts, batch, refused)
    sent = _checked_out(asked, facts, batch, refused)
    made = _store_out(sent, refused, batch, all_or_none=all_or_none)
    if all_or_none and refused:
        return [refused.get(number) or NotMade() for number in range(len(items))]
    for number, payment in sorted(collected.items()):
        transfers.begin_in(payment, actor=actor, now=now)
        made[number] = orjson.dumps(representations.transaction(payment))
    return [refused[number] if number in refused else made[number] for number in range(len(items))]


def refusals(
    *,
    asked: Mapping[int, Item],
    environment: str,
    platform_id: uuid.UUID,
    actor: audit.Actor,
    now: dt.datetime,
) -> Refused:
    """Return which of some transfers out would be refused now, balances and paid invoices aside; changes nothing."""
    refused: Refused = {}
    batch = _Batch(platform_id, environment, actor, now)
    _checked_out(asked, _load(asked, batch), batch, refused)
    return refused


def _load(asked: Mapping[int, Item], batch: _Batch) -> dict[int, transfers.Facts]:
    rows = [
        {"number": number, "platform": batch.platform_id, "internal": item.internal_id, "external": item.external_id}
        for number, item in asked.items()
    ]
    found = prepared.rows(_LOAD, [_json(rows), batch.token]) if rows else ()
    return {number: transfers.Facts(*facts) for number, *facts in found}


def _checked_in(
    asked: Mapping[int, Item], facts: Mapping[int, transfers.Facts], batch: _Batch, refused: Refused
) -> dict[int, Transaction]:
    """Return the transfers in that may be begun; currencies and customers are locked in the order of their keys."""
    incoming = [number for number, item in asked.items() if not item.is_out]
    internal_accounts.hold_currencies(
        platform_id=batch.platform_id, codes={facts[number].currency for number in incoming if facts[number].currency}
    )
    payments: dict[int, Transaction] = {}
    awaited: Counter[uuid.UUID] = Counter()
    for number in sorted(incoming, key=lambda number: str(facts[number].customer_id)):
        item, account = asked[number], facts[number].internal_id
        try:
            payments[number] = transfers.checked_in(
                facts=facts[number],
                platform_id=batch.platform_id,
                amount=item.amount,
                currencies=item.currencies,
                fields=item.fields,
                now=batch.now,
                awaited=awaited[account],
            )
        except errors.DomainError as refusal:
            refused[number] = refusal
        else:
            awaited[account] += item.amount
    return payments


def _checked_out(
    asked: Mapping[int, Item], facts: Mapping[int, transfers.Facts], batch: _Batch, refused: Refused
) -> dict[int, _Sent]:
    sent: dict[int, _Sent] = {}
    for number, item in asked.items():
        if not item.is_out:
            continue
        try:
            shown, row = transfers.transfer_out(
                facts=facts[number],
                platform_id=batch.platform_id,
                environment=batch.environment,
                amount=item.amount,
                currencies=item.currencies,
                fields=item.fields,
                actor=batch.actor,
                now=batch.now,
            )
        except errors.DomainError as refusal:
            refused[number] = refusal
        else:
            sent[number] = _Sent(shown, {"number": number, "platform": batch.platform_id, **row})
    return sent


def _store_out(sent: Mapping[int, _Sent], refused: Refused, batch: _Batch, *, all_or_none: bool) -> dict[int, Outcome]:
    """Store the transfers out whose balances, limits and invoices allow it; return their replies, refuse the others."""
    invoiced = any(each.invoice for each in sent.values())
    while True:
        unpayable, held = _unpayable({number: each for number, each in sent.items() if number not in refused}, batch)
        refused |= unpayable
        rows = [each.row for number, each in sent.items() if number not in refused]
        if not rows or (all_or_none and refused):
            return {}
        if not invoiced:
            prepared.rows(_WRITE, [_json(rows)])
            break
        try:
            with transaction.atomic():
                prepared.rows(_WRITE, [_json(rows)])
            break
        except IntegrityError as error:
            # Somebody else has paid one of the invoices since they were looked for; now it can be seen which.
            if invoices.ONCE not in str(error):
                raise
    held.note(batch.token)
    for task in (ADVANCE_TASK, events.DELIVER_TASK):
        jobs.notify(task)
    return {number: each.shown for number, each in sent.items() if number not in refused}


def _unpayable(sent: Mapping[int, _Sent], batch: _Batch) -> tuple[Refused, spending.Held]:
    """Lock token and accounts; return the refusals of the transfers that they can't pay, one after the other.

    With them comes what the others take from what the token may spend, which is not noted yet.
    """
    if not sent:
        return {}, spending.Held(None)
    accounts = sorted({each.row["account"] for each in sent.values()})
    asked = [{"number": number, **{name: each.row[name] for name in _SPENT}} for number, each in sent.items()]
    rows = prepared.rows(_LOCK, [accounts, batch.token, batch.now, _json(asked if batch.token else [])])
    balances = {account: balance for account, balance, *_ in rows}
    closed = {account for account, _, is_held, _ in rows if is_held}
    limits, paid = spending.Held(rows[0][3]), _paid_invoices(sent)
    refused: Refused = {}
    for number, (_, row) in sorted(sent.items()):
        account, invoice = row["account"], row["transaction"]["invoice_hash"]
        limit = limits.refusal(number, currency=row["currency"], amount=row["amount"])
        if not row["waits"] and spending.waits(limits.terms, currency=row["currency"], amount=row["amount"]):
            # The limits were changed since they were read.
            raise prepared.FactsChanged
        if account in closed:
            refused[number] = AccountHeld()
        elif limit is not None:
            refused[number] = limit
        elif balances[account] < row["amount"]:
            refused[number] = journal.InsufficientBalance()
        elif invoice in paid:
            refused[number] = invoices.InvoicePaid()
        else:
            balances[account] -= row["amount"]
            limits.take(currency=row["currency"], amount=row["amount"])
            paid |= {invoice} if invoice else set()
    return refused, limits


def _paid_invoices(sent: Mapping[int, _Sent]) -> set[str]:
    named = sorted({each.invoice for each in sent.values() if each.invoice})
    return {invoice for (invoice,) in prepared.rows(_PAID_INVOICES, [named])} if named else set()


def _json(rows: Sequence[Mapping[str, Any]]) -> str:
    return orjson.dumps(rows, default=str).decode()
