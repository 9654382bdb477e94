"""What a token may spend: limits of its payments, and budgets that they are taken from.

A payment is taken from its budget by the statement that makes it (STEP), or in the same database transaction (`Held`):
one that is refused or rolled back takes nothing. The rules are functions of the database, in
`migrations/sql/0014_spending_limits.sql`. Which payments count, and why: docs/decisions/0079-spending-limits.md.
"""

import datetime as dt
import json
import uuid
from collections import Counter
from collections.abc import Mapping
from typing import Any

import orjson
from django.db import DatabaseError

from platforms.base import clock, errors, money
from platforms.database import prepared
from platforms.models import Recurrence

_REFUSED = "SP001"
"""What `platforms_take_spending` raises, with the refusal as JSON."""
_HAS_TO_WAIT = "SP002"
"""What it raises for a payment that has to wait by now, and would not."""
OF_CALLER = "known.spending::text"
"""SQL: the same of the token that asks, in a query of `platforms.http.batched`."""
TERMS = "(SELECT spending::text FROM platforms_apitoken WHERE id = {0})"
"""SQL: what a token may spend."""
STEP = """
spent AS MATERIALIZED (
    SELECT taken.*
      FROM (
          SELECT token.id, paid.now, paid.currency, paid.amount, paid.payee, paid.waits
            FROM ({0}) AS paid
           CROSS JOIN LATERAL (
               SELECT id, spending FROM platforms_apitoken
                WHERE id = CASE WHEN paid.actor_kind = 'TOKEN' THEN paid.actor_id::uuid END OFFSET 0
           ) AS token
           WHERE token.spending IS NOT NULL ORDER BY token.id, paid.currency
      ) AS limited
     CROSS JOIN LATERAL platforms_take_spending(
               limited.id, limited.now, limited.currency, limited.amount, limited.payee, limited.waits
           ) AS taken(waits)
)
"""
"""SQL: the step of a statement that takes payments from what their tokens may spend.

Its place takes a query with a row for each payment: `actor_kind`, `actor_id`, `now`, `currency` and `amount` that leave
the payer, `payee`, the public id or UMA address, and `waits`, whether it will wait for a person. A later step must read
`spent`, or nothing is taken; it comes before balances are locked.
"""
SPENT = """
SELECT json_build_object('terms', token.spending, 'spent', (
           SELECT json_agg(json_build_object(
                      'currency', kept.currency, 'recurrence', kept.recurrence, 'spent', kept.spent))
             FROM platforms_tokenspending kept
            WHERE kept.token_id = token.id AND kept.began_at = ANY({windows}::timestamptz[])
       ))::text
  FROM platforms_apitoken token WHERE token.id = {key}::uuid AND token.spending IS NOT NULL
"""
"""SQL: the limits of the token with this `key`, and what it has spent in the `windows` that began at these moments."""
_NOTE = """
UPDATE platforms_tokenspending SET spent = spent + sums.amount
  FROM jsonb_to_recordset($2::jsonb)
       AS sums(currency text, recurrence text, began_at timestamptz, amount bigint)
 WHERE platforms_tokenspending.token_id = $1::uuid AND platforms_tokenspending.currency = sums.currency
   AND platforms_tokenspending.recurrence = sums.recurrence AND platforms_tokenspending.began_at = sums.began_at
"""
_RESTORE = "SELECT platforms_restore_spending($1::uuid, $2::timestamptz, $3, $4::bigint)"
_SENTENCES = {
    "validFrom": "This token may pay from {validFrom} on.",
    "validUntil": "This token might pay until {validUntil}.",
    "allowedPayees": "This token may not pay this payee: its spendingLimits do not name it in allowedPayees.",
    "currencies": "This token may not pay in {currency}: its spendingLimits do not name the currency.",
    "amountRange": "This token may not pay {amount} at once: its amountRange is from {min} to {max}.",
    "budget": "This token has {left} of its budget left, and the payment needs {amount}.",
}


class LimitExceeded(errors.DomainError):
    """A payment is beyond what its token may spend. `details.limit` names the limit, as `spendingLimits` does."""

    code = "VELOCITY_LIMIT_EXCEEDED"

    def __init__(self, told: Mapping[str, Any]) -> None:
        """Take what the database tells: the limit and its values."""
        amounts = {
            name: money.major_units(told[name], told["currency"])
            for name in ("amount", "min", "max", "left")
            if name in told
        }
        text = _SENTENCES[told["limit"]].format(**{"min": "0", "max": "any amount", **told, **amounts})
        if told["limit"] == "budget":
            text += f" It begins anew at {told['renewsAt']}." if "renewsAt" in told else " It does not begin anew."
        super().__init__(text, **told)


def refusal(error: DatabaseError) -> Exception:
    """Return the refusal for an error of `platforms_take_spending`; any other error unchanged.

    FactsChanged for a payment that has to wait since its token's limits were read.
    """
    cause: Any = error.__cause__
    if getattr(cause, "sqlstate", None) == _HAS_TO_WAIT:
        return prepared.FactsChanged()
    if getattr(cause, "sqlstate", None) != _REFUSED:
        return error
    return LimitExceeded(_told(json.loads(cause.diag.message_detail)))


def windows(*, now: dt.datetime) -> list[dt.datetime]:
    """Return when the present windows of all budgets began."""
    return [recurrence.window(now)[0] for recurrence in Recurrence]


def waits(limits: Mapping[str, Any] | str | None, *, currency: str, amount: int) -> bool:
    """Tell whether a payment waits for a person, by what its token may spend; as `platforms_spending_waits` does."""
    if not limits:
        return False
    terms = orjson.loads(limits) if isinstance(limits, str) else limits
    bounds = (each.get("approvalAbove") for each in terms.get("currencies", ()) if each["currency"] == currency)
    return any(bound is not None and amount > bound for bound in bounds)


def restore(*, token: uuid.UUID, accepted_at: dt.datetime, currency: str, amount: int) -> None:
    """Restore what a payment took that a person has refused, unless the token's limits were changed since."""
    prepared.rows(_RESTORE, [token, accepted_at, currency, amount])


class Held:
    """What a token may spend on the payments of a batch, locked until the commit."""

    def __init__(self, held: Any) -> None:
        """Take what `platforms_hold_spending` returned; None for a token without limits, which may spend all."""
        known = json.loads(held) if isinstance(held, str) else held or {"budgets": {}, "refusals": {}}
        self._budgets: dict[str, dict[str, Any]] = known["budgets"]
        self._refusals: dict[str, dict[str, Any]] = known["refusals"]
        self.terms: dict[str, Any] | None = known.get("terms")
        """What the token may spend, as it is locked."""
        self._taken: Counter[str] = Counter()

    def refusal(self, number: int, *, currency: str, amount: int) -> LimitExceeded | None:
        """Return why a payment is beyond the limits, after those that were taken; None where it is not."""
        if str(number) in self._refusals:
            return LimitExceeded(_told(self._refusals[str(number)]))
        budget = self._budgets.get(currency)
        left = None if budget is None else budget["left"] - self._taken[currency]
        if budget is None or left is None or amount <= left:
            return None
        told = {name: value for name, value in budget.items() if name != "beganAt"}
        return LimitExceeded(_told(told | {"left": left, "amount": amount}))

    def take(self, *, currency: str, amount: int) -> None:
        """Count a payment that will be made."""
        self._taken[currency] += amount

    def note(self, token: uuid.UUID | None) -> None:
        """Add what was taken to the sums of the token, in the database transaction that makes the payments."""
        sums = [
            {
                "currency": currency,
                "recurrence": self._budgets[currency]["recurrence"],
                "began_at": self._budgets[currency]["beganAt"],
                "amount": amount,
            }
            for currency, amount in self._taken.items()
            if currency in self._budgets
        ]
        if sums:
            prepared.rows(_NOTE, [token, orjson.dumps(sums).decode()])


def _told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the database tells of a refusal, with the form of moments that the API has."""
    moments = {name: clock.iso(dt.datetime.fromisoformat(values[name])) for name in ("renewsAt",) if name in values}
    return {**values, **moments}
