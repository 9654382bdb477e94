"""A worker's sender in a process of its own: `python -m tests.webhooks.sending`. It ends when it is killed.

No message reaches it: it is woken twice a second instead. With `SIBLING` it has a forked process beside it, like a
worker, and messages still reach the first one alone.
"""

import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    django.setup()
    from webhooks.delivery import sender_thread

    is_sibling = "SIBLING" in os.environ and os.fork() == 0
    sender_thread.start()
    if not is_sibling:
        print("ready", flush=True)  # noqa: T201
    while True:
        time.sleep(0.5)
        if not is_sibling:
            sender_thread.wake()


if __name__ == "__main__":
    main()
