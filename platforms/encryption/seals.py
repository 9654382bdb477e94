"""Seals of a log, made after its rows are written, and the comparison of the log with them.

A row is sealed once no row can appear any more below its key (`high_water`). The seals of a log are a chain
(`hash_chain`) under a key that the database does not know.
"""

import argparse
import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection, transaction

from platforms.base import clock
from platforms.database import high_water
from platforms.database.locks import Lock
from platforms.encryption import hash_chain

ROWS_OF_A_SEAL = 5000
_LOWEST = -(2**63)
Head = tuple[int, str]
"""The number and the digest (hexadecimal) of a seal."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A difference between a log, or its seals, and what was sealed."""

    kind: str
    subject: str
    detail: str
    key: int | None = None
    """Key of the row concerned."""

    @property
    def stored(self) -> dict[str, Any]:
        """The fault as JSON has it."""
        return {"kind": self.kind, "subject": self.subject, "detail": self.detail}


@dataclasses.dataclass(frozen=True, slots=True)
class Log:
    """A log with seals."""

    table: str
    rows: str
    """A query of a row's key and of all its sealed values, for keys `> %s` and `<= %s`, in their order."""
    seals: Any
    """The model of its seals."""
    start: bytes = hash_chain.START
    """Stands for the seal before the first: different for each log, so that no seal of one fits in another."""

    def seal_all(self, *, most: int = ROWS_OF_A_SEAL) -> int:
        """Seal the rows written since the last seal, at most `most` in each; return how many there were."""
        until, sealed = high_water.mark(self.table), 0
        while until is not None:
            with transaction.atomic(durable=True):
                count = self.advance(until=until, now=clock.real_now(), most=most)
            sealed += count
            if count < most:
                break
        return sealed

    def advance(self, *, until: int, now: dt.datetime, most: int = ROWS_OF_A_SEAL) -> int:
        """Seal the rows up to `until` that no seal covers yet, at most `most` of them; return how many there were."""
        with connection.cursor() as cursor:
            if not Lock.TABLE.try_to_hold(cursor, self.seals._meta.db_table):
                return 0  # another process is sealing
        last = self.last()
        after = last.last_id if last else 0
        index = [piece for _, piece in self._rows(after, until, most=most)]
        if not index:
            return 0
        seal = self.seals(
            number=last.number + 1 if last else 1,
            after_id=after,
            last_id=next(key for key, _ in hash_chain.entries(index[-1])),
            rows=len(index),
            index=b"".join(index),
            sealed_at=now,
        )
        seal.digest = hash_chain.seal(bytes(last.digest) if last else self.start, *_said(seal))
        seal.save(force_insert=True)
        return len(index)

    def last(self) -> Any:
        """Return the newest seal without its index, or None."""
        return self.seals.objects.defer("index").order_by("-number").first()

    def is_newest_ours(self) -> bool:
        """Tell whether the newest seal was made under a key that this process has; without any, too."""
        newest = list(self.seals.objects.order_by("-number")[:2])
        if not newest:
            return True
        previous = bytes(newest[1].digest) if newest[1:] else self.start
        return hash_chain.is_seal(bytes(newest[0].digest), previous, *_said(newest[0]))

    def head(self) -> Head | None:
        """Return the newest seal's number and digest: noted elsewhere, they prove that no seal was removed."""
        last = self.last()
        return (last.number, bytes(last.digest).hex()) if last else None

    def differences(
        self, *, after: int | None = None, until: int | None = None, expected: Head | None = None
    ) -> Iterator[Fault]:
        """Yield what differs from the seals with numbers after `after`, up to `until`; from the first to the last."""
        previous, these = self.seals(number=0, last_id=0, digest=self.start), self.seals.objects.order_by("number")
        if after is None:
            for key, _ in self._rows(_LOWEST, 0):
                yield Fault("ROW_ADDED", f"entry {key}", "no key is so low", key)
        else:
            previous = these.defer("index").filter(number__lte=after).last() or previous
            these = these.filter(number__gt=after)
        if until is not None:
            these = these.filter(number__lte=until)
        for seal in these.iterator(chunk_size=20):
            yield from (*_faults_of_seal(seal, previous, expected), *self._faults_of_rows(seal))
            previous = seal

    def count(self) -> int:
        """Return the number of seals."""
        return int(self.seals.objects.count())

    def lost(self, *, known: int) -> list[Fault]:
        """Return a fault if there are fewer seals than there were once."""
        there = self.count()
        return [Fault("SEALS_LOST", f"seal {known}", f"was there once; now there are {there}")] if there < known else []

    def _faults_of_rows(self, seal: Any) -> Iterator[Fault]:
        sealed = dict(hash_chain.entries(bytes(seal.index)))
        there = dict(self._rows(seal.after_id, seal.last_id))
        for key in sorted(sealed.keys() | there.keys()):
            if key not in there:
                yield Fault("ROW_MISSING", f"entry {key}", f"seal {seal.number} has it", key)
            elif key not in sealed:
                yield Fault("ROW_ADDED", f"entry {key}", f"seal {seal.number} does not have it", key)
            elif there[key] != sealed[key]:
                yield Fault("ROW_CHANGED", f"entry {key}", f"is not what seal {seal.number} says", key)

    def _rows(self, after: int, until: int, *, most: int | None = None) -> Iterator[tuple[int, bytes]]:
        with connection.cursor() as cursor:
            cursor.execute(f"{self.rows} LIMIT %s", [after, until, most])
            rows: Sequence[tuple[Any, ...]] = cursor.fetchall()
        for row in rows:
            yield row[0], hash_chain.entry(row[0], row[1:])


def noted(text: str) -> Head:
    """Parse a seal printed by a command, NUMBER:DIGEST."""
    number, _, digest = text.strip().partition(":")
    try:
        return int(number), bytes.fromhex(digest).hex()
    except ValueError:
        message = "write it as it was noted: NUMBER:DIGEST"
        raise argparse.ArgumentTypeError(message) from None


def _faults_of_seal(seal: Any, previous: Any, expected: Head | None) -> Iterator[Fault]:
    name = f"seal {seal.number}"
    if seal.number != previous.number + 1 or seal.after_id != previous.last_id:
        yield Fault("SEAL_MISSING", name, f"does not follow seal {previous.number}")
    elif not hash_chain.is_seal(bytes(seal.digest), bytes(previous.digest), *_said(seal)):
        yield Fault("SEAL_CHANGED", name, "it, or the one before, is not what it was")
    if expected and seal.number == expected[0] and bytes(seal.digest).hex() != expected[1]:
        yield Fault("SEAL_REPLACED", name, "its digest is not the one that was noted")


def _said(seal: Any) -> tuple[tuple[int, ...], dt.datetime, bytes]:
    return (seal.number, seal.after_id, seal.last_id, seal.rows), seal.sealed_at, bytes(seal.index)
