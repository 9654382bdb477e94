"""A worker's sender in a process of its own: `python -m tests.webhooks.sending`. It ends when it is killed.

No message reaches it: it is woken twice a second instead.
"""

import os
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    django.setup()
    from webhooks import background

    background.start()
    print("ready", flush=True)  # noqa: T201
    while True:
        time.sleep(0.5)
        background.wake()


if __name__ == "__main__":
    main()
