"""Background jobs: what the scheduler has workers do again and again, declared beside the function that does it.

    @job("payments.seal_journal", every=10, due=_ENTRY_UNSEALED, rights={"payments.JournalSeal": rights.APPEND})
    def seal_journal() -> int:

The function stands in `tasks.py` of its app. From the declarations follow the schedule and the scheduler's questions
(`config.processes.schedule`) and the rights of the service's database role (`config.database.grants`).
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import ParamSpec, TypeVar

from celery import Task, shared_task

from platforms.base.background.rights import Grant

P = ParamSpec("P")
R = TypeVar("R")
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
_LAST_SECONDS = 60
"""How long a job may need to end once it is told that its time is over."""


@dataclasses.dataclass(frozen=True, slots=True)
class Job:
    """When a job is to be done, and what it may do."""

    name: str
    every: float
    due: str = ""
    rights: Mapping[str, Grant] = dataclasses.field(default_factory=dict)


_declared: dict[str, Job] = {}


def job(
    name: str,
    *,
    every: float,
    due: str = "",
    rights: Mapping[str, Grant] | None = None,
    at_most: float | None = None,
) -> "Callable[[Callable[P, R]], Task[P, R]]":
    """Declare a function to be a background job, which a worker does every so many seconds.

    `name` is `<app>.<function>` and stays: messages and noted failures hold it. `due` is a condition in SQL for whether
    there is work, in which `%(now)s` is real time; without one the job is done each time. `rights` are those that no
    other part of the service needs: model → grant. After `at_most` seconds, if it is given, the job is told to end
    instead of after CELERY_TASK_SOFT_TIME_LIMIT. Raises ValueError for a name that is declared already.
    """
    if name in _declared:
        message = f"the background job {name} is declared twice"
        raise ValueError(message)
    _declared[name] = Job(name, every, due, rights or {})
    limits = {"soft_time_limit": at_most, "time_limit": at_most + _LAST_SECONDS} if at_most else {}
    return shared_task(name=name, **limits)  # type: ignore[call-overload, no-any-return]


def declared() -> Sequence[Job]:
    """Return the jobs that are declared by the modules that this process has loaded."""
    return tuple(_declared.values())
