"""Form fields for a reviewer's findings: one line for each document, and one for each person."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from compliance.models import TOLD, CustomerType, Document, DocumentType, RejectionGround, VerificationErrorType
from compliance.providers.base import Finding
from compliance.review_desk.case_files import CaseFile
from compliance.verification import requirements

_LONGEST = 500
_CHOOSE = "Choose what is wrong"
_ACRONYMS = frozenset({"LLC", "UBO"})
_KIND = VerificationErrorType
SENTENCES: Mapping[str, str] = {
    _KIND.INVALID_DOCUMENT: "This document is not valid.",
    _KIND.EXPIRED_DOCUMENT: "This document has expired. Send one that is still valid.",
    _KIND.POOR_QUALITY_DOCUMENT: "The picture is blurred, dark or cut off. Send a better one.",
    _KIND.SUSPECTED_FRAUD_DOCUMENT: "This document was not accepted.",
    _KIND.WRONG_DOCUMENT_TYPE: "This is not the kind of document that it was sent as.",
    _KIND.INCOMPLETE_DOCUMENT: "Pages or sides of this document are missing.",
    _KIND.UNREADABLE_DOCUMENT: "This document can't be read. Send a better picture.",
    _KIND.DOCUMENT_VERIFICATION_FAILED: "This document could not be verified.",
    _KIND.MISSING_IDENTITY_DOCUMENT: "Another identity document is needed.",
    _KIND.MISSING_LEGAL_PRESENCE_DOCUMENT: "A document that shows that the business legally exists is needed.",
    _KIND.MISSING_COMPANY_DETAILS_DOCUMENT: "A document with the details of the business is needed.",
    _KIND.MISSING_CONTROL_STRUCTURE_DOCUMENT: "A document that shows who controls the business is needed.",
    _KIND.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: "A document that shows who owns the business is needed.",
    _KIND.MISSING_PROOF_OF_ADDRESS_DOCUMENT: "A proof of the address is needed.",
    _KIND.MISSING_BENEFICIAL_OWNER: "A person who owns or controls the business is missing.",
    _KIND.INVALID_FIELD: "What was given here does not agree with the documents.",
}
"""The default text for the platform: no personal data, and no hint for a fraudster."""
_OF_DOCUMENTS = [kind for kind in SENTENCES if not kind.startswith("MISSING_") and kind != _KIND.INVALID_FIELD]
_NEEDS = {
    _KIND.MISSING_LEGAL_PRESENCE_DOCUMENT,
    _KIND.MISSING_COMPANY_DETAILS_DOCUMENT,
    _KIND.MISSING_CONTROL_STRUCTURE_DOCUMENT,
    _KIND.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT,
    _KIND.MISSING_PROOF_OF_ADDRESS_DOCUMENT,
}
_FIELDS_OF_PEOPLE = ("fullName", "birthDate", "nationality", "address")
_FIELDS_OF_BUSINESSES = (
    "businessInfo.legalName",
    "businessInfo.registrationNumber",
    "businessInfo.taxId",
    "businessInfo.incorporatedOn",
    "businessInfo.entityType",
    "businessInfo.country",
    "address",
)
_FIELDS_OF_OWNERS = ("firstName", "lastName", "birthDate", "nationality", "address", "identifier")
Choices = Sequence[tuple[str, str | Sequence[tuple[str, str]]]]


class _Line(forms.MultiWidget):
    """The problem and the reviewer's words, side by side. `added`: the page's script shows it when it is added."""

    def __init__(self, label: str, choices: Choices, *, added: str) -> None:
        self.added = added
        select = UnfoldAdminSelectWidget(choices=choices, attrs={"aria-label": f"{label}: what is wrong"})
        told = {"aria-label": f"{label}: your wording", "placeholder": "Your wording (optional)"}
        text = UnfoldAdminTextInputWidget(attrs={"maxlength": _LONGEST, **told})
        super().__init__({"kind": select, "reason": text})

    def render(self, *arguments: Any, **options: Any) -> SafeString:
        line = super().render(*arguments, **options)
        return format_html('<div class="desk-finding" data-add="{}">{}</div>', self.added, line)

    def decompress(self, value: Any) -> list[Any]:
        return list(value) if value else ["", ""]


class FindingField(forms.MultiValueField):
    """A line of the dialog; its value is a Finding, or None for no problem."""

    def __init__(
        self, resource_id: str, *, label: str, choices: Choices, accepted: Mapping[str, Any], added: str = ""
    ) -> None:
        """Take the subject, and for each kind of error the documents that would be accepted.

        `added`: the name under which a reviewer adds the line; empty for a line that is always there.
        """
        self.resource_id, self.accepted = resource_id, accepted
        kind = forms.ChoiceField(choices=choices, required=False)
        parts = (kind, forms.CharField(max_length=_LONGEST, required=False))
        super().__init__(
            parts, label=label, required=False, require_all_fields=False, widget=_Line(label, choices, added=added)
        )

    def compress(self, data_list: list[Any]) -> Finding | None:
        """Return the finding. A choice is a kind of error, or one with the field concerned."""
        chosen, reason = (*data_list, "", "")[:2]
        if not chosen:
            if reason:
                raise forms.ValidationError("Choose what is wrong as well.")
            return None
        return self.finding(str(chosen), reason)

    def finding(self, chosen: str, reason: str) -> Finding:
        """Return the finding of a choice, with the reviewer's words or the usual ones."""
        kind, _, field = chosen.partition(":")
        return Finding(
            self.resource_id,
            VerificationErrorType(kind),
            reason or SENTENCES[kind],
            field=field,
            accepted=tuple(self.accepted.get(kind, ())),
        )


class GroundField(FindingField):
    """A line of the dialog that rejects: its choices are grounds, and its finding is what the platform hears of one."""

    def finding(self, chosen: str, reason: str) -> Finding:
        """Return the finding of a ground, with the reviewer's words or those of the ground."""
        told = TOLD[RejectionGround(chosen)]
        return Finding(self.resource_id, told.type, reason or told.text, ground=chosen)


def to_ask(file: CaseFile) -> Iterator[tuple[str, FindingField]]:
    """Yield a field for each document, and two for each person or business, by name."""
    for index, document in enumerate(file.documents):
        yield f"document_{index}", _of_document(document, file)
    for index, (resource_id, name) in enumerate(file.holders.items()):
        choices, accepted = _of_holder(resource_id, file)
        for part, label in (("first", name), ("second", f"{name} (second issue)")):
            yield (
                f"person_{index}_{part}",
                FindingField(resource_id, label=label, choices=choices, accepted=accepted, added=name),
            )


def to_reject(file: CaseFile) -> Iterator[tuple[str, FindingField]]:
    """Yield a field for each person or business: the ground, of which the platform hears what `TOLD` has."""
    nothing = "Choose the ground" if len(file.holders) == 1 else "No ground"
    choices = [("", nothing), *RejectionGround.choices]
    for index, (resource_id, name) in enumerate(file.holders.items()):
        yield f"person_{index}", GroundField(resource_id, label=name, choices=choices, accepted={})


def words(kind: str) -> str:
    """Return a kind of error, a type of document or the name of a field as words."""
    if kind in _ACRONYMS:
        return kind
    text = kind.replace("_", " ") if kind.isupper() else "".join(f" {one}" if one.isupper() else one for one in kind)
    return text.strip().capitalize()


def title(document: Document) -> str:
    """Return a document's kind, side and country."""
    return ", ".join(filter(None, (words(document.document_type), words(document.side or ""), document.country)))


def _of_document(document: Document, file: CaseFile) -> FindingField:
    choices: Choices = [("", _CHOOSE), *((kind, words(kind)) for kind in _OF_DOCUMENTS)]
    kinds = [str(document.document_type)]
    accepted = dict.fromkeys(map(str, _OF_DOCUMENTS), kinds)
    if document.document_type in requirements.IDENTITY:
        accepted[_KIND.WRONG_DOCUMENT_TYPE] = [str(kind) for kind in requirements.IDENTITY]
    label = f"{title(document)} · {file.holders.get(document.holder_id, '')}"
    return FindingField(document.public_id, label=label, choices=choices, accepted=accepted, added=label)


def _of_holder(resource_id: str, file: CaseFile) -> tuple[Choices, Mapping[str, Sequence[str]]]:
    is_owner = resource_id != file.customer.public_id
    is_business = not is_owner and file.customer.customer_type == CustomerType.BUSINESS
    prefix = "beneficialOwner.personalInfo" if is_owner else "customer"
    names = _FIELDS_OF_OWNERS if is_owner else _FIELDS_OF_BUSINESSES if is_business else _FIELDS_OF_PEOPLE
    fields = [(f"{_KIND.INVALID_FIELD}:{prefix}.{name}", words(name.rpartition(".")[2])) for name in names]
    identity = {str(_KIND.MISSING_IDENTITY_DOCUMENT): _names(requirements.IDENTITY)}
    accepted = _accepted_by_business() if is_business else identity
    missing = [(str(kind), words(kind).replace("Missing ", "")) for kind in accepted]
    if is_business:
        missing.append((_KIND.MISSING_BENEFICIAL_OWNER, "beneficial owner"))
    return [("", _CHOOSE), ("Does not agree with the documents", fields), ("Is missing", missing)], accepted


def _accepted_by_business() -> Mapping[str, Sequence[str]]:
    rules = requirements.for_business(country="", entity_type="")
    return {str(need.error): _names(need.accepted) for need in rules.documents if need.error in _NEEDS}


def _names(kinds: Sequence[DocumentType]) -> Sequence[str]:
    return [str(kind) for kind in kinds]
