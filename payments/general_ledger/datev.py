"""Sums by day as a batch of postings in the DATEV format: EXTF 700, category 21, version 13; a file is of one currency.

The names of columns are those of https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel.
"""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence

from payments.general_ledger.journal import Move
from platforms.base import errors, money
from platforms.base.reports.periods import Period

MOST_ROWS = 99_999
_MOST = 9_999_999_999_99
"""The largest amount of a row, in hundredths."""
_ACCOUNT = re.compile(r"[1-9]\d{0,8}|0\d{1,8}")
_SHORTEST, _LONGEST = 4, 8
_COLUMNS: Sequence[str] = (
    *("Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz"),
    *("WKZ Basis-Umsatz", "Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1"),
    *("Belegfeld 2", "Skonto", "Buchungstext", "Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank"),
    *("Sachverhalt", "Zinssperre", "Beleglink"),
    *(f"Beleginfo - {what} {number}" for number in range(1, 9) for what in ("Art", "Inhalt")),
    *("KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)"),
    *("EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L"),
    *("BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"),
    *(f"Zusatzinformation{what} {number}" for number in range(1, 21) for what in (" - Art", "- Inhalt")),
    *("Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp"),
    *("Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)"),
    *("Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz"),
    *("Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername"),
    *("Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis"),
    *("Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum"),
    *("Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz"),
    *("BVV-Position", "EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"),
)
_AT = {name: place for place, name in enumerate(_COLUMNS)}


class NotDatev(errors.DomainError):
    """What is asked for can't be said in this format."""

    code = "INVALID_INPUT"


@dataclasses.dataclass(frozen=True, slots=True)
class Client:
    """Who imports the file: the numbers of the tax consultant and of the client, and the start of the business year."""

    consultant: int
    number: int
    year_begin: dt.date


def require_sayable(*, period: Period, currency: str, client: Client) -> None:
    """Raise NotDatev for a currency without a code of three letters or with more than two decimals, or two years."""
    if not re.fullmatch("[A-Z]{3}", currency) or money.currency(currency).decimals > 2:
        raise NotDatev(f"DATEV takes no amounts in {currency}. Export this currency for Beancount, or as CSV.")
    year_end = client.year_begin.replace(year=client.year_begin.year + 1, day=min(client.year_begin.day, 28))
    if not client.year_begin <= period.first <= period.last < year_end:
        raise NotDatev("A DATEV file lies within one business year. Choose days of one, and the day on which it began.")


def written(
    *, moves: Iterable[Move], period: Period, currency: str, client: Client, now: dt.datetime
) -> Iterator[bytes]:
    """Yield the lines of a file, in Windows-1252. Raises NotDatev before the first of them."""
    rows = [row for move in moves if move.currency == currency for row in _rows(move)]
    if len(rows) > MOST_ROWS:
        raise NotDatev(f"A DATEV file has at most {MOST_ROWS} rows, and these would be {len(rows)}. Choose fewer days.")
    length = max([_SHORTEST, *(len(code) for row in rows for code in row[6:8])])
    if length > _LONGEST:
        raise NotDatev(f"Accounts in DATEV have at most {_LONGEST} digits. Enter other codes.")
    yield _line(_head(period, currency, client, length, now))
    yield _line(_COLUMNS)
    for row in rows:
        yield _line(row)


def require_codes(missing: Sequence[str], codes: Iterable[str]) -> None:
    """Raise NotDatev for kinds of accounts without a code, and for codes that are no numbers."""
    if missing:
        raise NotDatev(f"Enter an account code first for: {', '.join(missing)}.")
    if wrong := sorted(code for code in set(codes) if not _ACCOUNT.fullmatch(code)):
        raise NotDatev(f"Accounts in DATEV are numbers of up to nine digits. These are not: {', '.join(wrong)}.")


def _head(period: Period, currency: str, client: Client, length: int, now: dt.datetime) -> Sequence[str]:
    made = f"{now:%Y%m%d%H%M%S}{now.microsecond // 1000:03}"
    name = _quoted(f"{period.first} {period.last} {currency}"[:30])
    return (
        *('"EXTF"', "700", "21", '"Buchungsstapel"', "13", made, "", '"RE"', '""', '""'),
        *(str(client.consultant), str(client.number), f"{client.year_begin:%Y%m%d}", str(length)),
        *(f"{period.first:%Y%m%d}", f"{period.last:%Y%m%d}", name, '""', "1", "0", "0", f'"{currency}"'),
        *("", '""', "", "", '""', "", "", '""', '""'),
    )


def _rows(move: Move) -> Iterator[Sequence[str]]:
    """Yield the rows of a move: more than one where its amount has more digits than a row takes."""
    left = move.amount * 10 ** (2 - money.currency(move.currency).decimals)
    text = f"{move.purpose} corrects {move.corrects:%Y-%m}" if move.corrects else move.purpose
    while left:
        part = min(left, _MOST)
        left -= part
        row = [""] * len(_COLUMNS)
        row[_AT["Umsatz (ohne Soll/Haben-Kz)"]] = f"{part // 100},{part % 100:02}"
        row[_AT["Soll/Haben-Kennzeichen"]] = '"S"'
        row[_AT["WKZ Umsatz"]] = f'"{move.currency}"'
        row[_AT["Konto"]], row[_AT["Gegenkonto (ohne BU-Schlüssel)"]] = move.debit, move.credit
        row[_AT["Belegdatum"]] = f"{move.day:%d%m}"
        row[_AT["Belegfeld 1"]] = _quoted(f"{move.day:%Y%m%d}")
        row[_AT["Buchungstext"]] = _quoted(text[:60])
        row[_AT["Festschreibung"]] = "0"
        yield row


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _line(cells: Iterable[str]) -> bytes:
    return (";".join(cells) + "\r\n").encode("cp1252")
