"""Back-off: what has failed is tried again after a pause, which doubles with every further failure up to a bound."""

import datetime as dt

FIRST = dt.timedelta(seconds=2)


def pause(failures: int, *, longest: dt.timedelta, first: dt.timedelta = FIRST) -> dt.timedelta:
    """Return how long to wait after so many failures in a row: `first` after one, never more than `longest`."""
    # So many doublings pass the longest pause: a larger exponent would only overflow.
    doublings = min(max(failures - 1, 0), (longest // first).bit_length())
    return min(first * (1 << doublings), longest)
