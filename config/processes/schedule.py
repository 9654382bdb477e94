"""The schedule: when workers do the background jobs that the installed apps declare (`platforms.base.background`).

`python -m config.processes.schedule` loads the apps and prints the jobs, for the scheduler, which imports none.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from platforms.base import background

_CLOCKS_DIFFER_SECONDS = 30.0
"""No message expires sooner: so far may the clocks of two machines differ."""


def declared() -> Sequence[background.Job]:
    """Return the background jobs of the installed apps. Loads their tasks; Django has to be set up."""
    from config.celery import app  # noqa: PLC0415 - it loads this module

    app.loader.import_default_modules()
    return background.declared()


def ask() -> Sequence[background.Job]:
    """Return the same, without rights, from a process of its own. Raises CalledProcessError if they do not load."""
    command = [sys.executable, "-m", __name__]
    told = subprocess.run(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, check=True)  # noqa: S603 - ours
    return [background.Job(**job) for job in json.loads(told.stdout)]


def entries(jobs: Sequence[background.Job]) -> dict[str, dict[str, Any]]:
    """Return the schedule for Celery: a message for each job, which expires once the next one is due."""
    return {
        _key(job): {
            "task": job.name,
            "schedule": job.every,
            "options": {"queue": settings.SWEEPS_QUEUE, "expires": max(job.every, _CLOCKS_DIFFER_SECONDS)},
        }
        for job in jobs
    }


def questions(jobs: Sequence[background.Job]) -> Mapping[str, str]:
    """Return task → SQL that tells whether it has work, for the jobs that have such a condition."""
    return {job.name: job.due for job in jobs if job.due}


def _key(job: background.Job) -> str:
    """Return the name under which the scheduler keeps when the job was last sent: it outlives an upgrade."""
    return job.name.partition(".")[2].replace("_", "-")


def main() -> None:
    """Print the jobs as JSON."""
    import django  # noqa: PLC0415 - the scheduler does without

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup(set_prefix=False)
    jobs = [{"name": job.name, "every": job.every, "due": job.due} for job in declared()]
    sys.stdout.write(json.dumps(jobs))


if __name__ == "__main__":
    main()
