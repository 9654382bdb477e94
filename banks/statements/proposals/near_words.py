"""References that a line may mean: written with one mistake, with blanks, or cut.

All spellings with one mistake of a word are asked for by an index, so that the costs do not grow with the payments.
"""

import re
import string
from collections.abc import Iterable, Iterator

from banks.models import BankStatementLine

IDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""Letters of end-to-end ids, which have 15."""
REFERENCES = string.ascii_uppercase + string.digits
ID_LENGTH, ACCOUNT_LENGTH, PAYMENT_LENGTH = 15, 10, 18
"""Of end-to-end ids, of references of internal accounts, and of those of payments, which begin with TX."""
_SPLIT = re.compile(r"[^A-Z0-9]+")
_MISREAD = str.maketrans("0189", "OIBG")
_MOST_WORDS = 6
_SHORTEST_PART = 8


def words(row: BankStatementLine) -> list[str]:
    """Return the words of a line's references and text, and two or three joined, as capitals; each once."""
    said = row.said
    found: dict[str, None] = {}
    for text in (row.end_to_end_id, row.bank_reference, said.get("reference", ""), said.get("text", "")):
        parts = [part for part in _SPLIT.split(text.upper()) if part]
        for length in (1, 2, 3):
            for at in range(len(parts) - length + 1):
                found["".join(parts[at : at + length])] = None
    return list(found)


def ids(row: BankStatementLine) -> set[str]:
    """Return the end-to-end ids that a line may mean."""
    spelt = [word.translate(_MISREAD) for word in words(row)]
    return _spellings((word for word in spelt if set(word) <= set(IDS)), ID_LENGTH, IDS)


def references(row: BankStatementLine) -> set[str]:
    """Return the references of internal accounts and payments that a line may mean."""
    found = words(row)
    # Words of ten letters are in every language; a reference has a digit nearly always.
    of_accounts = (word for word in found if any(letter.isdigit() for letter in word))
    of_payments = (word for word in found if word.startswith(("TX", "XT", "T", "X")))
    return _spellings(of_accounts, ACCOUNT_LENGTH, REFERENCES) | _spellings(of_payments, PAYMENT_LENGTH, REFERENCES)


def parts(row: BankStatementLine) -> list[str]:
    """Return words of a line that may be the beginning of an end-to-end id, cut by a bank."""
    spelt = (word.translate(_MISREAD) for word in words(row))
    cut = [word for word in spelt if _SHORTEST_PART <= len(word) < ID_LENGTH and set(word) <= set(IDS)]
    return cut[:_MOST_WORDS]


def _spellings(words_: Iterable[str], length: int, letters: str) -> set[str]:
    near = [word for word in words_ if abs(len(word) - length) <= 1][:_MOST_WORDS]
    return {
        spelling for word in near for spelling in (word, *_with_one_mistake(word, letters)) if len(spelling) == length
    }


def _with_one_mistake(word: str, letters: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in letters:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
