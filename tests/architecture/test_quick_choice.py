"""Which tests `--quick` runs: those that reach most lines for their time."""

from tests.quick_choice import chosen

REACHED = {"broad": {1, 2, 3, 4}, "narrow": {1, 2}, "alone": {9}, "nothing": set()}


def test_what_reaches_most_for_its_time_is_chosen():
    assert chosen(REACHED, {"broad": 2.0, "narrow": 2.0, "alone": 2.0, "nothing": 2.0}, most=2) == {"broad"}
    assert chosen(REACHED, {"broad": 5.0, "narrow": 1.0, "alone": 1.0, "nothing": 1.0}, most=2) == {"narrow", "alone"}


def test_a_line_that_nothing_else_reaches_counts_more_than_one_that_was_reached():
    seconds = {"broad": 2.0, "narrow": 2.0, "alone": 1.5, "nothing": 1.0}

    # Of two lines that were reached once each is worth a half: 1 for 2 seconds, against 1 for 1.5.
    assert chosen(REACHED, seconds, most=4) == {"broad", "alone"}


def test_lines_are_reached_again_while_time_is_left():
    seconds = {"broad": 2.0, "narrow": 2.0, "alone": 2.0, "nothing": 2.0}

    assert chosen(REACHED, seconds, most=6) == {"broad", "alone", "narrow"}
    assert chosen(REACHED, seconds, most=8) == set(REACHED)
    assert chosen(REACHED, seconds, most=1) == set()


def test_who_is_always_run_counts_as_having_reached():
    seconds = {"broad": 2.0, "narrow": 1.0, "alone": 1.0, "nothing": 1.0}

    assert chosen(REACHED, seconds, most=1, always=["broad"]) == {"broad", "alone"}
