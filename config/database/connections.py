"""How many connections of the database the processes of this installation may open: the arithmetic of the settings.

docs/operator/deploy.md says the same in words; a test counts the connections of processes that run.
"""

import os
from collections.abc import Mapping

OF_COMMANDS = 5
"""Kept free: `migrate`, `doctor`, and what people do by hand."""
_OF_A_WORKER_PROCESS = 4
"""For its task, single statements, the sender of events, and what follows a call that took long."""
_CALLS_TO_INSTITUTIONS, _CALLS_TO_NODES = 12, 8
"""Of a worker process at most, while others are slow; the second for each Lightning node."""
BEAT = 2
"""Of the leader: for the lead, and to ask what is due. A spare has the first alone."""


def of_web(variables: Mapping[str, str] = os.environ) -> int:
    """Return how many connections the web role of one machine may open."""
    threads = int(variables.get("WEB_THREADS") or 8)
    # Each thread has one for its database transactions, and shares as many for single statements; two are of `/readyz`.
    return int(variables.get("WEB_WORKERS") or 2) * (2 * threads + 2)


def of_worker(variables: Mapping[str, str] = os.environ, *, nodes: int = 0) -> int:
    """Return how many connections the worker role of one machine may open, while others are slow."""
    each = _OF_A_WORKER_PROCESS + _CALLS_TO_INSTITUTIONS + _CALLS_TO_NODES * nodes
    return int(variables.get("WORKER_PROCESSES") or 2) * each


def of_all(variables: Mapping[str, str] = os.environ) -> int:
    """Return how many connections one machine with all roles may open, with those for commands."""
    return of_web(variables) + of_worker(variables) + BEAT + OF_COMMANDS
