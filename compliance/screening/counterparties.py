"""Screening of counterparties, of whom only the facts sent by their own institution are known."""

import datetime as dt
from collections.abc import Mapping

from compliance.models import ListKind, SubjectKind
from compliance.providers import registry
from compliance.providers.screening import Subject


def is_sanctioned(*, environment: str, facts: Mapping[str, str]) -> bool:
    """Tell whether a person, described by counterparty field, is like an entry of a list of sanctions.

    A person can't look into such a payment before the other side stops waiting, so a similarity is enough to refuse it.
    Without a name there is no match: a platform that needs a name makes it a mandatory field.
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
