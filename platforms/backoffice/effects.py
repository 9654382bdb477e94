"""What an action that takes two people does, in words: the same in its dialogs, its proposal and the audit log.

A text names objects by their public identifiers, and the audit log holds it so, without personal data. Where it is
shown, whoever may see an object reads its name, or for an account the holder's name and the last four letters.
"""

import dataclasses
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString

from platforms.backoffice import links
from platforms.encryption import encryption

_MENTION = re.compile(r"\b([A-Z][A-Za-z]+):([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b")
_PURPOSE = "names in the effect of a proposal"

Facts = Mapping[str, str]
"""Label → text. When one of them changes, what was proposed is no longer what would be done."""
Names = Mapping[str, str]
"""Public identifier → name."""
_LABELS = ("Effect", "Amount", "From", "To", "Booked", "Sent")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What an action does, from the database at the moment of looking. Amounts are in major units, with currency."""

    does: str
    """All of it in one sentence."""
    amount: str = ""
    source: str = ""
    """Who loses the money, and target who gets it: one of ours, or somebody outside."""
    target: str = ""
    booked: str = ""
    sent: str = ""
    """What leaves the service: money by a bank or network, and what the platform is told."""
    more: Facts = dataclasses.field(default_factory=dict)
    """Further facts: what the action replaces, a worked example."""
    notes: Facts = dataclasses.field(default_factory=dict)
    """What helps to decide and may change meanwhile, or is personal data. Not kept."""

    @property
    def facts(self) -> dict[str, str]:
        """What is kept with a proposal, and compared when it is approved."""
        said = dict(
            zip(_LABELS, (self.does, self.amount, self.source, self.target, self.booked, self.sent), strict=True)
        )
        return {label: text for label, text in said.items() if text} | dict(self.more)


def names(texts: Iterable[str], request: HttpRequest | None = None) -> dict[str, str]:
    """Return the names of the objects in texts that a person may see; without a request, of all that have one.

    Costs a query for each type of object, and one for each relation that its page loads.
    """
    keys: dict[str, set[uuid.UUID]] = {}
    for text in texts:
        for kind, key in _MENTION.findall(text):
            keys.setdefault(kind, set()).add(uuid.UUID(key))
    names_by_id: dict[str, str] = {}
    types = links.public_types()
    for kind in keys.keys() & types.keys():
        page: Any = admin.site._registry[types[kind]]
        if request is None or page.has_view_permission(request):
            rows: Iterable[Any] = types[kind]._default_manager.filter(pk__in=keys[kind]).prefetch_related(*page.loads)
            names_by_id |= {row.public_id: page.named(row) for row in rows}
    return {public_id: name for public_id, name in names_by_id.items() if name}


def html(text: str, known: Names) -> SafeString:
    """Return a text with the names of its objects, each a link to its page."""

    def link(found: re.Match[str]) -> str:
        name = known.get(found[0])
        address = links.page(links.public_types()[found[1]], found[2]) if name else ""
        return links.to(address, name) if name else links.to_public_id(found[0])

    return SafeString(_MENTION.sub(link, escape(text)))


def table(facts: Facts, known: Names) -> SafeString:
    """Return facts as a list of labels and texts, those of every effect first: the database keeps no order."""
    labels = dict.fromkeys([*(label for label in _LABELS if label in facts), *facts])
    lines = ((label, html(facts[label], known)) for label in labels)
    rows = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", lines)
    return SafeString(f'<dl class="effect">{rows}</dl>') if facts else SafeString("")


def kept(facts: Facts) -> dict[str, object]:
    """Return facts as the audit log holds them, with a digest of the names that they stand for."""
    known = names(facts.values())
    if not known:
        return {"effect": dict(facts)}
    return {"effect": dict(facts), "names": encryption.digest(repr(sorted(known.items())), purpose=_PURPOSE).hex()}


def changes(then: Mapping[str, Any], facts: Facts) -> Sequence[tuple[str, str, str]]:
    """Return what has changed since `then`, which `kept` made: label, text then and text now."""
    now = kept(facts)
    before: Facts = then.get("effect") or {}
    labels = dict.fromkeys([*before, *facts])
    differences = [(label, before.get(label, "nothing"), facts.get(label, "nothing")) for label in labels]
    differences = [(label, old, new) for label, old, new in differences if old != new]
    if not differences and then.get("names") != now.get("names"):
        return [("Names", "others", "a name or an account number in it has changed")]
    return differences
