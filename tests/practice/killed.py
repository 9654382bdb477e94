"""`python -m tests.practice.killed STEP`: a worker that SIGKILL ends in a step of the delivery."""

import os
import signal
import sys
from typing import Any

import django


def main() -> None:
    """Advance the batches, and be killed when a step is done."""
    django.setup()
    from banks import tasks as bank_tasks
    from banks.rail import files
    from banks.rail.delivery.folder import Folder

    owner: Any = files if sys.argv[1] == "write" else Folder
    call = getattr(owner, sys.argv[1])

    def deadly(*arguments: Any, **options: Any) -> None:
        call(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(owner, sys.argv[1], deadly)
    bank_tasks.advance_bank_batches()


if __name__ == "__main__":
    main()
