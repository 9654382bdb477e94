"""Ownership of a business as a drawing: a line to each owner as thick as the share, and the unattributed rest.

The drawing repeats the table of owners; its description says the same in words for those who can't see it.
"""

import dataclasses
from collections.abc import Sequence
from decimal import Decimal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from compliance.admin.review_desk import findings
from compliance.models import BeneficialOwner

MOST = 12
"""Owners drawn one by one, the largest; the others share one box."""
_ROW, _GAP, _WIDTH, _BOX = 44, 10, 560, 230
_LONGEST = 26
_WHOLE = Decimal(100)


@dataclasses.dataclass(frozen=True, slots=True)
class _Box:
    name: str
    share: Decimal
    kind: str
    """CSS class: approved, pending, rejected, others, unknown."""
    below: str


def drawing(name: str, owners: Sequence[BeneficialOwner]) -> SafeString:
    """Return the SVG of a business with this name and these owners."""
    boxes = _boxes(owners)
    height = max(len(boxes), 1) * (_ROW + _GAP) - _GAP
    return format_html(
        '<svg class="ownership" viewBox="0 0 {} {}" role="img" aria-labelledby="ownership-title ownership-words">'
        '<title id="ownership-title">Who owns {}</title><desc id="ownership-words">{}</desc>{}{}</svg>',
        _WIDTH,
        height,
        name,
        in_words(boxes),
        _business(name, height),
        format_html_join("", "{}", ((_owner(box, row, height),) for row, box in enumerate(boxes))),
    )


def in_words(boxes: Sequence[_Box]) -> str:
    """Return the content of the drawing, a sentence for each box."""
    return " ".join(f"{box.name}: {_per_cent(box.share)}, {box.below}." for box in boxes) or "No owners are recorded."


def _boxes(owners: Sequence[BeneficialOwner]) -> list[_Box]:
    largest = sorted(owners, key=lambda owner: -owner.ownership_percentage)
    boxes = [
        _Box(
            owner.full_name,
            owner.ownership_percentage,
            owner.kyc_status.lower(),
            ", ".join(findings.words(role) for role in owner.roles),
        )
        for owner in largest[:MOST]
    ]
    rest = largest[MOST:]
    if rest:
        shares = sum((owner.ownership_percentage for owner in rest), Decimal(0))
        boxes.append(_Box(f"{len(rest)} more", shares, "others", "see the table"))
    unknown = _WHOLE - sum((owner.ownership_percentage for owner in owners), Decimal(0))
    if unknown > 0:
        boxes.append(_Box("Unattributed", unknown, "unknown", "no owner declared"))
    return boxes


def _business(name: str, height: int) -> SafeString:
    top = (height - _ROW) // 2
    return format_html(
        '<rect class="business" x="1" y="{}" width="180" height="{}" rx="6"/>'
        '<text class="name" x="14" y="{}">{}</text>',
        top,
        _ROW,
        top + _ROW // 2 + 5,
        _short(name, 23),
    )


def _owner(box: _Box, row: int, height: int) -> SafeString:
    top = row * (_ROW + _GAP)
    middle, left = top + _ROW // 2, _WIDTH - _BOX - 1
    return format_html(
        '<g class="{}"><path class="share" d="M182 {} C 260 {}, 250 {}, {} {}" stroke-width="{}"/>'
        '<text class="per-cent" x="{}" y="{}" text-anchor="end">{}</text>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="6"/>'
        '<text class="name" x="{}" y="{}">{}</text><text class="below" x="{}" y="{}">{}</text></g>',
        box.kind,
        height // 2,
        height // 2,
        middle,
        left,
        middle,
        f"{1 + box.share / 12:.1f}",
        left - 10,
        middle - 8,
        _per_cent(box.share),
        left,
        top,
        _BOX,
        _ROW,
        left + 12,
        top + 19,
        _short(box.name, _LONGEST),
        left + 12,
        top + 35,
        _short(box.below, 36),
    )


def _per_cent(share: Decimal) -> str:
    return f"{share.normalize():f} %"


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
