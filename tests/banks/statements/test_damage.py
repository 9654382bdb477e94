"""Files with bytes cut, flipped or doubled anywhere: set aside, or applied, and nothing is applied twice."""

import collections
import random

import pytest

from banks.models import BankIncomingFile, BankMatch
from banks.statements.incoming import importing
from payments.models import Deposit
from platforms.models import WorkFailure
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.processes import lost_replies

pytestmark = pytest.mark.django_db(transaction=True)
_DAMAGES = 40


def _damaged(content: bytes, chance: random.Random) -> list[bytes]:
    """Return files with damage at places all over the content, of each kind in its turn."""
    found = []
    for number in range(_DAMAGES):
        at = len(content) * number // _DAMAGES
        end = at + chance.choice((1, 2, 7, 40, len(content)))
        flipped = bytes(one ^ (1 << chance.randrange(8)) for one in content[at : at + 1])
        middle = (b"", flipped + content[at + 1 : end], content[at:end] * 2, chance.randbytes(3))[number % 4]
        found.append(content[:at] + middle + content[end:])
    return found


@pytest.mark.parametrize("kind", ["camt", "mt940", "pain_002"])
def test_no_damage_crashes_the_import_or_applies_anything_twice(api, acme, worker, alice, kind):
    rail.connect(acme.platform)
    one, other = rail.given_out(api, worker, alice, 10_00, 20_00)
    reference = world.reference_of(api, alice)
    entries = [Entry(-10_00, world.id_of(one)), Entry(7_00, text=reference, reference="B-2")]
    content = {
        "camt": lambda: world.camt(entries),
        "mt940": lambda: world.mt940(entries),
        "pain_002": lambda: world.pain_002("M", **{world.id_of(one): "ACSC", world.id_of(other): "RJCT/AC04"}),
    }[kind]()
    files = [content, *_damaged(content, random.Random(f"damage {kind}")), content]

    for damaged in files:
        world.put(damaged)
    while BankIncomingFile.objects.filter(state="RECEIVED").exists() or world.read():
        world.read()
    worker.run()

    states = collections.Counter(BankIncomingFile.objects.values_list("state", flat=True))
    assert set(states) == {"APPLIED", "SET_ASIDE"}
    assert states["SET_ASIDE"] > states["APPLIED"]
    assert not WorkFailure.objects.exists()
    assert rail.payment_of(one).status == "COMPLETED"
    settled = BankMatch.objects.filter(kind="SETTLED").values_list("subject", flat=True)
    assert len(settled) == len(set(settled)) == (kind != "pain_002")
    # What says the same is credited once. Another text or reference of the bank makes it another line.
    credited = BankMatch.objects.filter(kind="DEPOSIT").values_list("line__fingerprint", flat=True)
    assert len({bytes(one) for one in credited}) == len(credited)
    arrived = Deposit.objects.filter(provider_reference__startswith="BankStatementLine:")
    assert arrived.count() == len(credited)
    came_back = 20_00 if rail.row_of(other).state == "REJECTED" else 0
    received = sum(arrived.values_list("amount", flat=True))
    assert factories.balance_of(api.internal_account(alice, "EUR")) == received + came_back
    assert world.books_are_right()


def test_a_file_that_was_set_aside_without_its_worker_hearing_of_it_is_not_work_that_fails(acme, monkeypatch):
    """Seed 86 of the simulator: the worker did it again, and the damage itself was noted as a failure, for two days."""
    rail.connect(acme.platform)
    world.put(world.camt([Entry(7_00)])[:-30])
    calls = lost_replies.after_first_call(monkeypatch, importing, "_set_aside")

    world.read()

    assert len(calls) == 2
    assert BankIncomingFile.objects.get().state == "SET_ASIDE"
    assert not WorkFailure.objects.exists()
