"""What an open line may be: candidates by near reference, amount and name, and nothing that *Match* would refuse."""

from collections.abc import Callable, Sequence

import pytest

from banks.models import BankException
from banks.statements.proposals import suggestions
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)


def _swapped(text: str) -> str:
    at = next(at for at in range(2, len(text) - 1) if text[at] != text[at + 1])
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def open_line() -> BankException:
    found: BankException = BankException.objects.select_related("line__statement", "connection__platform").get(
        closed_at=None
    )
    return found


Make = Callable[[str], Entry]
_NEAR: dict[str, tuple[Make, str]] = {
    "two letters exchanged": (lambda name: Entry(-12_00, _swapped(name)), "end-to-end id, but for a letter or two"),
    "a letter missing": (
        lambda name: Entry(-12_00, text=name[:5] + name[6:]),
        "end-to-end id, but for a letter or two",
    ),
    "a letter too many": (lambda name: Entry(-12_00, text=f"{name[:5]}Z{name[5:]}"), "end-to-end id, but for a letter"),
    "another letter": (lambda name: Entry(-12_00, text=name[:-1] + ("A" if name[-1] != "A" else "B")), "end-to-end id"),
    "with blanks": (lambda name: Entry(-12_00, text=f"{name[:4]} {name[4:9]} {name[9:]}"), "end-to-end id"),
    "cut": (lambda name: Entry(-12_00, text=f"pmt {name[:11]}"), "beginning of the end-to-end id"),
}


@pytest.mark.parametrize("near", _NEAR.values(), ids=_NEAR)
def test_a_payment_is_suggested_by_a_near_reference(api, acme, worker, alice, near: tuple[Make, str]):
    make, said = near
    rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    world.send(world.camt([make(world.id_of(paid[0]))]))

    [found] = suggestions.of_line(open_line())

    assert (found.subject, found.entered) == (rail.row_of(paid[0]).public_id, world.id_of(paid[0]))
    assert found.agrees[0].startswith(said)
    assert found.differs[0] == "amount: 2.00 EUR more was taken than the 10.00 EUR of the payment"


def test_what_agrees_most_comes_first_and_five_at_most(api, acme, worker, alice):
    rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, *[10_00] * 7)
    content = rail.row_of(paid[3]).content
    line = Entry(-10_00, text="rent", name=content["name"], account=content["number"])
    world.send(world.camt([line]))

    found = suggestions.of_line(open_line())

    assert len(found) == 5
    assert found[0].subject == rail.row_of(paid[3]).public_id
    assert (found[0].agrees, found[0].differs) == (("amount", "name", "account"), ())
    assert found[1].differs == ("account",)


def test_a_charge_that_the_terms_do_not_allow_is_said(api, acme, worker, alice):
    rail.connect(acme.platform, max_charge=1_00, max_day_charges=1_00)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.camt([Entry(-11_50, world.id_of(paid))]))

    [found] = suggestions.of_line(open_line())

    assert found.differs[0] == (
        "amount: 1.50 EUR more was taken than the 10.00 EUR of the payment; the terms allow 1.00 EUR"
    )


def _settled(paid: Sequence[str]) -> list[Entry]:
    return [Entry(-10_00, world.id_of(paid[0]), reference="B-7")]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(lambda _: Entry(-10_00, text="rent", reference="B-9"), id="matched before"),
        pytest.param(lambda paid: Entry(-9_00, world.id_of(paid[1])), id="more money for us"),
        pytest.param(lambda _: Entry(-15_00, text="rent"), id="nothing near"),
    ],
)
def test_what_match_would_refuse_is_not_suggested(api, acme, worker, alice, line):
    rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, 10_00, 20_00)
    world.send(world.camt(_settled(paid)))

    world.send(world.camt([line(paid)], number=2, opening=990_00))

    assert suggestions.of_line(open_line()) == []


def test_an_account_is_suggested_by_a_near_reference(api, acme, alice):
    rail.connect(acme.platform)
    reference = world.reference_of(api, alice)
    world.send(world.camt([Entry(70_00, text=f"for {_swapped(reference)}")]))

    found = suggestions.of_line(open_line())

    expected = [api.internal_account(alice, "EUR")] if any(map(str.isdigit, reference)) else []
    assert [one.entered for one in found if one.is_credit] == expected


def test_suggestions_cost_no_more_with_more_payments(api, acme, worker, alice, costs):
    rail.connect(acme.platform)
    rail.given_out(api, worker, alice, *[10_00] * 3)
    world.send(world.camt([Entry(-10_00, text="rent")]))
    line = open_line()

    with costs.of("three payments"):
        assert len(suggestions.of_line(line)) == 3
