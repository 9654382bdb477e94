"""What was sent with a document, beside what the form says of the same person."""

import dataclasses

from compliance.admin.review_desk import findings
from compliance.models import CustomerType, Document, DocumentType
from compliance.review_desk.case_files import CaseFile
from compliance.review_desk.risk_flags import country


@dataclasses.dataclass(frozen=True, slots=True)
class DocumentFact:
    """A fact of a document. `form`: what the form says instead; empty where both agree, or the form says nothing."""

    label: str
    value: str
    form: str = ""


def facts(document: Document, file: CaseFile) -> list[DocumentFact]:
    """Return what was sent with a document, as far as it was given. Nobody sends its name and its expiry as data."""
    shown = (
        DocumentFact("Kind", findings.words(document.document_type)),
        DocumentFact("Side", findings.words(document.side or "")),
        DocumentFact("Country", country(document.country), _other_nationality(document, file)),
        DocumentFact("Number", document.document_number or ""),
        DocumentFact("Sent", f"{document.created_at:%Y-%m-%d %H:%M} UTC"),
        DocumentFact("File", document.file_name),
    )
    return [fact for fact in shown if fact.value]


def _other_nationality(document: Document, file: CaseFile) -> str:
    """Return the nationality in the form where a passport was issued by another country; else nothing."""
    owner = next((row for row in file.owners if row.id == document.beneficial_owner_id), None)
    if document.document_type != DocumentType.PASSPORT:
        return ""
    if owner is not None:
        nationality = owner.personal_info.get("nationality")
    else:
        is_person = file.customer.customer_type == CustomerType.INDIVIDUAL
        nationality = file.customer.nationality if is_person else None
    return country(nationality) if nationality != document.country else ""
