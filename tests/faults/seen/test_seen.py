"""What `/readyz`, the doctor and the start page say of a fault is what docs/operator/outages.md prints.

Faults that are over sooner, or that take other servers, have their rows compared in the tests that the rows name.
"""

import pytest

from tests.support import patience
from tests.support.servers import watching
from tests.support.servers.lasting_faults import FAULTS
from tests.support.servers.services import Service

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def watch(service: Service) -> watching.Watch:
    return watching.OfService(service)


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_seen(service: Service, watch: watching.Watch, name: str):
    patience.until(lambda: (watch.readyz(), watch.start_page()) == ("200 `ok`", watching.NOTHING))

    with FAULTS[name](service):
        watch.sees(name)
