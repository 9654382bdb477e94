"""Time. Read once at the edge of a request or a task and passed down as `now`."""

import datetime as dt


def now(offset: dt.timedelta = dt.timedelta()) -> dt.datetime:
    """Return the present in UTC, moved by a sandbox platform's clock offset."""
    return dt.datetime.now(dt.UTC) + offset


def iso(moment: dt.datetime) -> str:
    """Return a moment as ISO 8601 in UTC with `Z`, to the microsecond."""
    return f"{moment.astimezone(dt.UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"
