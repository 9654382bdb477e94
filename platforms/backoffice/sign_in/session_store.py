"""Sessions of staff in the database. An outage is told as one: Django would answer that the request is malformed."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from platforms.database import outages


class SessionStore(db.SessionStore):
    """A session, as Django keeps it."""

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django calls it
        """Store the session.

        Raises:
            UpdateError: somebody has ended it.
            django.db.Error: the database can't work at the moment.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django takes each error of the database for a session that is gone.
            if (cause := error.__context__) is not None and outages.is_outage(cause):
                raise cause from cause.__cause__
            raise
