import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms.base import backoff

SECOND = dt.timedelta(seconds=1)


@pytest.mark.parametrize(
    ("failures", "seconds"),
    [(0, 5), (1, 5), (2, 10), (3, 20), (4, 40), (8, 640), (9, 1280), (10, 1800), (47, 1800), (10_000, 1800)],
)
def test_a_pause_doubles_up_to_its_bound(failures, seconds):
    assert backoff.pause(failures, first=5 * SECOND, longest=1800 * SECOND) == seconds * SECOND


def test_unless_it_is_said_otherwise_the_first_is_two_seconds():
    assert [backoff.pause(failures, longest=60 * SECOND) / SECOND for failures in range(1, 7)] == [2, 4, 8, 16, 32, 60]


def test_a_first_pause_that_is_longer_than_the_longest_is_cut():
    assert backoff.pause(1, first=90 * SECOND, longest=60 * SECOND) == 60 * SECOND


@given(
    failures=st.integers(min_value=0, max_value=2**63),
    first=st.timedeltas(min_value=dt.timedelta(milliseconds=1), max_value=dt.timedelta(days=1)),
    longest=st.timedeltas(min_value=dt.timedelta(milliseconds=1), max_value=dt.timedelta(days=365)),
)
def test_it_never_shrinks_and_comes_to_its_bound(failures, first, longest):
    pause = backoff.pause(failures, first=first, longest=longest)

    assert min(first, longest) <= pause <= backoff.pause(failures + 1, first=first, longest=longest) <= longest
    assert backoff.pause(10_000, first=first, longest=longest) == longest
