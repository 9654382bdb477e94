"""What the search box finds payments by when somebody describes one: who, how much, when, and how it stands.

Two ways, each bounded: from the newest payments of the people who are named, and from the newest ones of the amount. So
neither a frequent name nor a frequent amount has a whole table read.
"""

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Max

from payments.admin.finders import BENEFICIARY
from payments.admin.searches import outcomes
from payments.models import ExternalAccount, Transaction
from platforms.backoffice import search
from platforms.backoffice.search import Key
from platforms.backoffice.spoken import days as spoken_days
from platforms.backoffice.spoken import names
from platforms.backoffice.spoken.amounts import Amount
from platforms.backoffice.spoken.days import Days
from platforms.backoffice.terms import Term
from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.models import Platform

_MOST_AMOUNTS = 2
_MOST_CLOCKS = 5
_PEOPLE, _OF_EACH, _OF_AMOUNT = 50, 500, 1000
EVER = Days(dt.datetime(2000, 1, 1, tzinfo=dt.UTC), dt.datetime(2200, 1, 1, tzinfo=dt.UTC))

_NAMED = """(to_tsvector('simple', NAME) @@ to_tsquery('simple', search_fold(%(words)s))
    OR (spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', search_fold(%(words)s))))"""
_SOUNDS = "spellings <> '' AND to_tsvector('simple', spellings) @@ to_tsquery('simple', %(sounds)s)"
_ALIKE = "NAME %%> search_fold(%({word})s)"
_CUSTOMERS = "SELECT platform_id, id FROM compliance_party WHERE {condition} LIMIT %(most)s"
_ACCOUNTS = "SELECT platform_id, id FROM payments_externalaccount WHERE {condition} LIMIT %(most)s"
COLUMNS = (
    "id, created_at, status, customer_id, sender, receiver, sent_amount, sent_currency, received_amount,"
    " received_currency, fees, failure_reason, description"
)
_OF_PEOPLE = sql.of_constants(
    """
SELECT payment.*
  FROM unnest(%(platforms)s::uuid[], %(customers)s::uuid[]) AS who(platform, key)
 CROSS JOIN LATERAL (
       SELECT {columns} FROM payments_transaction
        WHERE platform_id = who.platform AND customer_id = who.key
          AND created_at >= %(since)s AND created_at < %(until)s
        ORDER BY created_at DESC, id DESC LIMIT %(of_each)s
       ) payment
 UNION ALL
SELECT payment.*
  FROM unnest(%(account_platforms)s::uuid[], %(accounts)s::text[]) AS who(platform, key)
 CROSS JOIN LATERAL (
       (SELECT {columns} FROM payments_transaction
         WHERE platform_id = who.platform AND sender = who.key
           AND created_at >= %(since)s AND created_at < %(until)s
         ORDER BY created_at DESC, id DESC LIMIT %(of_each)s)
        UNION ALL
       (SELECT {columns} FROM payments_transaction
         WHERE platform_id = who.platform AND receiver = who.key
           AND created_at >= %(since)s AND created_at < %(until)s
         ORDER BY created_at DESC, id DESC LIMIT %(of_each)s)
       ) payment
""",
    columns=COLUMNS,
)
_OF_AMOUNTS = sql.of_constants(
    """
SELECT payment.*
  FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]) AS wanted(amount, currency)
 CROSS JOIN LATERAL (
       (SELECT {columns} FROM payments_transaction
         WHERE sent_amount = wanted.amount AND sent_currency = wanted.currency
           AND id >= %(first)s AND id < %(last)s
         ORDER BY id DESC LIMIT %(of_amount)s)
        UNION ALL
       (SELECT {columns} FROM payments_transaction
         WHERE received_amount = wanted.amount AND received_currency = wanted.currency
           AND NOT (received_amount = sent_amount AND received_currency = sent_currency)
           AND id >= %(first)s AND id < %(last)s
         ORDER BY id DESC LIMIT %(of_amount)s)
        UNION ALL
       (SELECT {columns} FROM payments_transaction
         WHERE fees > 0 AND fees = wanted.amount AND sent_currency = wanted.currency
           AND id >= %(first)s AND id < %(last)s
         ORDER BY id DESC LIMIT %(of_amount)s)
       ) payment
""",
    columns=COLUMNS,
)
_OF_DAYS = sql.of_constants(
    """
SELECT payment.*
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT {columns} FROM payments_transaction
        WHERE platform_id = platform.id AND created_at >= %(since)s AND created_at < %(until)s
        ORDER BY created_at DESC, id DESC LIMIT %(limit)s
       ) payment
""",
    columns=COLUMNS,
)
_OF_STATUSES = sql.of_constants(
    """
SELECT payment.*
  FROM platforms_platform platform CROSS JOIN unnest(%(statuses)s::text[]) AS wanted(status)
 CROSS JOIN LATERAL (
       SELECT {columns} FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
          AND created_at >= %(since)s AND created_at < %(until)s
        ORDER BY created_at DESC, id DESC LIMIT CASE WHEN %(has_reason)s THEN %(of_each)s ELSE %(limit)s END
       ) payment
""",
    columns=COLUMNS,
)
_AMONG = """
SELECT DISTINCT found.id FROM ({found}) found
 WHERE created_at >= %(since)s AND created_at < %(until)s {conditions}
 ORDER BY found.id DESC LIMIT %(limit)s
"""
_HAS_STATUS = "AND status = ANY(%(statuses)s)"
_HAS_REASON = "AND failure_reason = ANY(%(reasons)s)"
_HAS_AMOUNT = """AND (
    (sent_amount, sent_currency) IN (SELECT * FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]))
    OR (received_amount, received_currency) IN (SELECT * FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]))
    OR (fees, sent_currency) IN (SELECT * FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]))
)"""
# All words are the customer's or the other end's, or of the memo; some callers name several.
WORDS = sql.of_constants(
    """to_tsvector('simple', search_fold(concat_ws(' ', found.description,
    (SELECT concat_ws(' ', name, platform_customer_id, spellings) FROM compliance_party WHERE id = found.customer_id),
    (SELECT {beneficiary} || ' ' || spellings FROM payments_externalaccount
      WHERE id = CASE WHEN found.sender LIKE 'ExternalAccount:%%' THEN substring(found.sender FROM 17)::uuid END),
    (SELECT {beneficiary} || ' ' || spellings FROM payments_externalaccount
      WHERE id = CASE WHEN found.receiver LIKE 'ExternalAccount:%%' THEN substring(found.receiver FROM 17)::uuid END),
    (SELECT concat_ws(' ', party.name, party.spellings)
       FROM compliance_party party JOIN payments_internalaccount account ON account.customer_id = party.id
      WHERE account.id = CASE WHEN found.receiver LIKE 'InternalAccount:%%'
                              THEN substring(found.receiver FROM 17)::uuid END)
)))""",
    beneficiary=BENEFICIARY,
)
_HAS_WORDS = sql.of_constants(
    """AND {words} @@ to_tsquery('simple', search_fold(
        CASE WHEN %(sounds)s <> '' THEN %(words)s || ' | (' || %(sounds)s || ')' ELSE %(words)s END))""",
    words=WORDS,
)


def _describes(term: Term) -> bool:
    """Tell whether a term says more of a payment than an amount alone, for which there is a source of its own."""
    if term.is_identifier or term.amount or "@" in term.text or len(term.parts.amounts) > _MOST_AMOUNTS:
        return False
    facts = outcomes.read(term.parts.words)
    return bool(term.parts.amounts or term.parts.days or facts.statuses or facts.reasons)


def _is_misspelt(term: Term) -> bool:
    return _describes(term) and bool(outcomes.read(term.parts.words).words)


@search.source("description", rank=2, needs="payments.Transaction", fits=_describes)
def _by_description(term: Term, limit: int) -> Iterator[Key]:
    yield from described(term, outcomes.read(term.parts.words), limit)


@search.source("similar description", rank=8, needs="payments.Transaction", fits=_is_misspelt, is_likeness=True)
def _by_likeness(term: Term, limit: int) -> Iterator[Key]:
    yield from described(term, outcomes.read(term.parts.words), limit, is_likeness=True)


def described(term: Term, facts: outcomes.Facts, limit: int, *, is_likeness: bool = False) -> Iterator[Key]:
    """Yield the payments of which amounts, days and these facts are all true."""
    keys: dict[uuid.UUID, None] = {}
    who: dict[str, dict[str, Any]] = {}
    ahead = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
    for days in days_of(term, ahead) if term.parts.days else (EVER,):
        for amounts, end in _readings(term.parts.amounts):
            reading = _Search(
                days=days,
                ahead=ahead,
                amounts=amounts,
                end=end,
                facts=facts,
                limit=limit,
                is_likeness=is_likeness,
                who=who,
            )
            keys |= dict.fromkeys(reading.keys())
    yield from ((Transaction, key) for key in sorted(keys, reverse=True)[:limit])


def days_of(term: Term, ahead: dt.timedelta) -> list[Days]:
    """Return the days said that have been; those counted from today also as clocks show them that were moved."""
    days = list(term.parts.days)
    if spoken := [each for each in days if each.is_by_clock]:
        moved = Platform.objects.exclude(clock_offset=dt.timedelta()).values_list("clock_offset", flat=True)
        often = moved.annotate(platforms=Count("id")).order_by("-platforms")[:_MOST_CLOCKS]
        dates = {(clock.real_now() + offset).date() for offset in often} - {term.today}
        days += [again for date in sorted(dates) for again in spoken_days.again(spoken[0], date)]
    return [each for each in dict.fromkeys(days) if each.since.date() <= term.today + ahead]


def _readings(amounts: Sequence[Amount]) -> Iterator[tuple[Sequence[Amount], str]]:
    """Yield what numbers may be: amounts; or one of four digits the end of an account's number."""
    yield amounts, ""
    for amount in amounts:
        if amount.is_bare and len(amount.text) == len("6005"):
            yield [other for other in amounts if other is not amount], amount.text


class _Search:
    """One reading of a description."""

    def __init__(
        self,
        *,
        days: Days,
        ahead: dt.timedelta,
        amounts: Sequence[Amount],
        end: str,
        facts: outcomes.Facts,
        limit: int,
        is_likeness: bool,
        who: dict[str, dict[str, Any]],
    ) -> None:
        wanted = [unit for amount in amounts for unit in amount.units]
        self.is_of_amount, self.end, self.is_likeness = bool(amounts), end, is_likeness
        words = self.words = facts.words
        self.who = who
        """Whom the words, or the end of a number, mean: the same on all days."""
        self.values: dict[str, Any] = {
            "since": days.since,
            "until": days.until,
            "statuses": list(facts.statuses),
            "reasons": list(facts.reasons),
            "has_reason": bool(facts.reasons),
            "limit": limit,
            "amounts": [amount for amount, _ in wanted],
            "currencies": [code for _, code in wanted],
            # Keys hold real time; platforms' clocks run ahead of it.
            "first": identifiers.first_key(days.since - ahead),
            "last": identifiers.first_key(days.until),
            "words": search.all_words(words),
            "sounds": "",
            "most": _PEOPLE,
            "of_each": _OF_EACH,
            "of_amount": _OF_AMOUNT,
        }

    def keys(self) -> Iterator[uuid.UUID]:
        """Yield the keys of payments."""
        if self.words or self.end:
            if self.end not in self.who:
                self.who[self.end] = self._people()
            people = self.who[self.end]
            if people["customers"] or people["accounts"]:
                yield from self._among(_OF_PEOPLE, people)
        if self.is_of_amount and not self.end and not self.is_likeness:
            yield from self._among(_OF_AMOUNTS)
        if not (self.words or self.end or self.is_of_amount):
            yield from self._among(_OF_STATUSES if self.values["statuses"] else _OF_DAYS)

    def _among(self, found: str, more: dict[str, Any] | None = None) -> Iterator[uuid.UUID]:
        conditions = (
            _HAS_STATUS if self.values["statuses"] else "",
            _HAS_REASON if self.values["reasons"] else "",
            _HAS_AMOUNT if self.is_of_amount else "",
            _HAS_WORDS if self.words and not self.is_likeness else "",
        )
        sql = _AMONG.format(found=found, conditions=" ".join(conditions))
        yield from (key for (key,) in _rows(sql, self.values | (more or {})))

    def _people(self) -> dict[str, Any]:
        """Return whom the words, or the end of an account's number, can mean: customers, and accounts outside."""
        if self.end:
            return _arrays([], self._ending())
        found = self._named(self.values["words"])
        if self.is_likeness or any(found.values()):
            return found
        if sounds := names.by_sound(self.words):
            self.values["sounds"] = sounds
            found = self._named(self.values["words"], _SOUNDS)
            if any(found.values()):
                return found | {"sounds": sounds}
            self.values["sounds"] = ""
        if len(self.words) > 1:
            # The words are of two people, or some are not of a name.
            found = self._named(names.any_of(self.words, least=1))
        return found

    def _named(self, words: str, named: str = _NAMED) -> dict[str, list[Any]]:
        each = {f"word{number}": word for number, word in enumerate(self.words)}
        condition = " AND ".join(_ALIKE.format(word=word) for word in each) if self.is_likeness else named
        values = self.values | each | {"words": words}
        with transaction.atomic():
            if self.is_likeness:
                _rows(search.LEAST_ALIKE, {})
            return people(condition, values)

    def _ending(self) -> list[tuple[uuid.UUID, uuid.UUID]]:
        field: Any = ExternalAccount._meta.get_field("last_four_digest")
        found = ExternalAccount.objects.filter(last_four_digest=field.digest(self.end)).order_by("-id")
        return list(found.values_list("platform_id", "id")[:_PEOPLE])


def people(condition: str, values: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return whom a condition on NAME and `spellings` fits: customers, and accounts outside. Two statements."""
    return _arrays(
        _rows(_CUSTOMERS.format(condition=condition.replace("NAME", "search_fold(name)")), values),
        _rows(_ACCOUNTS.format(condition=condition.replace("NAME", BENEFICIARY)), values),
    )


def _arrays(
    customers: Sequence[tuple[uuid.UUID, uuid.UUID]], accounts: Sequence[tuple[uuid.UUID, uuid.UUID]]
) -> dict[str, list[Any]]:
    return {
        "platforms": [platform for platform, _ in customers],
        "customers": [key for _, key in customers],
        "account_platforms": [platform for platform, _ in accounts],
        "accounts": [identifiers.public("ExternalAccount", key) for _, key in accounts],
    }


def _rows(sql: str, values: Mapping[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall()) if cursor.description else []
