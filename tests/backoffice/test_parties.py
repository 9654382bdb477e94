"""Payers and payees in lists."""

from platforms.backoffice import parties
from platforms.backoffice.parties import Parties


def test_what_is_written_from_right_to_left_leaves_digits_and_arrows_in_their_places():
    payee = Parties(customer="Alice", other="محمد •••• 4015")

    assert payee.words == "Alice to \u2068محمد\u2069 •••• 4015"
    assert Parties(customer="Alice", other="Ada •••• 4015").words == "Alice to Ada •••• 4015"
    assert str(parties._other(payee)).endswith('<bdi>محمد</bdi> <bdi class="one-line">•••• 4015</bdi></span>')
