"""What the search box finds customers by. Each query asks one index for a few keys."""

from collections.abc import Iterator

from compliance.models import Customer
from platforms.backoffice import search
from platforms.backoffice.search import Key
from platforms.backoffice.terms import Term

# The index leads with the platform, so each platform is asked for its few.
_BY_THEIR_ID = """
SELECT found.id
  FROM platforms_platform platform
 CROSS JOIN LATERAL (
       SELECT id FROM compliance_customer WHERE platform_id = platform.id AND platform_customer_id = %s
        ORDER BY created_at DESC, id DESC LIMIT %s
       ) found
 LIMIT %s
"""
# The expressions are those of the indexes of migration 0006. Of more than 500 of a name the newest are not looked for:
# which ones are found is left to the index.
_BY_NAME = """
SELECT id FROM (
    SELECT id FROM compliance_customer
     WHERE to_tsvector('simple', search_fold(coalesce(full_name, business_info ->> 'legalName')))
        @@ to_tsquery('simple', search_fold(%s))
     LIMIT 500
) named ORDER BY id DESC LIMIT %s
"""
_NAME = "search_fold(coalesce(full_name, business_info ->> 'legalName'))"


@search.source("UMA address", rank=1, needs="compliance.Customer", fits=lambda term: "@" in term.text)
def _by_address(term: Term, limit: int) -> Iterator[Key]:
    address = term.text.lower() if term.text.startswith("$") else f"${term.text.lower()}"
    found = Customer.objects.filter(uma_address=address)
    yield from ((Customer, key) for key in found.values_list("pk", flat=True)[:limit])


@search.source("platform's own id", rank=1, needs="compliance.Customer", fits=search.is_plain)
def _by_their_id(term: Term, limit: int) -> Iterator[Key]:
    yield from search.rows(Customer, _BY_THEIR_ID, [term.text, limit, limit])


@search.source("name", rank=4, needs="compliance.Customer", fits=search.is_name)
def _by_name(term: Term, limit: int) -> Iterator[Key]:
    yield from search.rows(Customer, _BY_NAME, [search.all_words(term.words), limit])


@search.source("similar name", rank=6, needs="compliance.Customer", fits=search.is_misspelt, is_likeness=True)
def _by_likeness(term: Term, limit: int) -> Iterator[Key]:
    yield from search.alike(Customer, "compliance_customer", _NAME, term.words, limit)
