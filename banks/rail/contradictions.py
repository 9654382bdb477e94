"""Reports of a bank that contradict what it did or said before: nothing is moved by them, and people decide.

The row of the payment by file has the contradiction as its `reason`. A line that settles or returns the payment
decides it; else staff close the case, or end a payment that the bank has not carried out.
"""

from collections import defaultdict
from collections.abc import Sequence

from banks.models import BankPayment
from payments.models import CaseKind
from payments.workflow import cases
from platforms.base import clock, identifiers


def sentence(code: str, *, was_accepted: bool) -> str:
    """Return what contradicts what, as shown on the page of the payment."""
    if was_accepted:
        return f"the bank rejects it ({code}), and had accepted or paid it before: ask the bank which is true"
    return f"the bank rejects it as a duplicate ({code}), and may have paid it already: ask the bank"


def open_cases(rows: Sequence[BankPayment], *, now: clock.RealTime) -> None:
    """Open a case for each contradicted payment; one for the batch, if the report contradicts several payments of it.

    In the caller's database transaction.
    """
    by_batch: dict[str, list[BankPayment]] = defaultdict(list)
    for row in rows:
        assert row.batch_id is not None, "no report is about a payment that was not given out"
        by_batch[identifiers.public("BankBatch", row.batch_id)].append(row)
    for batch, some in by_batch.items():
        first = some[0]
        subject, about = first.public_id, f"The payment {first.end_to_end_id}"
        if len(some) > 1:
            subject = batch
            about = f"{len(some)} payments of a batch, among them {first.end_to_end_id}"
        cases.begin(
            kind=CaseKind.BANK_FILE,
            subject=subject,
            platform_id=first.platform_id,
            cause=f"{about} by {first.connection_name}: {first.reason}.",
            now=now,
        )
