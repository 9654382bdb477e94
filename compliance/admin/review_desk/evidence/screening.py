"""Screening hits, with what the list says of its entry beside what is known of the customer or owner."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from compliance.admin.review_desk import findings
from compliance.models import UNDECIDED, CustomerType, HitState, ListKind, ScreeningHit
from compliance.review_desk.case_files import CaseFile
from compliance.review_desk.risk_flags import country
from platforms.backoffice import columns, links

KINDS: Mapping[str, str] = dict(ListKind.choices)
"""Kind of list → what people call who stands on it, or the list."""
_COMPARED = frozenset({"birthYears", "countries"})


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """A fact on both sides. A birth year is shown to every reviewer: the rest of a birth date is masked."""

    label: str
    listed: str
    known: str
    differs: bool


def hits(file: CaseFile) -> list[dict[str, Any]]:
    """Return the hits of a case for its page: the open ones first, of those the closest first."""
    return [
        {
            "row": hit,
            "kind": columns.words(hit.kind, KINDS),
            "decided": columns.words(hit.state) if hit.state != HitState.OPEN else "",
            "waits": hit.state in UNDECIDED,
            "accept": links.of_action(ScreeningHit, "accept", hit.pk) if hit.kind == ListKind.PEP else "",
            "about": file.holders.get(hit.subject, hit.subject),
            "compared": _compared(hit, file),
            "details": _details(hit),
        }
        for hit in sorted(file.hits, key=lambda hit: (hit.state not in UNDECIDED, -hit.score))
    ]


def _compared(hit: ScreeningHit, file: CaseFile) -> list[Comparison]:
    born, places = _known(hit, file)
    years: Sequence[int] = hit.details.get("birthYears") or ()
    countries: Sequence[str] = hit.details.get("countries") or ()
    year = int(born) if born.isdigit() else None
    comparisons = [
        Comparison(
            "Born in",
            " to ".join(map(str, dict.fromkeys(years))),
            born,
            differs=bool(years) and year is not None and not years[0] <= year <= years[-1],
        ),
        Comparison(
            "Countries",
            ", ".join(map(country, countries)),
            ", ".join(map(country, places)),
            differs=bool(countries and places) and not set(countries) & set(places),
        ),
    ]
    return [comparison for comparison in comparisons if comparison.listed]


def _known(hit: ScreeningHit, file: CaseFile) -> tuple[str, Collection[str]]:
    """Return the year of birth and the countries of the person or business that was compared."""
    customer = file.customer
    owner = next((row for row in file.owners if row.public_id == hit.subject), None)
    if owner is not None:
        info = owner.personal_info
        born, places = str(info.get("birthDate") or ""), [info.get("nationality"), *_of_address(info.get("address"))]
    elif customer.customer_type == CustomerType.INDIVIDUAL:
        born = customer.birth_date.isoformat() if customer.birth_date else ""
        places = [customer.nationality, *_of_address(customer.address)]
    else:
        born, places = "", [(customer.business_info or {}).get("country"), *_of_address(customer.address)]
    return born[:4], list(dict.fromkeys(place for place in places if place))


def _of_address(address: Any) -> list[str]:
    return [address["country"]] if address and address.get("country") else []


def _details(hit: ScreeningHit) -> list[tuple[str, str]]:
    return [
        ("Matched on", str(value).lower())
        if name == "by"
        else (findings.words(name), ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in hit.details.items()
        if value and name not in _COMPARED
    ]
