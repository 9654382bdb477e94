"""Seals of the journal: they reveal a rewrite that balances and agrees with the payments.

An entry is sealed with its postings, and each posting with its account's holder: an account can't be given to another
holder unseen either. A task seals entries some seconds later, so that no payment waits for another one's.
"""

import hashlib
import uuid
from collections.abc import Iterator

from django.db import connection

from payments.models import JournalSeal, LedgerCheckRun
from platforms.encryption import seals

LOG = seals.Log(
    "payments_journalentry",
    """
    SELECT entry.id, entry.platform_id, entry.purpose, entry.transaction_id, entry.reverses_id, entry.at,
           (SELECT string_agg(
                       ROW(posting.id, posting.account_id, posting.side, posting.amount, posting.currency,
                           extract(epoch FROM posting.at), account.platform_id, account.kind, account.currency,
                           account.normal_side, holder.id, holder.customer_id)::text, ' ' ORDER BY posting.id)
              FROM payments_posting posting
              LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
              LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
             WHERE posting.entry_id = entry.id)
      FROM payments_journalentry entry WHERE entry.id > %s AND entry.id <= %s ORDER BY entry.id
    """,
    JournalSeal,
    start=hashlib.sha256(b"payments_journalentry").digest(),
)
_CONCERNED = """
SELECT entry.id, entry.platform_id,
       coalesce('Transaction:' || entry.transaction_id, min('InternalAccount:' || holder.id)),
       coalesce(array_agg(account.id) FILTER (WHERE account.is_guarded), '{}')
  FROM payments_journalentry entry
  LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
  LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
  LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
 WHERE entry.id = ANY (%s)
 GROUP BY entry.id
"""
Concerned = tuple[uuid.UUID | None, str | None, tuple[int, ...]]
"""Platform, public identifier of payment or account, and keys of the holders' ledger accounts."""


def compare(*, expected: seals.Head | None, most: int) -> tuple[int, list[tuple[seals.Fault, Concerned]]]:
    """Compare the journal with its seals; return the number of seals, and the faults with what they concern."""
    last = LedgerCheckRun.objects.order_by("-seals").values_list("seals", flat=True).first()
    count, _, faults = LOG.compare(known=last or 0, expected=expected, most=most)
    concerned = dict(_concerned([fault.key for fault in faults if fault.key is not None]))
    nothing: Concerned = (None, None, ())
    return count, [(fault, concerned.get(fault.key or 0, nothing)) for fault in faults]


def _concerned(entries: list[int]) -> Iterator[tuple[int, Concerned]]:
    with connection.cursor() as cursor:
        cursor.execute(_CONCERNED, [entries])
        for key, platform_id, subject, accounts in cursor.fetchall():
            yield key, (platform_id, subject, tuple(accounts))
