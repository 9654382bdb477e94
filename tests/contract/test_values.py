"""No value that the published lists of the first day lack is sent unasked.

`reference_values.json` has these lists by place, as `tests.support.contract.values` reads a document. It never changes:
a value that is new has a row in `tests/support/contract/beyond.py`, or a feature that platforms turn on.
"""

import json
import pathlib
import re

import pytest

from platforms.features import FEATURES
from tests.support import api_document
from tests.support.contract import values
from tests.support.contract.beyond import ROWS
from webhooks.outbox.event_types import FEATURE_OF, EventType

_FILE = pathlib.Path(__file__).with_name("reference_values.json")


@pytest.fixture(scope="module")
def published() -> values.Values:
    return {place: frozenset(row["values"]) for row in json.loads(_FILE.read_text()) for place in row["places"]}


@pytest.fixture(scope="module")
def served() -> values.Values:
    return values.sent(api_document.generated())


def _explained(place: str, value: str) -> bool:
    return any(value in row.values.split() and re.search(f"{row.place}$", place) for row in ROWS)


def test_a_value_that_the_published_lists_lack_is_asked_for(published, served):
    unexplained = [
        f"{place}: {value}"
        for place, known in sorted(published.items())
        for value in sorted(served.get(place, frozenset()) - known)
        if value not in FEATURE_OF and not _explained(place, value)
    ]

    assert unexplained == [], "give it a feature (platforms/features.py), or say why it breaks nobody (beyond.py)"


def test_a_type_of_event_that_the_published_list_lacks_has_a_feature(published):
    known = frozenset().union(
        *(names for place, names in published.items() if re.fullmatch(r"webhook \S+ \.type", place))
    )
    explained = {value for row in ROWS for value in row.values.split()}

    assert set(EventType.values) - known - explained == set(FEATURE_OF)
    assert set(FEATURE_OF.values()) <= set(FEATURES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.shown)
def test_every_explanation_is_of_something_that_is_served(published, served, row):
    lacking = {
        value
        for place, known in published.items()
        if re.search(f"{row.place}$", place)
        for value in served.get(place, frozenset()) - known
    }

    assert set(row.values.split()) <= lacking


def test_the_published_lists_were_read(published):
    assert len(published) > 500
    assert published["webhook incoming-payment .type"] == {
        "INCOMING_PAYMENT.PENDING",
        "INCOMING_PAYMENT.COMPLETED",
        "INCOMING_PAYMENT.FAILED",
    }
