"""The work of a worker, in the process of a test."""

import time

from payments import tasks
from payments.workflow import advancing


class Worker:
    """The Celery worker's work, done here and now."""

    def run(self) -> int:
        done = self._advance()
        # A message to another institution may make a payment due.
        while made := tasks.call_counterparties():
            done += made + self._advance()
        return done

    def _advance(self) -> int:
        """Take up all that is due: on a busy machine a run may end before that, and leave the rest to the next."""
        done, is_whole = 0, False
        while not is_whole:
            began = time.monotonic()
            done += tasks.advance_due_payments()
            is_whole = time.monotonic() - began < advancing.RUN_SECONDS
        return done
