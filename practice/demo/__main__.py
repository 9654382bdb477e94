"""`python -m practice.demo`: play the month on the service that `make run` started, and say what there is to see."""

import json
import os
import pathlib
import sys
import time
from typing import Any

from config.launch import failures, interrupts, progress
from practice.demo import fintech, month, people, summary
from practice.demo.client import Client
from practice.demo.receiver import Receiver

_SEED = "a month of a small fintech"
_AGAIN = "Another one takes a fresh sandbox: `make stop`, remove var/, `make run`, `make demo`."


def main() -> int:
    """Play, unless it was played here before; return the exit code."""
    interrupts.listen()
    interrupts.follow_make()
    try:
        _play_once(_sandbox())
    except failures.LaunchError as failure:
        progress.complain(failure)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _play_once(sandbox: dict[str, str]) -> None:
    client = Client(sandbox["baseUrl"], sandbox["clientId"], sandbox["clientSecret"])
    config = client.get("/config")
    if not _is_there(client, 1):
        _play(client, config)
    elif _is_there(client, len(people.individuals()) + len(people.businesses())):
        progress.say(f"The month was played here before; nothing is changed. {_AGAIN}")
    else:
        raise failures.LaunchError("The month was begun here before, and not played to its end.", _AGAIN)
    progress.say(summary.of(client, admin_url=sandbox["adminUrl"], user=sandbox["adminUser"]))


def _is_there(client: Client, number: int) -> bool:
    """Tell whether the customer of that number was made; customers who left count."""
    return bool(
        client.get("/customers", platformCustomerId=fintech.user_name(number), isIncludingDeleted="true")["data"]
    )


def _play(client: Client, config: dict[str, Any]) -> None:
    began = time.monotonic()
    with Receiver() as receiver:
        former = config.get("webhookEndpoint")
        if former:
            progress.say(f"The webhook endpoint was {former}; the demo sets its own one.")
        [counterparty, *_] = client.get("/uma-providers")["data"]
        client.patch("/config", {"webhookEndpoint": receiver.url})
        played = fintech.Fintech(
            client, receiver, uma_domain=config["umaDomain"], counterparty=counterparty["domain"], seed=_SEED
        )
        month.play(played)
    taken = f"{client.requests} requests, {receiver.taken} webhooks taken and {receiver.failed} refused"
    progress.say(f"Played in {time.monotonic() - began:.0f} s: {taken}.")


def _sandbox() -> dict[str, str]:
    path = pathlib.Path(os.environ.get("VAR_DIR") or "var") / "sandbox.json"
    try:
        found: dict[str, str] = json.loads(path.read_text())
    except (OSError, ValueError):
        raise failures.LaunchError(
            f"{path} does not tell where the service is.", "Start it with `make run` in another terminal."
        ) from None
    return found


if __name__ == "__main__":
    sys.exit(main())
