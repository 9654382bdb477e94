"""NACHA files: credits and debits for US accounts, with returns and notifications of change.

Records of 94 characters in fixed fields. Amounts are in cents.
"""

from banks.formats.nacha.reading import read_entries, read_returns
from banks.formats.nacha.records import LONGEST_TEXT, OFFSET, Batch, Entry, EntryClass, File, OwnAccount, Returned
from banks.formats.nacha.writing import write

__all__ = [
    "LONGEST_TEXT",
    "OFFSET",
    "Batch",
    "Entry",
    "EntryClass",
    "File",
    "OwnAccount",
    "Returned",
    "read_entries",
    "read_returns",
    "write",
]
