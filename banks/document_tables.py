"""Tables of the documents that are made of this app's code: `config.documents.tables` asks each installed app.

A table is its heading, such as `| Code | Meaning |`, and its rows in the same form.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from banks.formats import reasons
from banks.formats.reasons import CodeList
from banks.statements import movements

_LISTS = MappingProxyType(
    {
        CodeList.STATUS: "ISO 20022, status",
        CodeList.RETURN: "ISO 20022, return",
        CodeList.ACH_RETURN: "NACHA, return",
        CodeList.ACH_CHANGE: "NACHA, correction",
    }
)


def bank_codes() -> tuple[str, Sequence[str]]:
    """Return every published code with which banks end payments, and the failure reason of ours that it becomes."""
    rows = [
        f"| {_LISTS[code_list]} | {code} | {meaning} | {f'`{failure}`' if failure else 'none'} |"
        for code_list, codes in reasons.table().items()
        for code, meaning, failure in codes.values()
    ]
    return "| List | Code | Meaning | `failureReason` |", rows


TABLES: Mapping[str, Callable[[], tuple[str, Sequence[str]]]] = MappingProxyType({"bank-codes": bank_codes})
"""By the name that a page includes."""
MOVEMENTS = movements.MOVEMENTS
"""Entries of the journal that this app adds to those of payments."""
