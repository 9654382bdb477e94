"""Lines that another statement of the connection has, word for word."""

import uuid
from collections.abc import Sequence

from banks.models import BankStatementLine


def find(rows: Sequence[BankStatementLine], *, kind: str) -> set[uuid.UUID]:
    """Return the lines of one connection that are repeated from another statement of this kind."""
    by_print: dict[bytes, list[BankStatementLine]] = {}
    for row in rows:
        by_print.setdefault(bytes(row.fingerprint), []).append(row)
    if not rows:
        return set()
    same = BankStatementLine.objects.filter(
        connection_name=rows[0].connection_name,
        fingerprint__in=list(by_print),
        statement__kind=kind,
        is_booked=True,
    )
    return {
        row.pk
        for digest, statement in same.values_list("fingerprint", "statement_id").distinct()
        for row in by_print[bytes(digest)]
        if row.statement_id != statement
    }
