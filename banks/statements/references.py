"""Beneficiaries of money received, by the references in a line: of an internal account, or of a quote's payment."""

import uuid
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from banks.models import BankConnection, BankStatementLine
from banks.statements import lines
from payments.models import InternalAccount, Quote, QuoteSourceType
from platforms.base import identifiers
from platforms.models import Platform
from platforms.models.platform import Environment


class Named(NamedTuple):
    """A beneficiary: its name in a deposit, and its platform."""

    name: str
    platform: Platform


def platforms(connection: BankConnection) -> QuerySet[Platform]:
    """Return the platforms served by a connection."""
    rows: QuerySet[Platform] = Platform.objects.all()
    if connection.platform_id:
        return rows.filter(id=connection.platform_id)
    return rows.filter(environment=Environment.PRODUCTION)


def find(connection: BankConnection, rows: Iterable[BankStatementLine]) -> dict[uuid.UUID, list[Named]]:
    """Return the beneficiaries named by each line, with two database queries for all lines."""
    words_of = {row.pk: set(lines.words(row)) for row in rows}
    every = {word for words in words_of.values() for word in words}
    if not every:
        return {}
    mine = {one.pk: one for one in platforms(connection)}
    by_reference: dict[str, Named] = {}
    accounts = InternalAccount.objects.filter(funding_reference__in=every, platform__in=mine)
    for reference, platform in accounts.values_list("funding_reference", "platform_id"):
        by_reference[reference] = Named(reference, mine[platform])
    quotes = Quote.objects.filter(
        Q(transaction__platform__in=mine, transaction__reference__in=every),
        source_type=QuoteSourceType.REALTIME_FUNDING,
    )
    for reference, platform in quotes.values_list("transaction__reference", "platform_id"):
        by_reference[reference] = Named(reference, mine[platform])
    return {
        key: [by_reference[word] for word in sorted(words & by_reference.keys())] for key, words in words_of.items()
    }


def account(connection: BankConnection, public_id: str) -> InternalAccount | None:
    """Return the internal account of a public identifier, if the connection serves its platform."""
    rows = InternalAccount.objects.select_related("platform").filter(
        id=identifiers.parse("InternalAccount", public_id.strip()),
        currency=connection.currency,
        platform__in=platforms(connection),
    )
    found: InternalAccount | None = rows.first()
    return found


def named(bank: BankConnection, said: str) -> Named | None:
    """Return the beneficiary of a public identifier or a reference, if the connection serves its platform."""
    text = said.strip()
    mine = {one.pk: one for one in platforms(bank)}
    beneficiary: Any = None
    if ":" not in text:
        rows: Any = InternalAccount.objects.filter(funding_reference=text.upper(), platform__in=mine)
        quotes: Any = Quote.objects.filter(
            transaction__reference=text.upper(), transaction__platform__in=mine, platform__in=mine
        )
        beneficiary = rows.first() or quotes.first()
    elif (one := account(bank, text)) is not None:
        beneficiary = one
    elif key := identifiers.parse("Quote", text) or identifiers.parse("Transaction", text):
        beneficiary = Quote.objects.filter(Q(id=key) | Q(transaction=key), platform__in=mine).first()
    return Named(text, mine[beneficiary.platform_id]) if beneficiary else None
