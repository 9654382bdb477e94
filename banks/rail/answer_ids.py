"""Which payment an answer is about, where the bank does not repeat its end-to-end id: other ids of ours, and traces."""

import datetime as dt
import io
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from banks.formats import nacha
from banks.formats.nacha import Returned
from banks.formats.records import Status
from banks.models import GIVEN_OUT, BankBatch, BankFile, BankPayment
from banks.rail import files, formats

_LONGEST_AGO = dt.timedelta(days=90)
"""A payment may come back for 60 days and a few."""
_MOST_FILES = 200


def known(statuses: Iterable[Status]) -> set[str]:
    """Return which of the ids in a report are end-to-end ids of ours; that of an instruction is the same."""
    asked = {one for status in statuses for one in (status.end_to_end_id, status.instruction_id) if one}
    return set(BankPayment.objects.filter(end_to_end_id__in=asked).values_list("end_to_end_id", flat=True))


def of_status(status: Status, ours: Collection[str]) -> str:
    """Return the end-to-end id of a payment's status: one of ours, else as the bank wrote it, else empty."""
    written = [one for one in (status.end_to_end_id, status.instruction_id) if one]
    return next((one for one in written if one in ours), next(iter(written), ""))


class _Entry(NamedTuple):
    """An entry of a file of ours."""

    end_to_end_id: str
    amount: int
    account_number: str
    day: str


def of_returns(returned: Iterable[Returned], *, connection_name: str) -> dict[str, str]:
    """Return the end-to-end ids of returned entries whose own id is of none of ours, by their places in the file.

    The bank repeats the trace number that the entry had in our file. Files of other days have it too: amount, account
    and, where that is not enough, the day have to fit, and one entry alone.
    """
    rows = list(returned)
    known = set(
        BankPayment.objects.filter(
            end_to_end_id__in=[entry.id for entry in rows], connection_name__in=_names(connection_name)
        ).values_list("end_to_end_id", flat=True)
    )
    without_id = [entry for entry in rows if entry.id not in known]
    if not without_id:
        return {}
    entries = _entries({entry.trace_number for entry in without_id}, connection_name)
    names = {entry.place: _fitting(entry, entries.get(entry.trace_number, [])) for entry in without_id}
    return {place: name for place, name in names.items() if name}


def _names(connection_name: str) -> Iterable[str]:
    if connection_name:
        return [connection_name]
    return BankBatch.objects.filter(format__in=formats.NACHA).values_list("connection__name", flat=True).distinct()


def _entries(traces: set[str], connection_name: str) -> dict[str, list[_Entry]]:
    """Return the entries of our files with these trace numbers, of the last files."""
    latest = BankFile.objects.filter(
        batch__connection__name__in=_names(connection_name), batch__format__in=formats.NACHA, batch__state__in=GIVEN_OUT
    )
    newest = latest.order_by("-written_at").first()
    if newest is None:
        return {}
    recent = latest.filter(written_at__gte=newest.written_at - _LONGEST_AGO).select_related("batch")
    found: dict[str, list[_Entry]] = {}
    for file in recent.order_by("-written_at")[:_MOST_FILES]:
        for trace, entry in nacha.read_entries(io.BytesIO(files.content_of(file))):
            if trace in traces:
                day = f"{file.batch.value_date:%y%m%d}"
                found.setdefault(trace, []).append(_Entry(entry.id, entry.amount, entry.account_number, day))
    return found


def _fitting(one: Returned, entries: Sequence[_Entry]) -> str:
    """Return the id of the one entry that fits; empty where there is none, or several."""
    # A notification of change has no amount.
    fitting = [
        entry
        for entry in entries
        if (one.correction is not None or entry.amount == one.amount)
        and one.account_number in {"", entry.account_number}
    ]
    if len(fitting) > 1:
        fitting = [entry for entry in fitting if entry.day == one.day]
    return fitting[0].end_to_end_id if len(fitting) == 1 else ""
