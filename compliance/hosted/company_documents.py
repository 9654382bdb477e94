"""Documents of a business and of its owners: which are missing, asked for one after the other."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from compliance.hosted import kyc_links
from compliance.models import KycLink, VerificationErrorType
from compliance.verification import completeness, verifications

_KIND = VerificationErrorType
_TITLES: Mapping[str, str] = {
    _KIND.MISSING_LEGAL_PRESENCE_DOCUMENT: gettext_noop("A document that shows that the business exists"),
    _KIND.MISSING_COMPANY_DETAILS_DOCUMENT: gettext_noop("A document with the details of the business"),
    _KIND.MISSING_CONTROL_STRUCTURE_DOCUMENT: gettext_noop("A document that shows who controls the business"),
    _KIND.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: gettext_noop("A document that shows who owns the business"),
    _KIND.MISSING_PROOF_OF_ADDRESS_DOCUMENT: gettext_noop("A proof of the address of the business"),
}
_ANOTHER = gettext_noop("A document that is asked for again")


@dataclasses.dataclass(frozen=True, slots=True)
class Missing:
    """A document that is still missing."""

    holder: str
    """Public identifier of the business or of one of its owners."""
    title: str
    """In the reader's language."""
    accepted: Sequence[str]
    """Types of documents, any of which will do."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sent:
    """What a business has sent, and what is missing."""

    case: completeness.Case
    missing: Sequence[Missing]
    """In the order in which they are asked for."""

    @property
    def asked(self) -> dict[str, Any]:
        """What the form of the next document needs; nothing where none is missing."""
        for first in self.missing:
            return {"title": first.title, "accepted": first.accepted, "holder": first.holder}
        return {}


def read(link: KycLink) -> Sent:
    """Return what a business has sent, and what is missing: for a request, which needs it in several places."""
    case = verifications.latest_case(link.customer)
    return Sent(case, _missing(case, completeness.evaluate(case, today=link.platform.now().date())))


def _missing(case: completeness.Case, problems: Sequence[Mapping[str, Any]]) -> list[Missing]:
    names = {owner.public_id: owner.full_name for owner in case.owners}
    lacking = []
    for problem in filter(completeness.is_of_documents, problems):
        holder, accepted = problem["resourceId"], problem.get("acceptedDocumentTypes", ())
        for document in case.documents:
            if document.public_id == problem["resourceId"]:
                holder, accepted = str(document.holder_id), accepted or (document.document_type,)
        lacking.append(Missing(holder, _title(problem["type"], names.get(holder)), accepted))
    return lacking


def _title(kind: str, owner: str | None) -> str:
    if owner is not None:
        return gettext("Identity document of %(name)s") % {"name": owner}
    return gettext(_TITLES.get(kind, _ANOTHER))


def take(link: KycLink, given: Mapping[str, Any]) -> None:
    """Store the document that was asked for. Raises what `kyc_links.attach_company_document` raises."""
    kyc_links.attach_company_document(
        link_id=link.id,
        holder=given["holder"],
        document_type=given["documentType"],
        country=given["country"],
        files=given["stored"],
        now=link.platform.now(),
    )


def invitation(link: KycLink) -> dict[str, Any]:
    """Return title and lines of the first page."""
    lines = [
        gettext("%(platform)s must verify %(business)s before it can send and receive money.")
        % {"platform": link.platform.name, "business": link.customer.name},
        gettext("Have the documents of the business at hand, and identity documents of those who own or control it."),
    ]
    return {"title": gettext("Verify your business"), "lines": lines}


def facts(link: KycLink, sent: Sent) -> list[dict[str, str]]:
    """Return what is sent, for the last look."""
    names = "\n".join(document.file_name for document in sent.case.documents)
    return [
        {"label": gettext("Business"), "value": link.customer.name, "url": ""},
        {"label": gettext("Documents"), "value": names, "url": ""},
    ]
