"""Header and rows of a file of customers: the columns, and the request body that a row corresponds to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rest_framework.serializers import ValidationError

from compliance.bulk import records
from compliance.customers import bodies
from compliance.fields import Address, DayField
from compliance.models import CustomerType
from platforms.base import errors
from platforms.http import errors as rest_errors
from platforms.http.fields import NameField

_PATHS = {
    "umaAddress": "umaAddress",
    "platformCustomerId": "platformCustomerId",
    "customerType": "customerType",
    "fullName": "fullName",
    "birthDate": "birthDate",
    "email": "email",
    "phoneNumber": "phoneNumber",
    "businessLegalName": "businessInfo.legalName",
    "businessRegistrationNumber": "businessInfo.registrationNumber",
    "businessTaxId": "businessInfo.taxId",
    "addressLine1": "address.line1",
    "addressLine2": "address.line2",
    "city": "address.city",
    "state": "address.state",
    "postalCode": "address.postalCode",
    "country": "address.country",
}
"""Column → path in the body of a new customer."""
_COLUMN_OF_PATH = {path: column for column, path in _PATHS.items()}
_EVERYBODY = (
    "umaAddress",
    "platformCustomerId",
    "customerType",
    "addressLine1",
    "city",
    "state",
    "postalCode",
    "country",
)
_OF_TYPE: Mapping[str, Sequence[str]] = {
    CustomerType.INDIVIDUAL: ("fullName", "birthDate"),
    CustomerType.BUSINESS: ("businessLegalName",),
}
_MAX_COLUMNS = 200
_UNKNOWN_COLUMN = ""


class IndividualRow(bodies.NewIndividual):
    """An individual in a file: more is required than through the API, where the platform can be asked again."""

    fullName = NameField(max_length=255)
    birthDate = DayField()
    address = Address()


class BusinessRow(bodies.NewBusiness):
    """A business in a file."""

    address = Address()


_BODIES = {
    CustomerType.INDIVIDUAL.value: IndividualRow(),
    CustomerType.BUSINESS.value: BusinessRow(),
}
_ANY = bodies.AnyCustomer()


def read_header(blocks: Iterable[bytes]) -> tuple[list[str], int]:
    """Return the names of the columns in the file that begins with `blocks`, and the position of its first row.

    A column that is not read has an empty name. Raises InvalidInput, for the part `file`, if this is not a file of
    customers, or one without rows.
    """
    found = records.read(blocks)
    header = next(found, None)
    if header is None:
        raise _refuse("must have a header and rows: it is empty")
    if header.problem:
        raise _refuse(f"has a header that {header.problem}")
    names = [name.strip() for name in header.cells]
    if len(names) == 1 and any(separator in names[0] for separator in ";\t|"):
        raise _refuse("must have commas between its columns")
    if len(names) > _MAX_COLUMNS:
        raise _refuse(f"must have at most {_MAX_COLUMNS} columns")
    problems = [("file", f"must have the column {name}") for name in _missing(names)]
    twice = sorted({name for name in names if name in _PATHS and names.count(name) > 1})
    problems += [("file", f"must have the column {name} once") for name in twice]
    if problems:
        raise errors.InvalidInput(problems)
    if next(found, None) is None:
        raise _refuse("must have rows below its header")
    return [name if name in _PATHS else _UNKNOWN_COLUMN for name in names], header.end


def cells_by_column(record: records.Record, columns: Sequence[str]) -> dict[str, str]:
    """Return the cells of a record by the column's name, without blank ones. Raises InvalidInput."""
    if record.problem:
        raise errors.InvalidInput.field("", f"the row {record.problem}")
    if len(record.cells) != len(columns):
        reason = f"the row has {len(record.cells)} cells, the header has {len(columns)}"
        raise errors.InvalidInput.field("", reason)
    pairs = ((column, cell.strip()) for column, cell in zip(columns, record.cells, strict=True))
    return {column: cell for column, cell in pairs if column != _UNKNOWN_COLUMN and cell}


def details(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the body of the customer described by a row; raises InvalidInput, which names columns."""
    body: dict[str, Any] = {}
    for column, cell in cells.items():
        *above, name = _PATHS[column].split(".")
        place = body.setdefault(above[0], {}) if above else body
        place[name] = cell
    kind = cells.get("customerType", "")
    if kind in _BODIES:
        body.setdefault("address", {})
    if kind == CustomerType.BUSINESS:
        body.setdefault("businessInfo", {})
    try:
        return dict(_BODIES.get(kind, _ANY).run_validation(body))
    except ValidationError as problem:
        found = rest_errors.flatten(problem.detail)
        raise errors.InvalidInput((_COLUMN_OF_PATH.get(path, path), reason) for path, reason in found) from None


def in_columns(refusal: errors.DomainError) -> dict[str, object]:
    """Return the details of a refusal, with its problems named by column."""
    found = dict(refusal.details)
    if isinstance(refusal, errors.InvalidInput):
        found["errors"] = [
            {**problem, "field": _COLUMN_OF_PATH.get(problem["field"], problem["field"])}
            for problem in refusal.problems
        ]
    return found


def _missing(names: Sequence[str]) -> list[str]:
    """Return the columns missing in the header: those that every row needs, and those of the two types."""
    lacking = [[name for name in group if name not in names] for group in _OF_TYPE.values()]
    either = [] if [] in lacking else [" or ".join(", ".join(group) for group in lacking)]
    return [name for name in _EVERYBODY if name not in names] + either


def _refuse(reason: str) -> errors.InvalidInput:
    return errors.InvalidInput.field("file", reason)
