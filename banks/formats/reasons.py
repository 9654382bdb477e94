"""All reason codes of the formats, each with the failure reason of our payments.

The table is `reasons.csv`; its failure reasons are those of transfers in `payments.models.FailureReason`.
"""

import csv
import enum
import functools
from pathlib import Path
from typing import NamedTuple


class CodeList(enum.StrEnum):
    """The publisher of a code: ISO 20022's lists for answers and for returns, and NACHA's for returns and changes."""

    STATUS = "STATUS"
    RETURN = "RETURN"
    ACH_RETURN = "ACH_RETURN"
    ACH_CHANGE = "ACH_CHANGE"


class Reason(NamedTuple):
    """A code; `failure_reason` is that of a payment ended by it, None if the code ends no payment."""

    code: str
    meaning: str
    failure_reason: str | None


DUPLICATES = frozenset({"AM05", "DU01", "DU02", "DU03", "DU04", "DU05", "DU06", "DU07", "DUPL"})
"""ISO 20022: the bank has the file, batch or payment already. The first one may well be paid."""
DISHONOURS = frozenset(f"R{number}" for number in range(61, 78))
"""NACHA: the bank disputes a return, or what was said of one: whether the payment comes back is not known yet."""
UNKNOWN = "BANK_REJECTED"
"""For a bank's own code, and one that is newer than the table."""


@functools.cache
def table() -> dict[CodeList, dict[str, Reason]]:
    """Return every code by its list."""
    found: dict[CodeList, dict[str, Reason]] = {one: {} for one in CodeList}
    with Path(__file__).with_name("reasons.csv").open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            reason = Reason(row["code"], row["meaning"], row["failure_reason"] or None)
            found[CodeList(row["scheme"])][reason.code] = reason
    return found


def failure_reason(code: str | None, code_list: CodeList) -> str | None:
    """Return the failure reason of a payment ended by this code; None if the code ends no payment."""
    reason = table()[code_list].get(code or "")
    return reason.failure_reason if reason else UNKNOWN
