"""The proof on a payment's page: which signed roots have its entries, and whether they still lead there."""

from django.http import HttpRequest

from payments.admin import names
from payments.models import SignedRoot, Transaction
from payments.proofs import proving
from platforms.backoffice import columns, links
from platforms.backoffice.panels import Panel

_DIGITS = 16
_COLOURS = {"proven": "success", "not proven": "danger", "not sealed yet": ""}


def panel(request: HttpRequest, payment: Transaction) -> Panel | None:
    """Return an entry a row, checked as clients check it; None for a payment without entries."""
    may_open = request.user.has_perm("payments.view_signedroot")
    rows, why = [], []
    for entry, root, problem in proving.checks_of_payment(payment.pk):
        state = "not sealed yet" if root is None else "not proven" if problem else "proven"
        rows.append(
            (
                columns.named_text(entry.purpose, names.PURPOSES),
                columns.state_text(state, _COLOURS),
                _root(root, may_open=may_open) if root else "",
                bytes(root.digest or b"").hex()[:_DIGITS] if root else "",
            )
        )
        if problem:
            why.append(f"{columns.words(entry.purpose, names.PURPOSES)}: {problem}.")
    if not rows:
        return None
    # Below the table, since a phone has no room for a column of sentences.
    note = " ".join([*why, "A day is sealed soon after midnight UTC, by real time."])
    return Panel("Proof", ("entry", "state", "signed root", "digest begins"), rows, note=note)


def _root(root: SignedRoot, *, may_open: bool) -> str:
    text = f"#{root.number} of {root.day:%Y-%m-%d}"
    return links.to(links.page(SignedRoot, root.pk), text) if may_open else text
