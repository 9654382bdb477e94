"""Batches: work of several threads at one moment is done at once, and one item's refusal does not fail the others."""

import contextlib
import threading
import time

import pytest
from django.db import IntegrityError

from platforms.database import batches
from tests.support import patience


class Desk:
    """Does pieces of work and remembers the batches; a piece of `refused` makes a batch fail as the database would."""

    def __init__(self, *, refused=(), seconds=0.0):
        self.done = []
        self.refused = refused
        self.seconds = seconds
        self.batches = batches.Batches(self._execute)

    def _execute(self, pieces):
        time.sleep(self.seconds)
        if any(piece in self.refused for piece in pieces):
            raise IntegrityError("refused")
        self.done.append(sorted(pieces))

    def bring(self, *pieces, kind="one", is_expected=True):
        """Bring each piece in a thread of its own, all of them expected before the first arrives; return refusals."""
        everybody = threading.Barrier(len(pieces))
        refusals = []

        def bring(piece):
            announced = self.batches.expected() if is_expected else contextlib.nullcontext()
            with announced:
                everybody.wait()
                try:
                    self.batches.run(kind, piece)
                except IntegrityError:
                    refusals.append(piece)

        threads = [threading.Thread(target=bring, args=[piece]) for piece in pieces]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(patience.LONG)
        return refusals


@pytest.fixture
def _generous(monkeypatch):
    # A busy machine may take longer to bring all threads here than a request would wait.
    monkeypatch.setattr(batches, "GATHERING", patience.LONG)
    monkeypatch.setattr(batches, "PATIENCE", patience.LONG)


@pytest.mark.usefixtures("_generous")
def test_a_piece_that_comes_alone_is_done_at_once():
    desk = Desk()
    began = time.monotonic()

    desk.batches.run("one", 1)

    assert desk.done == [[1]]
    assert time.monotonic() - began < patience.LONG / 2


@pytest.mark.usefixtures("_generous")
def test_pieces_that_are_expected_are_done_together():
    desk = Desk()

    desk.bring(1, 2, 3, 4)

    assert desk.done == [[1, 2, 3, 4]]


@pytest.mark.usefixtures("_generous")
def test_a_batch_has_a_largest_size():
    desk = Desk()

    desk.bring(*range(batches.MOST + 3))

    assert sorted(piece for done in desk.done for piece in done) == list(range(batches.MOST + 3))
    assert max(map(len, desk.done)) <= batches.MOST
    assert len(desk.done) < batches.MOST + 3


def test_pieces_gather_while_another_is_done():
    desk = Desk(seconds=0.02)

    desk.bring(*range(6), is_expected=False)

    assert sorted(piece for done in desk.done for piece in done) == list(range(6))
    assert len(desk.done) < 6


@pytest.mark.usefixtures("_generous")
def test_a_refused_piece_is_refused_alone():
    desk = Desk(refused=[3])

    refusals = desk.bring(1, 2, 3, 4)

    assert refusals == [3]
    assert sorted(desk.done) == [[1], [2], [4]]


@pytest.mark.usefixtures("_generous")
def test_pieces_of_two_kinds_do_not_mix():
    desk = Desk()
    other = threading.Thread(target=desk.bring, args=[5, 6], kwargs={"kind": "other"})

    other.start()
    desk.bring(1, 2)
    other.join(patience.LONG)

    assert sorted(piece for done in desk.done for piece in done) == [1, 2, 5, 6]
    assert all(set(done) <= {1, 2} or set(done) <= {5, 6} for done in desk.done)


def test_who_said_to_come_and_does_not_is_waited_for_a_moment_only():
    desk = Desk()
    left, began = threading.Event(), time.monotonic()

    def stay_away():
        with desk.batches.expected():
            left.wait(patience.LONG)

    absent = threading.Thread(target=stay_away)
    absent.start()
    desk.batches.run("one", 1)
    took = time.monotonic() - began
    left.set()
    absent.join(patience.LONG)

    assert desk.done == [[1]]
    assert took < patience.LONG / 2


def _hang_and_bring(*pieces):
    """Have a batch hang, bring more pieces at once, and return what was done before it went on, and in the end."""
    release, done = threading.Event(), []

    def execute(given):
        if "slow" in given:
            release.wait(patience.LONG)
        done.append(sorted(given))

    desk = batches.Batches(execute)
    slow = threading.Thread(target=desk.run, args=["one", "slow"])
    slow.start()
    while not desk._at_work:
        time.sleep(0.001)
    threads = [threading.Thread(target=desk.run, args=["one", piece]) for piece in pieces]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience.LONG)
    before = list(done)
    release.set()
    slow.join(patience.LONG)
    return before, done


def test_a_batch_that_hangs_holds_up_nobody_for_long():
    before, done = _hang_and_bring("quick")

    assert before == [["quick"]]
    assert done == [["quick"], ["slow"]]


@pytest.mark.usefixtures("_generous")
def test_a_full_batch_does_not_wait_for_the_one_before():
    """Nobody's patience ends here: without the second batch at work the test would hang."""
    before, _ = _hang_and_bring(*"abcd")

    assert before == [["a", "b", "c", "d"]]
