"""The other parties of payments: people of whom no more is known than their own institution tells."""

import datetime as dt
from collections.abc import Mapping

from compliance.models import ListKind, SubjectKind
from compliance.providers import registry
from compliance.providers.screening import Subject


def is_sanctioned(*, environment: str, facts: Mapping[str, str]) -> bool:
    """Tell whether somebody, described by counterparty field, is like an entry of a list of sanctions.

    Nobody can look into such a payment before the other side has given up waiting, so a likeness is enough to refuse
    it. Somebody without a name is like nobody: whoever wants a name makes it a mandatory field.
    """
    name = facts.get("FULL_NAME", "").strip()
    if not name:
        return False
    kind = SubjectKind.BUSINESS if facts.get("USER_TYPE") == "BUSINESS" else SubjectKind.PERSON
    countries = tuple(filter(None, (facts.get("NATIONALITY"), facts.get("COUNTRY_OF_RESIDENCE"))))
    subject = Subject(kind, name, birth_date=_date(facts.get("BIRTH_DATE", "")), countries=countries)
    found = registry.screening(environment).screen([subject])
    return any(hit.kind == ListKind.SANCTION for hit in found.hits[0])


def _date(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
