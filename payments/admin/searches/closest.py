"""Payments that fit most of a description: where no payment fits all of it, the least useful parts are left out."""

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Max

from payments.admin import descriptions
from payments.admin.searches import outcomes
from payments.models import Transaction
from platforms.backoffice import search
from platforms.backoffice.search import Key, Partly
from platforms.backoffice.spoken import names
from platforms.backoffice.spoken.amounts import Amount
from platforms.backoffice.terms import Term
from platforms.database import sql
from platforms.models import Platform

_MOST_WORDS, _PEOPLE, _OF_EACH, _OF_AMOUNT = 6, 50, 50, 500
_NAMED = """(to_tsvector('simple', NAME) @@ to_tsquery('simple', search_fold(%(some)s))
    OR (spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', search_fold(%(some)s))))"""
_IS_NEAR = """(
    (found.sent_amount BETWEEN near.low AND near.high AND found.sent_currency = near.currency)
    OR (found.received_amount BETWEEN near.low AND near.high AND found.received_currency = near.currency)
    OR (found.fees BETWEEN near.low AND near.high AND found.sent_currency = near.currency))"""
# Of amounts in a range the index chooses which ones are compared: sorted, all of them would be read.
_CLOSEST = sql.of_constants(
    """
SELECT id, has_outcome, is_then, amounts, words FROM (
    SELECT found.id,
           found.status = ANY(%(statuses)s) AND (NOT %(has_reason)s OR found.failure_reason = ANY(%(reasons)s))
               AS has_outcome,
           EXISTS (SELECT FROM unnest(%(since)s::timestamptz[], %(until)s::timestamptz[]) AS day (since, until)
                    WHERE found.created_at >= day.since AND found.created_at < day.until) AS is_then,
           ARRAY(SELECT EXISTS (SELECT FROM unnest(%(of)s::int[], %(low)s::bigint[], %(high)s::bigint[],
                                                   %(currency)s::text[]) AS near ("of", low, high, currency)
                                 WHERE near."of" = amount AND {is_near})
                   FROM generate_series(1, %(amounts)s) AS amount ORDER BY amount) AS amounts,
           ARRAY(SELECT {words} @@ to_tsquery('simple', search_fold(each.query))
                   FROM unnest(%(each)s::text[]) WITH ORDINALITY AS each (query, place) ORDER BY place) AS words
      FROM (
        SELECT DISTINCT ON (id) * FROM (
            SELECT payment.*
              FROM unnest(%(platforms)s::uuid[], %(customers)s::uuid[]) AS who(platform, key)
             CROSS JOIN LATERAL (
                   SELECT {columns} FROM payments_transaction
                    WHERE platform_id = who.platform AND customer_id = who.key
                    ORDER BY created_at DESC, id DESC LIMIT %(of_each)s) payment
            UNION ALL
            SELECT payment.*
              FROM unnest(%(account_platforms)s::uuid[], %(accounts)s::text[]) AS who(platform, key)
             CROSS JOIN LATERAL (
                   (SELECT {columns} FROM payments_transaction
                     WHERE platform_id = who.platform AND sender = who.key
                     ORDER BY created_at DESC, id DESC LIMIT %(of_each)s)
                    UNION ALL
                   (SELECT {columns} FROM payments_transaction
                     WHERE platform_id = who.platform AND receiver = who.key
                     ORDER BY created_at DESC, id DESC LIMIT %(of_each)s)) payment
            UNION ALL
            SELECT payment.*
              FROM unnest(%(low)s::bigint[], %(high)s::bigint[], %(currency)s::text[]) AS near(low, high, currency)
             CROSS JOIN LATERAL (
                   (SELECT {columns} FROM payments_transaction
                     WHERE sent_amount BETWEEN near.low AND near.high AND sent_currency = near.currency
                     LIMIT %(of_amount)s)
                    UNION ALL
                   (SELECT {columns} FROM payments_transaction
                     WHERE received_amount BETWEEN near.low AND near.high AND received_currency = near.currency
                       AND NOT (received_amount = sent_amount AND received_currency = sent_currency)
                     LIMIT %(of_amount)s)
                    UNION ALL
                   (SELECT {columns} FROM payments_transaction
                     WHERE fees > 0 AND fees BETWEEN near.low AND near.high AND sent_currency = near.currency
                     LIMIT %(of_amount)s)) payment
        ) candidate
      ) found
) rated
 ORDER BY 8 * cardinality(array_positions(words, true)) + 4 * cardinality(array_positions(amounts, true))
          + 2 * is_then::int + has_outcome::int DESC, id DESC
 LIMIT %(limit)s
""",
    is_near=_IS_NEAR,
    words=descriptions.WORDS,
    columns=descriptions.COLUMNS,
)


class _Row(NamedTuple):
    key: object
    has_outcome: bool
    is_then: bool
    amounts: Sequence[bool]
    words: Sequence[bool]


def _fits(term: Term) -> bool:
    return not term.is_identifier and "@" not in term.text and bool(term.parts.words or term.parts.amounts)


@search.source("description", rank=9, needs="payments.Transaction", fits=_fits, is_likeness=True)
def _closest(term: Term, limit: int) -> Iterator[Key | Partly]:
    """Yield the payments that most parts fit: words weigh more than amounts, these more than days and statuses."""
    parts, facts = term.parts, outcomes.read(term.parts.words)
    words, amounts = facts.words[:_MOST_WORDS], parts.amounts[:2]
    with connection.cursor() as cursor:
        cursor.execute(_CLOSEST, _values(term, facts, words, amounts) | {"limit": limit})
        rows = [_Row(*row) for row in cursor.fetchall()]
    best = [row for row in rows if row[1:] == rows[0][1:]]
    if not best or not any((*best[0].words, *best[0].amounts)):
        yield from _without_words(term, facts, limit)
        return
    for row in best:
        without = tuple(_without(row, term, facts, words, amounts))
        yield Partly(Transaction, row.key, without)


def _without(
    row: _Row, term: Term, facts: outcomes.Facts, words: Sequence[str], amounts: Sequence[Amount]
) -> Iterator[str]:
    yield from (word for word, fits in zip(words, row.words, strict=True) if not fits)
    yield from (amount.text for amount, fits in zip(amounts, row.amounts, strict=True) if not fits)
    if term.parts.days and not row.is_then:
        yield from dict.fromkeys(each.text for each in term.parts.days)
    if facts.outcome and not row.has_outcome:
        yield " ".join(facts.outcome)


def _without_words(term: Term, facts: outcomes.Facts, limit: int) -> Iterator[Partly]:
    """Yield what the days and statuses describe, where no word is of a name."""
    if facts.words and (term.parts.days or facts.outcome):
        rest = dataclasses.replace(facts, words=())
        yield from (Partly(model, key, facts.words) for model, key in descriptions.described(term, rest, limit))


def _values(term: Term, facts: outcomes.Facts, words: Sequence[str], amounts: Sequence[Amount]) -> dict[str, Any]:
    ahead = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
    days = descriptions.days_of(term, ahead)
    near = [(number, reach) for number, amount in enumerate(amounts, start=1) for reach in amount.near]
    return {
        "statuses": list(facts.statuses),
        "reasons": list(facts.reasons),
        "has_reason": bool(facts.reasons),
        "since": [day.since for day in days],
        "until": [day.until for day in days],
        "amounts": len(amounts),
        "of": [number for number, _ in near],
        "low": [reach.low for _, reach in near],
        "high": [reach.high for _, reach in near],
        "currency": [reach.currency for _, reach in near],
        "each": [search.all_words([word]) for word in words],
        "of_each": _OF_EACH,
        "of_amount": _OF_AMOUNT,
        **_people(words),
    }


def _people(words: Sequence[str]) -> dict[str, list[Any]]:
    """Return whom most of the words name: all but one, else any of them."""
    found: dict[str, list[Any]] = {"platforms": [], "customers": [], "account_platforms": [], "accounts": []}
    for least in dict.fromkeys((len(words), len(words) - 1, 1)) if words else ():
        some = search.all_words(words) if least == len(words) else names.any_of(words, least=least)
        found = descriptions.people(_NAMED, {"some": some, "most": _PEOPLE})
        if any(found.values()) or least == 1:
            return found
    return found
