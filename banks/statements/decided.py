"""Decisions about lines that are stored: what was matched before, and which decision of a line is the latest."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection as database
from django.db import models

from banks.models import BankMatch, BankStatementLine, MatchKind
from platforms import audit
from platforms.base import identifiers

MOVES_MONEY = "STATEMENT"
"""The kind of statements whose lines are booked; reports and notifications repeat lines of these."""


def matched(subjects: Iterable[str]) -> set[tuple[str, str]]:
    """Return the decisions about these payments and batches: their identifiers, each with its kind.

    What is matched together with others counts as each payment's own.
    """
    asked = list(subjects)
    payments = [key for one in asked if (key := identifiers.parse("BankPayment", one))]
    # Asked first, and nearly always empty: in a join the planner would begin with all lines of statements.
    with database.cursor() as cursor:
        cursor.execute(_ABOUT, [asked, payments])
        found = cursor.fetchall()
    rows = BankMatch.objects.filter(id__in={key for key, _ in found}, line__statement__kind=MOVES_MONEY)
    kinds = dict(live(rows).values_list("id", "kind"))
    return {(subject, kinds[key]) for key, subject in found if key in kinds}


# The index has no empty subjects. Where that is a parameter, as the ORM makes it, a plan kept for all values does not
# know it, and reads all decisions. OFFSET keeps it from joining before it knows which sets are asked for.
_ABOUT = """
SELECT found.id, asked.subject FROM unnest(%s::text[]) AS asked (subject)
  JOIN payments_bankmatch found ON found.subject = asked.subject AND found.subject <> ''
UNION ALL
SELECT found.id, part.subject FROM (
       SELECT 'BankPayment:' || payment_id AS subject, 'BankSet:' || bank_set_id AS bank_set
         FROM banks_banksetpayment WHERE payment_id = ANY(%s::uuid[]) OFFSET 0) part
 CROSS JOIN LATERAL (
       SELECT id FROM payments_bankmatch WHERE subject = part.bank_set AND subject <> '' OFFSET 0) found
"""


def live(rows: models.QuerySet[BankMatch]) -> models.QuerySet[BankMatch]:
    """Return the valid decisions: the latest of each line."""
    later = BankMatch.objects.filter(line=models.OuterRef("line"), number__gt=models.OuterRef("number"))
    return rows.exclude(models.Exists(later))


def numbers_of(rows: Sequence[BankStatementLine]) -> dict[uuid.UUID, int]:
    """Return the number of the next decision about each line."""
    counted = BankMatch.objects.filter(line__in=rows).values_list("line").annotate(count=models.Count("id"))
    made = dict(counted.values_list("line_id", "count"))
    return {row.pk: made.get(row.pk, 0) + 1 for row in rows}


def audit_booked(matches: Iterable[BankMatch]) -> None:
    """Write audit rows for decisions by rules: fees, charges within lines, and batches.

    Payments and deposits have their own.
    """
    booked = [match for match in matches if match.kind in {MatchKind.FEE, MatchKind.BATCH} or match.difference]
    decided_at = defaultdict[Any, list[tuple[audit.Row, dict[str, Any]]]](list)
    for match in booked:
        details = {"kind": match.kind, "line": match.line.public_id, "amount": match.amount, "currency": match.currency}
        if match.difference:
            details |= {"about": match.subject, "fee": match.difference}
        decided_at[match.at].append((match, details | {"rule": match.rule}))
    for at, rows in decided_at.items():
        audit.record_each(rows, "bank_match.decide", actor=audit.SYSTEM, now=at)
