"""What of the service does not work, as the start page of the back office tells it to people.

The page has been read from the database, so this asks what is left: whether the database commits, whether the broker
answers, and when worker and scheduler gave their last heartbeats. `manage.py doctor` looks at more.
"""

import dataclasses

from django.conf import settings

from config.database import commits
from config.processes import health, heartbeats


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A part that does not work, in two words, and what that means in a sentence."""

    name: str
    meaning: str


_OF_COMMITS = {
    commits.READ_ONLY: Fault("Read-only", "The database takes no writes, so nobody can pay."),
    commits.NO_COMMIT: Fault("No commits", "The database commits nothing, so nobody can pay."),
    commits.FAILED: Fault("No connection", "The database lets no further connection in."),
}
_NO_BROKER = Fault("Broker away", "The broker does not answer, so payments and webhooks wait.")
_OF_ROLES = {
    "worker": Fault("Worker stopped", "No worker gives a heartbeat, so no payment goes on and no webhook is sent."),
    "beat": Fault("Scheduler stopped", "No scheduler gives a heartbeat, so nothing begins that becomes due."),
}


def looked_at() -> str:
    """Return in a sentence what works if there is no fault."""
    if settings.REDIS_URL:
        return "The database commits, the broker answers, and worker and scheduler give heartbeats."
    return "The database commits, and the broker answers."


def found() -> list[Fault]:
    """Return what does not work, the worst first. It takes some seconds at most, and none of Django's connections.

    Heartbeats are with the broker: while it is away, or where REDIS_URL is not set, nothing is said of who gives them.
    """
    of_commits = _OF_COMMITS.get(health.commit_state())
    if health.is_broker_away():
        others = [_NO_BROKER]
    else:
        others = [fault for role, fault in _OF_ROLES.items() if heartbeats.lives(role) is False]
    return [of_commits, *others] if of_commits else others
