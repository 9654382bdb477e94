"""The drawing of who owns a business, and the words for those who can't see it."""

from decimal import Decimal

import pytest

from compliance.admin.review_desk.evidence import ownership
from compliance.models import BeneficialOwner


def owner(name: str, share: str, *roles: str, status: str = "APPROVED") -> BeneficialOwner:
    first, _, last = name.rpartition(" ")
    return BeneficialOwner(
        roles=list(roles or ("UBO",)),
        ownership_percentage=Decimal(share),
        personal_info={"firstName": first, "lastName": last},
        kyc_status=status,
    )


def words(*owners: BeneficialOwner) -> str:
    return ownership.in_words(ownership._boxes(owners))


def test_the_largest_stands_first_and_what_nobody_has_last():
    owners = [owner("Ana Marsh", "20", "UBO", "DIRECTOR"), owner("Bea Field", "45.5")]

    assert words(*owners) == (
        "Bea Field: 45.5 %, UBO. Ana Marsh: 20 %, UBO, Director. Unattributed: 34.5 %, no owner declared."
    )


def test_when_everything_is_known_nothing_is_missing():
    assert "Unattributed" not in words(owner("Ana Marsh", "100.000000"))


def test_of_very_many_owners_the_small_ones_share_a_box():
    owners = [owner(f"Owner {number}", "5") for number in range(20)]

    assert words(*owners).endswith("8 more: 40 %, see the table.")
    assert ownership.drawing("Granite", owners).count("<rect") == 1 + ownership.MOST + 1


def test_the_drawing_says_the_same_as_its_words_and_names_are_text():
    drawing = ownership.drawing("<b>Granite</b>", [owner("<i>Ana</i> Marsh", "100")])

    assert 'role="img"' in drawing
    assert 'aria-labelledby="ownership-title ownership-words"' in drawing
    assert "<i>" not in drawing
    assert "<b>" not in drawing
    assert "&lt;i&gt;Ana&lt;/i&gt; Marsh: 100 %" in drawing


@pytest.mark.parametrize(("share", "width"), [("0", "1.0"), ("100", "9.3"), ("25", "3.1")])
def test_a_line_is_as_thick_as_the_share(share, width):
    assert f'stroke-width="{width}"' in ownership.drawing("Granite", [owner("Ana Marsh", share)])
