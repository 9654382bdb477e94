"""Workers' senders in processes of their own: `python -m tests.webhooks.sending` forks one for each line it reads.

So what takes longest, the imports, is done once. The line `sibling` asks for a sender with a forked process beside it,
like a worker, where messages still reach the first one alone. No message reaches it: it is woken twice a second
instead. Each leads a process group, says its number when it is ready, and ends when it is killed.
"""

import os
import signal
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    django.setup()
    from webhooks.delivery import sender  # noqa: F401 - what all of them import

    assert "webhooks.delivery.sender_thread" not in sys.modules
    # The system takes away those that were killed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        number = os.fork()
        # Both do it: whichever comes first.
        os.setpgid(number, 0)
        if number == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _send(has_sibling="sibling" in line)
        print("started", number, flush=True)  # noqa: T201


def _send(*, has_sibling: bool) -> None:
    # It makes what the processes of one worker share, and those of another worker do not.
    from webhooks.delivery import sender_thread

    is_sibling = has_sibling and os.fork() == 0
    sender_thread.start()
    if not is_sibling:
        print("ready", os.getpid(), flush=True)  # noqa: T201
    while True:
        time.sleep(0.5)
        if not is_sibling:
            sender_thread.wake()


if __name__ == "__main__":
    main()
