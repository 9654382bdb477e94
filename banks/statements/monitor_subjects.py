"""What the monitor watches of banks: their files, gaps between statements, lines that wait, and what is owed to us."""

import datetime as dt
from collections.abc import Collection, Iterable

from django.db import connection

from banks.models import BankAnswer, BankException, BankIncomingFile, BankPayment, Claim
from payments.models import CaseKind, CaseState, OperationsCase
from payments.workflow import cases
from payments.workflow.monitor import MOST, Finding, Source, watch
from platforms.base import clock, identifiers

# A statement continues another one of its connection: by the balance, at the same day or before. The first one, by its
# date, continues none. Those of the last weeks: an older gap has its case.
_GAPS = """
SELECT statement.id, statement.connection_name, statement.opening_on
  FROM payments_bankstatement statement
 WHERE statement.kind = 'STATEMENT' AND statement.opening IS NOT NULL AND statement.received_at > %s
   AND EXISTS (SELECT FROM payments_bankstatement earlier
                WHERE earlier.connection_name = statement.connection_name AND earlier.kind = 'STATEMENT'
                  AND (earlier.closing_on, earlier.id)
                      < (coalesce(statement.closing_on, statement.opening_on), statement.id))
   AND NOT EXISTS (SELECT FROM payments_bankstatement earlier
                    WHERE earlier.connection_name = statement.connection_name AND earlier.kind = 'STATEMENT'
                      AND earlier.id <> statement.id AND earlier.closing = statement.opening
                      AND earlier.closing_on <= coalesce(statement.closing_on, statement.opening_on))
 ORDER BY statement.received_at LIMIT %s
"""
_GAP_SEEN = dt.timedelta(days=60)
_EXCEPTION_WAITS = dt.timedelta(days=2)


def _bank_files(now: clock.RealTime) -> Iterable[Finding]:
    """Return files from banks that were set aside, gaps between statements, and lines that wait for people too long."""
    set_aside = BankIncomingFile.objects.filter(state="SET_ASIDE").order_by("-id")
    findings = [
        Finding(
            file.public_id,
            f"{_file(file)}, {file.place}: {file.problem}."[: cases.LONGEST_CAUSE],
            identifiers.made_at(file.pk),
        )
        for file in set_aside[:MOST]
    ]
    with connection.cursor() as cursor:
        cursor.execute(_GAPS, [now - _GAP_SEEN, MOST])
        findings += [
            Finding(
                identifiers.public("BankStatement", key),
                f"The opening balance of {name} on {opening_on} is no closing balance of a statement before it.",
                identifiers.made_at(key),
            )
            for key, name, opening_on in cursor.fetchall()
        ]
    waiting = BankException.objects.filter(closed_at=None).select_related("line__statement__file").order_by("id")
    findings += [
        Finding(
            exception.public_id,
            f"A line of {_file(exception.line.statement.file)} waits: {exception.reason}.",
            identifiers.made_at(exception.pk),
        )
        for exception in waiting[:MOST]
        if identifiers.made_at(exception.pk) < now - _EXCEPTION_WAITS
    ]
    return sorted(findings, key=lambda finding: finding.since)


def _file(file: BankIncomingFile) -> str:
    """Return what a file of a bank is called, with the connection that it came by."""
    longest = 80
    name = file.name if len(file.name) <= longest else f"{file.name[:longest]}…"
    return f"the file {name} of {file.connection_name}"


def _still_bank_files(subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    """Return the subjects of `_bank_files`, and the payments and batches that a bank's report still contradicts."""
    contradicted = BankPayment.objects.filter(state__in=("BATCHED", "SETTLED")).exclude(reason="")
    payments = [key for subject in subjects if (key := identifiers.parse("BankPayment", subject))]
    batches = [key for subject in subjects if (key := identifiers.parse("BankBatch", subject))]
    of_payments = contradicted.filter(id__in=payments).values_list("id", flat=True)
    of_batches = contradicted.filter(batch__in=batches).values_list("batch", flat=True).distinct()
    return (
        {finding.subject for finding in _bank_files(now)}
        | {identifiers.public("BankPayment", key) for key in of_payments}
        | {identifiers.public("BankBatch", key) for key in of_batches}
        | _still_unapplied(subjects)
    )


def _still_unapplied(subjects: Collection[str]) -> set[str]:
    """Return the files with answers that moved nothing, and the corrections: people close these cases.

    A corrected account number ends its case when it is approved or refused.
    """
    files = [key for subject in subjects if (key := identifiers.parse("BankIncomingFile", subject))]
    rows = [key for subject in subjects if (key := identifiers.parse("BankAnswer", subject))]
    unapplied = BankAnswer.objects.filter(file__in=files).exclude(kind="CORRECTION")
    corrections = BankAnswer.objects.filter(id__in=rows, refused_at=None)
    return {
        *(identifiers.public("BankIncomingFile", key) for key in unapplied.values_list("file", flat=True).distinct()),
        *(answer.public_id for answer in corrections if answer.in_force_at is None or "number" not in answer.content),
    }


def _claims(now: dt.datetime) -> Iterable[Finding]:
    waiting = Claim.objects.filter(settled_at=None).select_related("platform").order_by("opened_at")
    have = OperationsCase.objects.filter(kind=CaseKind.MONEY_OWED, state=CaseState.OPEN).count()
    return [
        Finding(
            claim.public_id,
            f"{claim.reason}, owed by: {claim.debtor}",
            min(clock.real(claim.platform, claim.opened_at), now),
            claim.platform_id,
        )
        for claim in waiting[: have + MOST]
    ]


def _still_owed(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("Claim", subject))]
    owed = Claim.objects.filter(id__in=keys, settled_at=None).values_list("id", flat=True)
    return {identifiers.public("Claim", key) for key in owed}


watch(CaseKind.BANK_FILE, Source(_bank_files, _still_bank_files))
watch(CaseKind.MONEY_OWED, Source(_claims, _still_owed))
