"""Files of banks belong to a worker while it lives, and to the next one a minute after it was killed."""

import datetime as dt

import pytest

from banks.models import BankIncomingFile
from banks.rail import long_leases
from banks.statements.incoming import arrivals, importing
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import patience

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(acme) -> BankIncomingFile:
    """A file that was received and is not read yet."""
    rail.connect(acme.platform)
    world.put(world.camt([Entry(5_00)]))
    arrivals.fetch_all(now=clock.real_now())
    found: BankIncomingFile = BankIncomingFile.objects.get()
    return found


def test_the_file_of_a_killed_worker_is_read_a_minute_later(file):
    now = clock.real_now()
    # What a worker leaves behind that was killed while it read.
    BankIncomingFile.objects.update(leased_until=now + long_leases.LEASE)

    assert importing.advance(now=now) == 0
    assert importing.advance(now=clock.RealTime(now + dt.timedelta(seconds=61))) == 1

    file.refresh_from_db()
    assert (file.state, file.leased_until) == ("APPLIED", None)


def test_a_lease_is_renewed_as_long_as_its_worker_lives(file, monkeypatch):
    monkeypatch.setattr(long_leases, "RENEWAL_SECONDS", 0.01)
    ends = clock.real_now() + dt.timedelta(seconds=1)
    BankIncomingFile.objects.update(leased_until=ends)

    def until() -> dt.datetime:
        found = BankIncomingFile.objects.get().leased_until
        assert found is not None
        return found

    keys = {file.pk}
    with long_leases.renewed(BankIncomingFile, keys):
        patience.until(lambda: until() > ends)
        keys.clear()
    assert until() <= clock.real_now() + long_leases.LEASE
