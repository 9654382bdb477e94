"""What a synchronous standby has: a reply that tells of an earlier commit waits for it as the commit should have.

PostgreSQL shows a commit to others when the standby has it, with two exceptions: its wait was cancelled, or the server
crashed while it waited and recovered. Then the commit is seen, and lost if the standby takes over before it has it. The
first is told to who waits (`platforms.database.driver`). Who finds such a commit later can't tell it from others, so
one more commit is made, which the standby has only after all before it.
"""

from platforms.database import prepared

_CONFIRM = (
    "SELECT pg_logical_emit_message(true, 'payments', 'Does a standby have all before this?')"
    " WHERE current_setting('synchronous_standby_names') <> ''"
)
"""A line of the server's log of changes, of no table; none where no standby is waited for."""


def confirm() -> None:
    """Return when a synchronous standby has all that was committed. To be called outside of database transactions."""
    prepared.rows(_CONFIRM, [], is_kept=False)
