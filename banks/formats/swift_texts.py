"""The texts of MT940 and MT942, `:86:`: in the structure of German banks, in that of SWIFT and Dutch banks, or in none.

Banks cut a text into fields of 27 characters, or into lines of 65, wherever it is full: an identifier may be cut too.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from banks.formats.records import Detail

_GERMAN = re.compile(r"\s*(?:\d{3})?\s*([?<>~^|])\d\d")
"""A code of three digits, and the mark of a first field: Germans write `?`, Dutch and Polish banks another one."""
_GERMAN_CODE = re.compile(r"\s*(\d{3})\s*[?<>~^|]\d\d")
_FULL = 27
"""Characters of a German field: a shorter one ends where the bank wanted it to end."""
_TEXT_FIELDS = (*range(20, 30), *range(60, 64))
_WORDS = re.compile(r"(EREF|KREF|MREF|IREF|SVWZ|RREF|ABWA|ABWE|CRED|DEBT|PURP|COAM|OAMT|IBAN|BIC)\+", re.IGNORECASE)
_SLASHED = re.compile(
    r"/(EREF|IREF|KREF|MREF|PREF|CREF|MARF|CSID|REMI|NAME|IBAN|BIC|CNTP|ORDP|BENM|RTRN|TRCD|TRTP|PURP|ULTC|ULTB|ULTD"
    r"|ISDT|SVCL|TRID|OCMT|CHGS|ADDR|IACC)/"
)
_REMITTANCE = re.compile(r"/?(?:USTD/+|STRD/(?:[A-Z]{3}/)?)")
_NO_IDS = frozenset({"NOTPROVIDED", "NONREF", "NOREF", "EREF", "KREF", "PREF", "MREF", "MARF", "NICHTANGEGEBEN"})
"""Written in place of an identifier, or to say under which word the text has it."""
_RETURN = frozenset({"RTI"})
"""SWIFT's code of a return, after the letter for the code's origin."""
_RETURN_WORD = re.compile("RETURN|R.CKLASTSCHRIFT|RUECKUEBERWEISUNG")
_RETURN_CODE = re.compile(r"\b([A-Z]{2}[0-9]{2})\b")
_OTHER_FIELDS = re.compile(r"(?m)^\d\d")


class Read(NamedTuple):
    """What a text says: the payment, the whole text for people and for the search, and the sender's id of a batch."""

    detail: Detail
    text: str
    batch_id: str | None = None


def identifier(text: str | None) -> str | None:
    """Return an identifier; None where the bank says that there is none."""
    text = (text or "").strip()
    return None if not text or text.replace(" ", "").upper().rstrip("+") in _NO_IDS else text


def read(text: str, reference: str | None, *, code: str, supplement: str = "") -> Read:
    """Read the text of a line; `reference` is the line's own, `supplement` the further lines of its field."""
    joined = text.replace("\n", "")
    if (german := _GERMAN.match(joined)) is not None:
        return _german(joined, german[1], reference, supplement)
    whole = " ".join(f"{supplement} {text}".split())
    if len(parts := _SLASHED.split(joined)) > 1:
        return _slashed(parts, reference, whole)
    plain = " ".join(text.split())
    detail = Detail(end_to_end_id=reference, remittance=plain, reason_text=plain if code[1:] in _RETURN else "")
    return Read(detail, whole)


def german_code(text: str) -> str:
    """Return the code of a German text, which says what kind of movement it is; empty without one."""
    found = _GERMAN_CODE.match(text)
    return found[1] if found else ""


def without_numbers(text: str) -> str:
    """Return the text of `:NS:`, whose lines begin with the number of their field."""
    return _OTHER_FIELDS.sub("", text)


def _slashed(parts: list[str], reference: str | None, text: str) -> Read:
    """Read `/EREF/`, `/REMI/` and their like, and `/CNTP/account/bank/name/town/` of ING."""
    values: dict[str, str] = {}
    for word, raw in zip(parts[1::2], parts[2::2], strict=True):
        value = raw.strip("/ ")
        # The words of a text may be its own: the first one is the bank's.
        values[word] = f"{values[word]} {value}" if word == "REMI" and word in values else values.get(word) or value
    account, bank, name, *_ = (*(part.strip() for part in values.get("CNTP", "").split("/")), "", "", "")
    detail = Detail(
        end_to_end_id=identifier(values.get("EREF")) or reference,
        instruction_id=identifier(values.get("IREF") or values.get("KREF")),
        mandate_id=identifier(values.get("MARF") or values.get("MREF")),
        name=values.get("NAME") or name or None,
        account=values.get("IBAN") or account or None,
        bank=values.get("BIC") or bank or None,
        remittance=_REMITTANCE.sub("", values.get("REMI", ""), count=1).strip("/ "),
        reason=values.get("RTRN") or None,
    )
    return Read(detail, text, identifier(values.get("KREF") or values.get("PREF")))


def _german(text: str, mark: str, reference: str | None, supplement: str) -> Read:
    """Read `?20` to `?29` and `?60` to `?63`, the text with its words, `?32` and `?33`, the name, and the account."""
    parts = re.split(rf"{re.escape(mark)}(\d\d)", text)[1:]
    # The first field of a number counts: a text may have the mark in a sentence.
    fields = dict(zip(reversed(parts[0::2]), reversed(parts[1::2]), strict=True))
    lines = [fields.get(f"{number}", "") for number in _TEXT_FIELDS]
    # An identifier goes on in the next field, whatever its length; a sentence has a blank where a field is not full.
    values = _values("".join(line.rstrip() for line in lines))
    sentence = "".join(line if len(line) >= _FULL else f"{line} " for line in lines)
    free = " ".join(_values(sentence).get("SVWZ", _WORDS.split(sentence)[0]).split())
    # One after the other: a pattern of both takes minutes for a text that has the word a thousand times.
    word = _RETURN_WORD.search(free)
    returned = _RETURN_CODE.search(free, word.end()) if word else None
    detail = Detail(
        end_to_end_id=identifier(values.get("EREF")) or reference,
        instruction_id=identifier(values.get("KREF") or values.get("IREF")),
        mandate_id=identifier(values.get("MREF")),
        name=(fields.get("32", "") + fields.get("33", "")).strip() or None,
        account=values.get("IBAN") or fields.get("38") or fields.get("31") or None,
        bank=values.get("BIC") or fields.get("30") or None,
        remittance=free,
        reason=returned[1] if returned else None,
        reason_text=free if returned else "",
    )
    # The search for references joins words, and so finds one that a bank has cut: here each field stands apart.
    whole = " ".join(f"{supplement} {fields.get('00', '')} {' '.join(lines)}".split())
    return Read(detail, whole, identifier(values.get("KREF")))


def _values(text: str) -> Mapping[str, str]:
    """Return the first value of each word: a text may have one of them in a sentence, behind the bank's own."""
    words = _WORDS.split(text)
    values: dict[str, str] = {}
    for word, value in zip(words[1::2], words[2::2], strict=True):
        values.setdefault(word.upper(), value.strip())
    return values
