"""The directory of banks and mobile-money providers: loaded from a file, searched in the database."""

import csv
import dataclasses
import datetime as dt
import pathlib
from collections.abc import Iterable, Mapping

from django.db import connection

from payments.account_types import table
from payments.models import InstitutionKind

FILE = pathlib.Path(__file__).parents[1] / "data" / "institutions.csv"
COLUMNS = ("country", "currency", "kind", "bankName", "displayName", "rails", "source")
_LONGEST_NAME = 255


class FileRefused(Exception):
    """The data file is wrong: nothing of it is loaded. The message gives line and reason."""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One line of the data file."""

    country: str
    currency: str
    kind: str
    bank_name: str
    display_name: str
    rails: tuple[str, ...]
    source: str


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading the file."""

    written: int
    """Institutions that are new, changed, or listed again."""
    retired: int
    """Institutions that are no longer in the file."""
    total: int


# An unchanged line is not written: loading again changes nothing.
_WRITE = """
    INSERT INTO payments_institution AS known (country, currency, kind, bank_name, display_name, rails, source,
        bank_name_key, display_name_key, is_active, created_at, updated_at)
    SELECT country, currency, kind, bank_name, display_name, string_to_array(rails, ' '), source,
        bank_name_key, display_name_key, true, %(now)s, %(now)s
    FROM unnest(%(country)s::text[], %(currency)s::text[], %(kind)s::text[], %(bank_name)s::text[],
        %(display_name)s::text[], %(rails)s::text[], %(source)s::text[], %(bank_name_key)s::text[],
        %(display_name_key)s::text[])
        AS given (country, currency, kind, bank_name, display_name, rails, source, bank_name_key, display_name_key)
    ON CONFLICT (country, currency, bank_name) DO UPDATE SET
        kind = excluded.kind, display_name = excluded.display_name, rails = excluded.rails, source = excluded.source,
        bank_name_key = excluded.bank_name_key, display_name_key = excluded.display_name_key,
        is_active = true, updated_at = excluded.updated_at
    WHERE (known.kind, known.display_name, known.rails, known.source, known.bank_name_key, known.display_name_key,
            known.is_active)
        IS DISTINCT FROM (excluded.kind, excluded.display_name, excluded.rails, excluded.source,
            excluded.bank_name_key, excluded.display_name_key, true)
"""
_RETIRE = """
    UPDATE payments_institution SET is_active = false, updated_at = %(now)s
    WHERE is_active AND NOT EXISTS (
        SELECT FROM unnest(%(country)s::text[], %(currency)s::text[], %(bank_name)s::text[])
            AS given (country, currency, bank_name)
        WHERE given.country = payments_institution.country AND given.currency = payments_institution.currency
            AND given.bank_name = payments_institution.bank_name)
"""
# NULL where none are listed for the currency: then any name will do.
_KNOWS = (
    "SELECT bool_or(bank_name_key = %s OR display_name_key = %s)"
    " FROM payments_institution WHERE currency = %s AND is_active"
)


def load(*, now: dt.datetime, file: pathlib.Path = FILE) -> Loaded:
    """Update the table from the file; institutions missing in the file stay, inactive. Needs a database transaction.

    Raises FileRefused, before anything is written.
    """
    rows = read(file)
    values: dict[str, dt.datetime | list[str]] = {
        "now": now,
        "country": [row.country for row in rows],
        "currency": [row.currency for row in rows],
        "kind": [row.kind for row in rows],
        "bank_name": [row.bank_name for row in rows],
        "display_name": [row.display_name for row in rows],
        "rails": [" ".join(row.rails) for row in rows],
        "source": [row.source for row in rows],
        "bank_name_key": [folded(row.bank_name) for row in rows],
        "display_name_key": [folded(row.display_name) for row in rows],
    }
    with connection.cursor() as cursor:
        cursor.execute(_RETIRE, values)
        retired = cursor.rowcount
        cursor.execute(_WRITE, values)
        written = cursor.rowcount
    return Loaded(written=written, retired=retired, total=len(rows))


def read(file: pathlib.Path) -> list[Row]:
    """Return the lines of a data file; raises FileRefused at the first that is wrong."""
    with file.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise FileRefused(f"{file.name}: the first line must be {','.join(COLUMNS)}")
        rows = []
        for line in reader:
            problem = _problem(line)
            if problem:
                raise FileRefused(f"{file.name}, line {reader.line_num}: {problem}")
            rows.append(_row(line))
    _refuse_ambiguous(rows, file)
    return rows


def knows(currency: str, name: str) -> bool | None:
    """Tell whether a currency's institutions include one of this name; None when none are listed for it."""
    key = folded(name)
    with connection.cursor() as cursor:
        cursor.execute(_KNOWS, [key, key, currency])
        (answer,) = cursor.fetchone()
    return None if answer is None else bool(answer)


def folded(name: str) -> str:
    """Return a name in its normal form: without case and superfluous blanks."""
    return " ".join(name.split()).casefold()


def _row(line: Mapping[str, str]) -> Row:
    return Row(
        country=line["country"],
        currency=line["currency"],
        kind=line["kind"],
        bank_name=line["bankName"],
        display_name=line["displayName"],
        rails=tuple(line["rails"].split()),
        source=line["source"],
    )


def _problem(line: Mapping[str | None, str | list[str] | None]) -> str | None:
    """Return the problem of a line, if any."""
    if None in line or None in line.values():
        return f"must have {len(COLUMNS)} columns"
    values = {str(column): str(value) for column, value in line.items()}
    serving = [
        row
        for row in table.ACCOUNT_TYPES.values()
        if values["currency"] in row.currencies and values["country"] in row.countries
    ]
    if not serving:
        return f"no account type serves {values['currency']} in {values['country']}"
    if values["kind"] not in InstitutionKind.values:
        return f"kind must be one of {', '.join(InstitutionKind.values)}"
    rails = values["rails"].split()
    known = dict.fromkeys(rail for row in serving for rail in row.rails)
    if not rails or not known.keys() >= set(rails):
        return f"rails must be some of {' '.join(known)}"
    for column in ("bankName", "displayName", "source"):
        if not 1 <= len(values[column]) <= _LONGEST_NAME or values[column] != " ".join(values[column].split()):
            return f"{column} must be 1 to {_LONGEST_NAME} characters without blanks to spare"
    return None if values["bankName"].isascii() else "bankName must be plain ASCII"


def _refuse_ambiguous(rows: Iterable[Row], file: pathlib.Path) -> None:
    """Refuse a name shared by two institutions of one country and currency."""
    owners: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        for name in (row.bank_name, row.display_name):
            owner = owners.setdefault((row.country, row.currency, folded(name)), row)
            if owner is not row:
                raise FileRefused(f"{file.name}: {row.country} {row.currency} has two institutions called {name}")
