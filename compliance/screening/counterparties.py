"""Screening of counterparties, of whom only the facts sent by their own institution are known."""

import datetime as dt
import uuid
from collections.abc import Mapping

from compliance.models import ListKind, SubjectKind
from compliance.providers import registry
from compliance.providers.screening import Subject


def is_sanctioned(
    *, environment: str, facts: Mapping[str, str], platform_id: uuid.UUID | None = None, about: str = ""
) -> bool:
    """Tell whether a person, described by counterparty field, is like an entry of a list of sanctions.

    `about` is the public identifier of the platform's customer who pays or is paid.

    A person can't look into such a payment before the other side stops waiting, so a similarity is enough to refuse it.
    Without a name there is no match: a platform that needs a name makes it a mandatory field.
    """
    name = facts.get("FULL_NAME", "").strip()
    if not name:
        return False
    countries = tuple(filter(None, (facts.get("NATIONALITY"), facts.get("COUNTRY_OF_RESIDENCE"))))
    born = _date(facts.get("BIRTH_DATE", ""))
    subjects = [
        Subject(
            kind,
            name,
            birth_date=born,
            countries=countries,
            platform_id=platform_id,
            about=about,
            is_counterparty=True,
        )
        for kind in _kinds(facts.get("USER_TYPE", ""))
    ]
    found = registry.screening(environment).screen(subjects)
    return any(hit.kind == ListKind.SANCTION for hits in found.hits for hit in hits)


def _kinds(user_type: str) -> list[SubjectKind]:
    """Return what the name is compared as: an institution that does not say which may mean a person or a business."""
    known = {"INDIVIDUAL": SubjectKind.PERSON, "BUSINESS": SubjectKind.BUSINESS}.get(user_type)
    return [known] if known else list(SubjectKind)


def _date(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
