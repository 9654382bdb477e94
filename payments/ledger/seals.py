"""Seals of the journal: they reveal a rewrite that balances and agrees with the payments.

An entry is sealed with its postings, and each posting with its account's holder: an account can't be given to another
holder unseen either. A task seals entries some seconds later, so that no payment waits for another one's.
"""

import hashlib
import uuid
from collections.abc import Iterator, Sequence

from django.db import connection

from payments.ledger.check_parts import Fault
from payments.models import JournalSeal, LedgerCheckRun
from platforms.encryption import seals
from platforms.operations.check_keys import Seals

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


def part(expected: seals.Head | None = None) -> Seals:
    """Return the part of the check that compares the journal with its seals; `expected` was noted somewhere else."""
    return Seals(LOG, _known, _faults, expected)


def _known() -> int:
    last = LedgerCheckRun.objects.order_by("-seals").values_list("seals", flat=True).first()
    return last or 0


def _faults(found: Sequence[seals.Fault]) -> Iterator[Fault]:
    """Yield differences with the payment or account concerned."""
    concerned = dict(_concerned([fault.key for fault in found if fault.key is not None]))
    for fault in found:
        platform_id, subject, accounts = concerned.get(fault.key or 0, (None, None, ()))
        kind, detail = fault.kind.replace("ROW_", "ENTRY_"), f"{fault.subject}: {fault.detail}"
        yield Fault(kind, subject or f"journal {fault.subject}", detail, platform_id, accounts)


def _concerned(entries: list[int]) -> Iterator[tuple[int, Concerned]]:
    with connection.cursor() as cursor:
        cursor.execute(_CONCERNED, [entries])
        for key, platform_id, subject, accounts in cursor.fetchall():
            yield key, (platform_id, subject, tuple(accounts))
