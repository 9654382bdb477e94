"""Lines that may be the sum of a batch although they name none: nothing in them says that they are something else.

A standing order or a direct debit of somebody else may have the sum of a batch by chance. A bank that books a batch as
one sum names no payee, no account and no mandate in its line, repeats no text of a payment, and gives the code of
transfers, or of collections. Every other line waits for people, who are shown the batch.
"""

import re

from banks.formats import nacha
from banks.models import BankConnection, BankStatementLine
from banks.statements import lines

_ANY = frozenset({"NTAV", "OTHR", "MCOP"})
_FAMILIES = {False: _ANY | {"ICDT"}, True: _ANY | {"IDDT"}}
_NOT_ORDERED = frozenset({"STDO", "RRTN", "UPDD", "PRDD", "RCDD"})
"""Sub-families of standing orders, and of what came back."""
_SWIFT = {False: frozenset({"TRF", "MSC", "100", "101", "102", "103"}), True: frozenset({"DDT", "MSC"})}
"""SWIFT's codes, after the letter for the code's origin."""
_WORD = re.compile(r"[^\W_]+")
_GERMAN_OTHERS = frozenset(_WORD.findall("004 005 008 082 083 104 105 106 107 108 109 110 111 117 119"))
"""German codes of single direct debits, standing orders, cards and cash."""
_SPLIT = re.compile(r"[^A-Za-z0-9]+")
_TITLES = frozenset(
    _WORD.findall("""
    AANTAL ACH ANZAHL AUFTRAG AUFTRAEGE BATCH BATCHBETALING BATCHED BETALINGEN BONIFICI BOOKING BULK BUNDLED COLLECTIE
    COLLECTION COLLECTIONS COLLECTIVE CORE COUNT CREDIT CREDITS DATEI DEBIT DEBITS DIRECT DISTINTA EINZUG FILE GROUPE
    GROUPES INCASSO ITEMS LASTSCHRIFT LASTSCHRIFTEN LASTSCHRIFTEINZUG LOT MULTIPLE NO NOMBRE NR NUMBER OF OFFSET ORDER
    ORDERS PAYMENT PAYMENTS POSTEN PRELEVEMENT PRELEVEMENTS REMESA REMISE SAMMEL SAMMELAUFTRAG SAMMELBUCHUNG
    SAMMELLASTSCHRIFT SAMMELÜBERWEISUNG SAMMELUEBERWEISUNG SAMMLER SCT SDD SEPA STK STÜCK STUECK SUM TOTAL TOTALE
    TRANSACTION TRANSACTIONS TRANSFER TRANSFERENCIAS TRANSFERS UEBERWEISUNG UEBERWEISUNGEN ÜBERWEISUNG ÜBERWEISUNGEN
    VERZAMELBETALING VIREMENT VIREMENTS
    """)
)
"""Words by which banks call a sum; any other word is somebody's text."""
_LEAST_NAME = 12
"""Letters that a name has at least which a bank has cut."""


def is_possible(connection: BankConnection, row: BankStatementLine) -> bool:
    """Tell whether nothing in a line contradicts that it is the sum of a batch of ours."""
    said = row.said
    return not (
        # MT940 has a number of the bank's own in the field of the end-to-end id.
        row.end_to_end_id not in {"", said.get("reference"), nacha.OFFSET}
        or row.part
        or said.get("batch")
        or said.get("mandate")
        or not _is_own_name(connection, said.get("name", ""))
        or not _is_own_account(connection, row)
        or not _is_own_bank(connection, said.get("bank", ""))
        or not _has_fitting_code(row)
        or not _is_title(connection, said.get("purpose", ""))
    )


def _is_own_name(connection: BankConnection, name: str) -> bool:
    text = _letters(name)
    owns = [own for own in map(_letters, (connection.owner_name, connection.bank_name)) if own]
    return not text or any(own == text or (len(text) >= _LEAST_NAME and own.startswith(text)) for own in owns)


def _is_own_account(connection: BankConnection, row: BankStatementLine) -> bool:
    return not row.their_account or lines.is_account(connection, row.their_account)


def _is_own_bank(connection: BankConnection, bank: str) -> bool:
    text, own = _SPLIT.sub("", bank).upper(), _SPLIT.sub("", connection.account_number).upper()
    named = {connection.bic[:8].upper(), _SPLIT.sub("", connection.clearing_number).upper()} - {""}
    # An IBAN has the bank's code behind its country and its check digits.
    return not text or text in named or text[:8] in named or (own[:2].isalpha() and own[4:].startswith(text))


def _has_fitting_code(row: BankStatementLine) -> bool:
    if "/" not in row.code:
        swift, _, german = row.code.partition("+")
        return swift[1:4] in _SWIFT[row.is_credit] | {""} and german not in _GERMAN_OTHERS
    domain, family, sub = [*row.code.split("/"), "", ""][:3]
    return domain in {"PMNT", "XTND"} and family in _FAMILIES[row.is_credit] and sub not in _NOT_ORDERED


def _is_title(connection: BankConnection, text: str) -> bool:
    """Tell whether a text is a bank's title of a sum, with numbers at most, and no text of a payment."""
    words = [word.upper() for word in _WORD.findall(text)]
    own = {word.upper() for name in (connection.owner_name, connection.bank_name) for word in _WORD.findall(name)}
    named = [word for word in words if not word.isdigit()]
    return all(word in _TITLES | own for word in named) and (bool(named) or not words)


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text.casefold()))
