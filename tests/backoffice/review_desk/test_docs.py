"""The reviewers' page agrees with the code."""

import pathlib
import re
from decimal import Decimal

from django.conf import settings

from compliance.admin.review_desk import actions, queue_page
from compliance.documents import rendering
from compliance.models import TOLD, HitState, ListKind, RejectionGround
from compliance.review_desk import risk_flags
from compliance.review_desk.review_queue import MANY
from compliance.verification import requirements

DOCS = pathlib.Path(settings.BASE_DIR) / "docs"
PAGE = (DOCS / "reviewer" / "reviewing.md").read_text()
EVERYTHING_AT_ONCE = risk_flags.Facts(
    is_business=True,
    countries={"KP"},
    hits=[
        risk_flags.Hit(kind, state, 90)
        for kind in ListKind.values
        for state in HitState.values
        # Nobody on a list of sanctions is accepted.
        if (kind, state) != (ListKind.SANCTION, HitState.ACCEPTED)
    ],
    screening="",
    submissions=3,
    was_rejected=True,
    refused_documents={"EXPIRED_DOCUMENT"},
    copies={"Customer:1", "Customer:2", "Customer:3", "Customer:4"},
    owned=Decimal(75),
)


def test_every_part_button_and_flag_is_explained():
    words = [*queue_page.TITLES.values(), *(action.button for action in actions.OF_CASE)]
    found = risk_flags.of(EVERYTHING_AT_ONCE, high_risk={"KP"})

    assert [word for word in words if f"| {word} |" not in PAGE] == []
    assert len(found) == 14
    assert "The same file was submitted for 4 other customers." in {flag.why for flag in found}
    assert [flag.word for flag in found if flag.word not in PAGE] == []


def test_every_ground_of_a_rejection_is_explained():
    rows = [f"| {ground.label} | {told.use} | `{told.type}`: {told.text} |" for ground, told in TOLD.items()]

    assert list(TOLD) == list(RejectionGround)
    assert [row for row in rows if row not in PAGE] == []


def test_the_worst_flags_come_first_and_nothing_gives_none():
    found = risk_flags.of(EVERYTHING_AT_ONCE, high_risk={"KP"})
    quiet = risk_flags.Facts(
        is_business=False,
        countries={"GB"},
        hits=[],
        screening="CLEAR",
        submissions=1,
        was_rejected=False,
        refused_documents=(),
        copies=(),
        owned=Decimal(0),
    )

    colours = [flag.colour for flag in found]
    assert colours == sorted(colours, key=["danger", "warning"].index)
    assert risk_flags.of(quiet, high_risk={"KP"}) == []


def test_numbers_are_those_of_the_code():
    assert f"`REVIEW_TARGET_HOURS`, {settings.REVIEW_TARGET_HOURS} hours" in PAGE
    assert f"end at {MANY}+" in PAGE
    assert f"submitted {['', 'once', 'twice', 'three times'][risk_flags.MANY_SUBMISSIONS]} or more" in PAGE
    assert f"{requirements.LARGE_SHARE} % of a business or more" in PAGE
    operators = (DOCS / "operator" / "documents.md").read_text()
    assert f"{rendering.CPU_SECONDS} seconds of CPU, {rendering.MEMORY_BYTES / 2**30} GiB of memory" in operators


def test_its_pictures_are_there_and_not_large():
    pictures = re.findall(r"\]\((images/[\w-]+\.png)\)", PAGE)

    assert len(pictures) == 3
    for name in pictures:
        assert 10_000 < (DOCS / "reviewer" / name).stat().st_size < 200_000
