"""Steps that tests of the support desk share."""

import re

from django.urls import reverse

from payments.models import SuspenseItem
from platforms.models import Proposal

RESOLVE = "admin:payments_suspenseitem_resolve"


def do(office, dialog: str, row, **entered):
    """Fill in a dialog on the page of an object and send it."""
    form = {"_form_submitted": "True", "reason": "the customer called", **entered}
    return office.post(reverse(dialog, args=[row.pk]), **form)


def approve(office):
    """Approve the one open proposal."""
    proposal = Proposal.objects.get(status="OPEN")
    return office.post(
        reverse("admin:platforms_proposal_approve", args=[proposal.pk]), _form_submitted="True", reason="checked"
    )


def resolve(sam, sue, item: SuspenseItem, **entered) -> SuspenseItem:
    """Let sam propose and sue approve; return the item."""
    proposed = do(sam, RESOLVE, item, **{"account": "", **entered})
    assert "HX-Redirect" in proposed, proposed.content
    assert SuspenseItem.objects.get(pk=item.pk).way == ""
    approved = approve(sue)
    assert "HX-Redirect" in approved, approved.content
    item.refresh_from_db()
    return item


def plain(html: str) -> str:
    """The text of a page, as it is read."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("&#x27;", "'").split()).replace(" ,", ",").replace(" .", ".")


def foreseen(office, dialog: str, row, **entered) -> str:
    """What the dialog says before anything is proposed."""
    form = {"_form_submitted": "True", "reason": "", **entered}
    return plain(office.post(reverse(dialog, args=[row.pk]) + "?effect=", **form).content.decode())
