"""Time. Read once at the edge of a request or a task and passed down as `now`."""

import datetime as dt


def now(offset: dt.timedelta = dt.timedelta()) -> dt.datetime:
    """Return the present in UTC, moved by a sandbox platform's clock offset."""
    return dt.datetime.now(dt.UTC) + offset


def iso(moment: dt.datetime) -> str:
    """Return a moment as ISO 8601 in UTC with `Z`, to the microsecond."""
    if moment.tzinfo is not dt.UTC:
        moment = moment.astimezone(dt.UTC)
    return f"{moment.isoformat(timespec='microseconds')[:-6]}Z"
