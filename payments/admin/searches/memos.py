"""Payments by the words of their memos."""

from collections.abc import Iterator

from payments.models import Transaction
from platforms.backoffice import search
from platforms.backoffice.search import Key
from platforms.backoffice.terms import Term

# The expression is that of the index of migration 0042. Of more than 500 which ones are found is left to the index.
_BY_MEMO = """
SELECT id FROM (
    SELECT id FROM payments_transaction
     WHERE description IS NOT NULL
       AND to_tsvector('simple', search_fold(description)) @@ to_tsquery('simple', search_fold(%s)) LIMIT 500
) described ORDER BY id DESC LIMIT %s
"""


@search.source("memo", rank=5, needs="payments.Transaction", fits=search.is_several)
def _by_memo(term: Term, limit: int) -> Iterator[Key]:
    yield from search.rows(Transaction, _BY_MEMO, [search.all_words(term.telling_words), limit])
