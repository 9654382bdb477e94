"""Banks' reason codes, all that the formats know, and what each means for a payment of ours.

The table is `reasons.csv`; its failure reasons are those of transfers in `payments.models.FailureReason`.
"""

import csv
import enum
import functools
from pathlib import Path
from typing import NamedTuple


class CodeList(enum.StrEnum):
    """Who defines a code: ISO 20022's lists for answers and for returns, and NACHA's for returns and changes."""

    STATUS = "STATUS"
    RETURN = "RETURN"
    ACH_RETURN = "ACH_RETURN"
    ACH_CHANGE = "ACH_CHANGE"


class Reason(NamedTuple):
    """A code; `failure_reason` is what a payment that it ended failed of, None where it ends none."""

    code: str
    meaning: str
    failure_reason: str | None


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
    """Return why a payment failed that a bank ended with this code; None for a code that ends no payment."""
    reason = table()[code_list].get(code or "")
    return reason.failure_reason if reason else UNKNOWN
