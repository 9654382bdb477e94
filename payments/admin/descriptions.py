"""What the search box finds payments by when somebody describes one: who, how much, when, and how it stands.

Two ways, each bounded: from the newest payments of the people who are named, and from the newest ones of the amount. So
neither a frequent name nor a frequent amount has a whole table read.
"""

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Max

from payments.admin.finders import BENEFICIARY
from payments.models import ExternalAccount, Transaction
from platforms.backoffice import search
from platforms.backoffice.search import Key
from platforms.backoffice.terms import Amount, Days, Term
from platforms.base import identifiers
from platforms.database import sql
from platforms.models import Platform

STATUSES = {
    **dict.fromkeys(("completed", "arrived", "done", "settled"), "COMPLETED"),
    **dict.fromkeys(("failed", "fail", "failure"), "FAILED"),
    **dict.fromkeys(("rejected", "declined", "refused"), "REJECTED"),
    **dict.fromkeys(("refunded", "returned", "refund"), "REFUNDED"),
    "pending": "PENDING",
    "waiting": "PENDING",
    "processing": "PROCESSING",
    "expired": "EXPIRED",
}
"""Word → status of a payment."""
_MOST_AMOUNTS = 2
_MOST_CLOCKS = 5
_PEOPLE, _OF_EACH, _OF_AMOUNT = 50, 500, 1000
_EVER = Days(dt.datetime(2000, 1, 1, tzinfo=dt.UTC), dt.datetime(2200, 1, 1, tzinfo=dt.UTC))

_NAMED = "to_tsvector('simple', NAME) @@ to_tsquery('simple', search_fold(%(words)s))"
_ALIKE = "NAME %%> search_fold(%({word})s)"
_CUSTOMERS = "SELECT platform_id, id FROM compliance_party WHERE {condition} LIMIT %(most)s"
_ACCOUNTS = "SELECT platform_id, id FROM payments_externalaccount WHERE {condition} LIMIT %(most)s"
_COLUMNS = (
    "id, created_at, status, customer_id, sender, receiver, sent_amount, sent_currency, received_amount,"
    " received_currency"
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
    columns=_COLUMNS,
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
       ) payment
""",
    columns=_COLUMNS,
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
    columns=_COLUMNS,
)
_OF_STATUSES = sql.of_constants(
    """
SELECT payment.*
  FROM platforms_platform platform CROSS JOIN unnest(%(statuses)s::text[]) AS wanted(status)
 CROSS JOIN LATERAL (
       SELECT {columns} FROM payments_transaction
        WHERE platform_id = platform.id AND status = wanted.status
          AND created_at >= %(since)s AND created_at < %(until)s
        ORDER BY created_at DESC, id DESC LIMIT %(limit)s
       ) payment
""",
    columns=_COLUMNS,
)
_AMONG = """
SELECT DISTINCT found.id FROM ({found}) found
 WHERE created_at >= %(since)s AND created_at < %(until)s {conditions}
 ORDER BY found.id DESC LIMIT %(limit)s
"""
_HAS_STATUS = "AND status = ANY(%(statuses)s)"
_HAS_AMOUNT = """AND (
    (sent_amount, sent_currency) IN (SELECT * FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]))
    OR (received_amount, received_currency) IN (SELECT * FROM unnest(%(amounts)s::bigint[], %(currencies)s::text[]))
)"""
# All words are the customer's or the other end's; some callers name both.
_HAS_WORDS = sql.of_constants(
    """AND to_tsvector('simple', search_fold(concat_ws(' ',
    (SELECT concat_ws(' ', name, platform_customer_id) FROM compliance_party WHERE id = found.customer_id),
    (SELECT {beneficiary} FROM payments_externalaccount
      WHERE id = CASE WHEN found.sender LIKE 'ExternalAccount:%%' THEN substring(found.sender FROM 17)::uuid END),
    (SELECT {beneficiary} FROM payments_externalaccount
      WHERE id = CASE WHEN found.receiver LIKE 'ExternalAccount:%%' THEN substring(found.receiver FROM 17)::uuid END),
    (SELECT party.name FROM compliance_party party JOIN payments_internalaccount account
         ON account.customer_id = party.id
      WHERE account.id = CASE WHEN found.receiver LIKE 'InternalAccount:%%'
                              THEN substring(found.receiver FROM 17)::uuid END)
))) @@ to_tsquery('simple', search_fold(%(words)s))""",
    beneficiary=BENEFICIARY,
)


def _describes(term: Term) -> bool:
    """Tell whether a term says more of a payment than an amount alone, for which there is a source of its own."""
    if term.is_identifier or term.amount or "@" in term.text or len(term.parts.amounts) > _MOST_AMOUNTS:
        return False
    return bool(term.parts.amounts or term.parts.days or _split(term.parts.words)[0])


def _is_misspelt(term: Term) -> bool:
    return _describes(term) and bool(_split(term.parts.words)[1])


@search.source("description", rank=2, needs="payments.Transaction", fits=_describes)
def _by_description(term: Term, limit: int) -> Iterator[Key]:
    yield from _found(term, limit)


@search.source("similar description", rank=8, needs="payments.Transaction", fits=_is_misspelt, is_likeness=True)
def _by_likeness(term: Term, limit: int) -> Iterator[Key]:
    yield from _found(term, limit, is_likeness=True)


def _found(term: Term, limit: int, *, is_likeness: bool = False) -> Iterator[Key]:
    statuses, words = _split(term.parts.words)
    keys: dict[uuid.UUID, None] = {}
    ahead = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
    for days in _by_clocks(term.parts.days) or (_EVER,):
        if days is not _EVER and days.since.date() > term.today + ahead:
            continue
        for amounts, end in _readings(term.parts.amounts):
            reading = _Search(
                days=days,
                ahead=ahead,
                amounts=amounts,
                end=end,
                statuses=statuses,
                words=words,
                limit=limit,
                is_likeness=is_likeness,
            )
            keys |= dict.fromkeys(reading.keys())
    yield from ((Transaction, key) for key in sorted(keys, reverse=True)[:limit])


def _by_clocks(said: Sequence[Days]) -> list[Days]:
    """Return the days said; those counted from today also as clocks show them that were moved."""
    days, spoken = list(said), [each for each in said if each.is_by_clock]
    if spoken:
        moved = Platform.objects.exclude(clock_offset=dt.timedelta()).values_list("clock_offset", flat=True)
        often = moved.annotate(platforms=Count("id")).order_by("-platforms")[:_MOST_CLOCKS]
        days += [Days(each.since + ahead, each.until + ahead) for each in spoken for ahead in often]
    return days


def _readings(amounts: Sequence[Amount]) -> Iterator[tuple[Sequence[Amount], str]]:
    """Yield what numbers may be: amounts; or one of four digits the end of an account's number."""
    yield amounts, ""
    for amount in amounts:
        if amount.is_bare and len(amount.text) == len("6005"):
            yield [other for other in amounts if other is not amount], amount.text


def _split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the statuses among words, and the other words."""
    statuses = [STATUSES[word.lower()] for word in words if word.lower() in STATUSES]
    return statuses, [word for word in words if word.lower() not in STATUSES]


class _Search:
    """One reading of a description."""

    def __init__(
        self,
        *,
        days: Days,
        ahead: dt.timedelta,
        amounts: Sequence[Amount],
        end: str,
        statuses: Sequence[str],
        words: Sequence[str],
        limit: int,
        is_likeness: bool,
    ) -> None:
        wanted = [unit for amount in amounts for unit in amount.units]
        self.is_of_amount, self.end, self.words, self.is_likeness = bool(amounts), end, words, is_likeness
        self.values: dict[str, Any] = {
            "since": days.since,
            "until": days.until,
            "statuses": list(statuses),
            "limit": limit,
            "amounts": [amount for amount, _ in wanted],
            "currencies": [code for _, code in wanted],
            # Keys hold real time; platforms' clocks run ahead of it.
            "first": identifiers.first_key(days.since - ahead),
            "last": identifiers.first_key(days.until),
            "words": search.all_words(words),
            "most": _PEOPLE,
            "of_each": _OF_EACH,
            "of_amount": _OF_AMOUNT,
        }

    def keys(self) -> Iterator[uuid.UUID]:
        """Yield the keys of payments."""
        if self.words or self.end:
            people = self._people()
            if people["customers"] or people["accounts"]:
                yield from self._among(_OF_PEOPLE, people)
        if self.is_of_amount and not self.end and not self.is_likeness:
            yield from self._among(_OF_AMOUNTS)
        if not (self.words or self.end or self.is_of_amount):
            yield from self._among(_OF_STATUSES if self.values["statuses"] else _OF_DAYS)

    def _among(self, found: str, more: dict[str, Any] | None = None) -> Iterator[uuid.UUID]:
        conditions = (
            _HAS_STATUS if self.values["statuses"] else "",
            _HAS_AMOUNT if self.is_of_amount else "",
            _HAS_WORDS if self.words and not self.is_likeness else "",
        )
        sql = _AMONG.format(found=found, conditions=" ".join(conditions))
        yield from (key for (key,) in _rows(sql, self.values | (more or {})))

    def _people(self) -> dict[str, list[Any]]:
        """Return whom the words, or the end of an account's number, can mean: customers, and accounts outside."""
        if self.end:
            return _arrays([], self._ending())
        found = self._named(self.values["words"])
        if not any(found.values()) and len(self.words) > 1 and not self.is_likeness:
            # The words are of two people, or some are not of a name.
            found = self._named(" | ".join(f"{word}:*" for word in self.words))
        return found

    def _named(self, words: str) -> dict[str, list[Any]]:
        each = {f"word{number}": word for number, word in enumerate(self.words)}
        condition = " AND ".join(_ALIKE.format(word=word) for word in each) if self.is_likeness else _NAMED
        values = self.values | each | {"words": words}
        with transaction.atomic():
            if self.is_likeness:
                _rows(search.LEAST_ALIKE, {})
            return _arrays(
                _rows(_CUSTOMERS.format(condition=condition.replace("NAME", "search_fold(name)")), values),
                _rows(_ACCOUNTS.format(condition=condition.replace("NAME", BENEFICIARY)), values),
            )

    def _ending(self) -> list[tuple[uuid.UUID, uuid.UUID]]:
        field: Any = ExternalAccount._meta.get_field("last_four_digest")
        found = ExternalAccount.objects.filter(last_four_digest=field.digest(self.end)).order_by("-id")
        return list(found.values_list("platform_id", "id")[:_PEOPLE])


def _arrays(
    customers: Sequence[tuple[uuid.UUID, uuid.UUID]], accounts: Sequence[tuple[uuid.UUID, uuid.UUID]]
) -> dict[str, list[Any]]:
    return {
        "platforms": [platform for platform, _ in customers],
        "customers": [key for _, key in customers],
        "account_platforms": [platform for platform, _ in accounts],
        "accounts": [identifiers.public("ExternalAccount", key) for _, key in accounts],
    }


def _rows(sql: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall()) if cursor.description else []
