"""Back-off: the pause before a retry, doubled with every further failure up to a bound."""

import datetime as dt

FIRST = dt.timedelta(seconds=2)


def pause(failures: int, *, longest: dt.timedelta, first: dt.timedelta = FIRST) -> dt.timedelta:
    """Return the pause after so many failures in a row: `first` after one, never more than `longest`."""
    # This many doublings exceed the longest pause: a larger exponent would only overflow.
    doublings = min(max(failures - 1, 0), (longest // first).bit_length())
    return min(first * (1 << doublings), longest)
