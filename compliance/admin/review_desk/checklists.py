"""Form fields for what a reviewer compared on each identity document, and the same in words."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from compliance.admin.review_desk import findings
from compliance.models import CheckedItem, Comparison
from compliance.review_desk import approvals
from compliance.review_desk.case_files import CaseFile

_MEANT: Mapping[str, str] = {
    CheckedItem.NAME: "as given",
    CheckedItem.BIRTH_DATE: "as given",
    CheckedItem.NUMBER: "as given",
    CheckedItem.EXPIRY: "not past",
    CheckedItem.PHOTO: "genuine, of this person",
}
"""What "fits" means."""


@dataclasses.dataclass(frozen=True, slots=True)
class Compared:
    """What was compared on one document."""

    document_id: str
    """Its public identifier."""
    items: Mapping[str, str]
    """Item (`CheckedItem`) → what came of comparing it (`Comparison`)."""


class _Items(forms.Widget):
    """A line for each item, with a group of radio buttons: Tab goes to the next item, Space chooses the first way."""

    def __init__(self, label: str) -> None:
        self.label = label
        super().__init__()

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = value or {}
        lines = (
            (item.label, _MEANT[item], _radios(f"{name}_{item}", item, chosen.get(item, ""))) for item in CheckedItem
        )
        shown = format_html_join(
            "", '<fieldset><legend>{}<span class="desk-soft">{}</span></legend>{}</fieldset>', lines
        )
        return format_html('<div class="desk-compare" role="group" aria-label="{}">{}</div>', self.label, shown)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[str, str]:
        return {item.value: data.get(f"{name}_{item}", "") for item in CheckedItem}

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return not any(f"{name}_{item}" in data for item in CheckedItem)

    def id_for_label(self, id_: str) -> str:
        """Return nothing: the label is of no single field."""
        return ""


class ChecklistField(forms.Field):
    """The items of one document; its value is a Compared."""

    fills_in = False
    """For a preview: what is not chosen yet counts as fitting."""

    def __init__(self, document_id: str, *, label: str) -> None:
        """Take the document's public identifier, and its kind and holder in words."""
        self.document_id = document_id
        super().__init__(label=label, widget=_Items(label))

    def clean(self, value: Any) -> Compared:
        """Return what was compared. Each item needs its own choice."""
        items = {item: chosen for item, chosen in (value or {}).items() if chosen}
        if self.fills_in:
            items = dict.fromkeys(CheckedItem.values, Comparison.FITS.value) | items
        missing = [item.label.lower() for item in CheckedItem if item not in items]
        if missing:
            raise forms.ValidationError(f"Say of each item whether it fits: {', '.join(missing)}.")
        return Compared(self.document_id, items)


def fields(file: CaseFile) -> Iterator[tuple[str, ChecklistField]]:
    """Yield a field for each identity document of a case, by name."""
    for index, document in enumerate(approvals.identity_documents(file)):
        label = f"{findings.words(document.document_type)}, {document.country} · {file.holders[document.holder_id]}"
        yield f"compared_{index}", ChecklistField(document.public_id, label=label)


def entered(_: object, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checklist of a dialog as the argument of an operation."""
    compared = [value for value in values.values() if isinstance(value, Compared)]
    return {"checklist": {one.document_id: dict(one.items) for one in compared}}


def words(items: Mapping[str, str]) -> str:
    """Return what was compared as a phrase: "name, birth date, photo fit; expiry is not on it"."""
    groups = {Comparison.FITS: "fit", Comparison.DIFFERS: "differ", Comparison.ABSENT: "not on it"}
    parts = []
    for comparison, verb in groups.items():
        found = [item.label.lower() for item in CheckedItem if items.get(item) == comparison]
        if found:
            parts.append(f"{verb}: {', '.join(found)}")
    return "; ".join(parts)


def _radios(name: str, item: CheckedItem, chosen: str) -> SafeString:
    ways = [way for way in Comparison if way != Comparison.ABSENT or item in approvals.MAY_BE_ABSENT]
    shown = ((name, way.value, SafeString(" checked" if way == chosen else ""), way.label) for way in ways)
    return format_html_join("", '<label><input type="radio" name="{}" value="{}"{}> {}</label>', shown)
