"""The loop of `manage.py listen`: read what happened, check it, forward it, say so; whatever the network does."""

import datetime as dt
import threading
import time
from collections.abc import Callable

from platforms.base import clock
from webhooks.developer.listener import forwarding, genuine
from webhooks.developer.listener.service import Batch, Keys, Refused, Service, Told, Unavailable

POLL_SECONDS = 1.0
_LONGEST_PAUSE = 15.0
_STALE_SECONDS = 60.0
"""After this the rest of a batch is read anew: receivers refuse signatures that are five minutes old."""
_LOOK_BACK = dt.timedelta(seconds=15)
"""An event may become visible this long after it was made: who goes on later had better see some twice."""

Say = Callable[[str], object]


class Loop:
    """Forwards one platform's events. `show` is for events, `tell` for what the developer should know besides."""

    def __init__(
        self, service: Service, *, forward_to: str | None, since: str | None, prints_json: bool, show: Say, tell: Say
    ) -> None:
        """Take where to read, where to send, and from which moment on (ISO 8601; None for now)."""
        self._service = service
        self._forward_to = forward_to
        self._wanted = {"startDate": since} if since else {}
        self._prints_json = prints_json
        self._show, self._tell = show, tell
        self._keys: Keys | None = None
        self._done: set[str] = set()
        self._is_connected = True
        self.stop = threading.Event()
        """Set from outside: the event in hand is passed on, and no other."""
        self.count = 0
        self.reached = since

    def run(self) -> None:
        """Listen until stopped; raises Refused when the service will not have it."""
        self._tell(f"Listening to {self._service.base_url}. Ctrl-C ends it.")
        pause = POLL_SECONDS
        while not self.stop.is_set():
            try:
                has_more = self._step()
            except Unavailable as error:
                self._lost(error)
                self.stop.wait(max(pause, error.wait_seconds))
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            self._found()
            pause = POLL_SECONDS
            if not has_more:
                self.stop.wait(POLL_SECONDS)

    def _step(self) -> bool:
        if self._keys is None:
            self._keys = self._service.keys()
        asked_at = clock.real_now()
        batch = self._service.read(self._wanted)
        if self._deliver(batch):
            self._wanted = {"cursor": batch.cursor}
            self._done.clear()
            self.reached = (asked_at - _LOOK_BACK).isoformat(timespec="seconds").replace("+00:00", "Z")
            return batch.has_more
        return True

    def _deliver(self, batch: Batch) -> bool:
        """Forward what was not forwarded yet; False when it was stopped, or signatures grew too old, before the end."""
        began = time.monotonic()
        for told in batch.told:
            if told.id in self._done:
                continue
            if self.stop.is_set() or time.monotonic() - began > _STALE_SECONDS:
                return False
            self._pass_on(told)
            self._done.add(told.id)
        return True

    def _pass_on(self, told: Told) -> None:
        if not self._is_genuine(told):
            raise Refused(f"{told.id} is not signed with the platform's keys. Nothing was forwarded.")
        outcome = ""
        if self._forward_to is not None:
            outcome = f" → {forwarding.forward(self._forward_to, headers=told.headers, body=told.body)}"
        self.count += 1
        line = f"{clock.real_now().astimezone():%H:%M:%S} {told.type} {told.id}{outcome}"
        if self._prints_json:
            self._tell(line)
            self._show(told.body.decode())
        else:
            self._show(line)

    def _is_genuine(self, told: Told) -> bool:
        """Check both signatures; keys that were replaced meanwhile are read anew."""
        assert self._keys is not None
        if not genuine.is_genuine(told.headers, told.body, keys=self._keys):
            self._keys = self._service.keys()
        return genuine.is_genuine(told.headers, told.body, keys=self._keys)

    def _lost(self, error: Unavailable) -> None:
        if self._is_connected:
            self._tell(f"{error}. Trying again; nothing is lost meanwhile.")
        self._is_connected = False

    def _found(self) -> None:
        if not self._is_connected:
            self._tell("Connected again.")
        self._is_connected = True
