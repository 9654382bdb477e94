"""What the search box finds customers by. Each query asks one index for a few keys."""

import re
from collections.abc import Iterator
from typing import Any

from compliance.models import Customer
from platforms.backoffice import search
from platforms.backoffice.search import Key, Partly
from platforms.backoffice.terms import Term

# The expressions are those of the indexes of migrations 0006 and 0020. Of more than 500 of a name the newest are not
# looked for: which ones are found is left to the index.
_BY_THEIR_ID = r"""
SELECT id FROM (
    SELECT id FROM compliance_customer
     WHERE lower(regexp_replace(platform_customer_id, '[\W_]+', '', 'g')) = %s LIMIT 500
) named ORDER BY id DESC LIMIT %s
"""
_PHONE = re.compile(r"\+?[0-9][0-9 ()./-]{5,24}", re.ASCII)
"""A number as people write it; the country's code is part of it."""
_NAME = "search_fold(coalesce(full_name, business_info ->> 'legalName'))"


@search.source("UMA address", rank=1, needs="compliance.Customer", fits=lambda term: "@" in term.text)
def _by_address(term: Term, limit: int) -> Iterator[Key]:
    address = term.text.lower() if term.text.startswith("$") else f"${term.text.lower()}"
    found = Customer.objects.filter(uma_address=address)
    yield from ((Customer, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("e-mail address", rank=1, needs="compliance.Customer", fits=lambda term: "@" in term.text)
def _by_email(term: Term, limit: int) -> Iterator[Key]:
    yield from _by_digest("email_digest", term.text.lower(), limit)


@search.source(
    "telephone number", rank=1, needs="compliance.Customer", fits=lambda term: bool(_PHONE.fullmatch(term.text))
)
def _by_phone(term: Term, limit: int) -> Iterator[Key]:
    yield from _by_digest("phone_digest", term.text, limit)


def _by_digest(column: str, text: str, limit: int) -> Iterator[Key]:
    field: Any = Customer._meta.get_field(column)
    found = Customer.objects.filter(**{column: field.digest(text)}).order_by("-id")
    yield from ((Customer, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("platform's own id", rank=1, needs="compliance.Customer", fits=search.is_dictated)
def _by_their_id(term: Term, limit: int) -> Iterator[Key]:
    yield from search.rows(Customer, _BY_THEIR_ID, [term.compact.lower(), limit])


@search.source("name", rank=4, needs="compliance.Customer", fits=search.is_name)
def _by_name(term: Term, limit: int) -> Iterator[Key]:
    yield from search.named(Customer, "compliance_customer", _NAME, term.words, limit)


@search.source("name as it sounds", rank=5, needs="compliance.Customer", fits=search.is_misspelt, is_likeness=True)
def _by_sound(term: Term, limit: int) -> Iterator[Key]:
    yield from search.sounding(Customer, "compliance_customer", term.words, limit)


@search.source("similar name", rank=6, needs="compliance.Customer", fits=search.is_misspelt, is_likeness=True)
def _by_likeness(term: Term, limit: int) -> Iterator[Key]:
    yield from search.alike(Customer, "compliance_customer", _NAME, term.words, limit)


@search.source("name", rank=9, needs="compliance.Customer", fits=search.is_several, is_likeness=True)
def _by_some_words(term: Term, limit: int) -> Iterator[Partly]:
    yield from search.partly_named(Customer, "compliance_customer", _NAME, term, limit)
