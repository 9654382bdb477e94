"""The twelve journeys are walked as their pages print them; the table of the figures has what they take."""

import re
import urllib.request
from collections.abc import Iterator

import pytest

from config.documents import pages
from tests.docs.guides import journeys
from tests.support import patience
from tests.support.servers import services

pytestmark = pytest.mark.beside
_TABLE = re.compile(r"(?<=<!-- journeys -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


@pytest.fixture
def service() -> Iterator[services.Service]:
    pages.make()
    with services.running() as started:
        yield started


def test_the_table_has_twelve_and_what_is_pasted():
    [table] = _TABLE.findall(journeys.FIGURES.read_text())
    seconds = [line.split("|")[-2].strip() for line in table.splitlines()[2:]]
    told = dict(zip(journeys.TWELVE, seconds, strict=True))

    assert len(told) == 12
    assert table == journeys.table(told.__getitem__)


@pytest.mark.skipif(not journeys.MEASURES, reason="test_guides.py pastes these pages; here they are timed")
@pytest.mark.usefixtures("within_an_hour")
def test_they_are_walked_and_timed(service, tmp_path):
    # A service in production has its pages from the release; here each process makes them when it is first asked.
    for _ in range(8):
        urllib.request.urlopen(f"http://127.0.0.1:{service.port}/docs/", timeout=patience.LONG).close()
    took = {}
    for number, journey in enumerate(journeys.TWELVE):
        folder = tmp_path / str(number)
        folder.mkdir()
        took[journey] = journey.walk(service, folder)
    text = journeys.FIGURES.read_text()
    table = journeys.table(lambda journey: f"{took[journey]:.1f}")
    journeys.FIGURES.write_text(_TABLE.sub(lambda _: table, text))

    assert max(took.values()) < 300, "five minutes is the aim, reading and typing apart"
