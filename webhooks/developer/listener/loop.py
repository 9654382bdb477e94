"""The loop: read events, check, forward and show them, whatever the network does."""

import datetime as dt
import importlib.util
import threading
import time
from collections.abc import Callable
from http import HTTPStatus

from webhooks.developer.listener import approvals, forwarding
from webhooks.developer.listener.service import Batch, Keys, Refused, Service, SignedEvent, Unavailable

HAS_CRYPTOGRAPHY = importlib.util.find_spec("cryptography") is not None
if HAS_CRYPTOGRAPHY:
    from webhooks.developer.listener import genuine

POLL_SECONDS = 1.0
_LONGEST_PAUSE = 15.0
_STALE_SECONDS = 60.0
"""After this the rest of a batch is read again: receivers refuse signatures that are five minutes old."""
_LOOK_BACK = dt.timedelta(seconds=15)
"""How long after it was made an event may become visible: a restart shows some twice rather than missing one."""

Say = Callable[[str], object]


def now() -> dt.datetime:
    """Return the time of the developer's machine."""
    return dt.datetime.now(dt.UTC)


class Loop:
    """Forwards one platform's events. `show` is called with events, `tell` with other messages for the developer."""

    def __init__(
        self,
        service: Service,
        *,
        forward_to: str | None,
        since: str | None,
        prints_json: bool,
        show: Say,
        tell: Say,
        decide: approvals.Decide | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Take where to read, where to send, and from which moment on (ISO 8601; None for now).

        `decide` answers payments that wait for approval; without it a platform that has no endpoint is not asked.
        """
        self._service = service
        self._forward_to = forward_to
        self._wanted = {"startDate": since} if since else {}
        self._prints_json = prints_json
        self._show, self._tell = show, tell
        self._decide = decide
        self._keys: Keys | None = None
        self._done: set[str] = set()
        self._is_connected = True
        self.stop = stop or threading.Event()
        """Set from outside: the current event is forwarded, and no other."""
        self.count = 0
        self.reached = since

    def run(self) -> None:
        """Listen until stopped; raises Refused when the service refuses the request."""
        self._tell(f"Listening to {self._service.base_url}. Ctrl-C ends it.")
        if not HAS_CRYPTOGRAPHY:
            self._tell(
                "Signatures are not checked here, which needs the package cryptography. Check them in your server."
            )
        pause = POLL_SECONDS
        while not self.stop.is_set():
            try:
                has_more = self.step()
            except Unavailable as error:
                self._lost(error)
                self.stop.wait(max(pause, error.wait_seconds))
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            self._found()
            pause = POLL_SECONDS
            if not has_more:
                self.stop.wait(POLL_SECONDS)

    def step(self) -> bool:
        """Read a batch and forward it; return whether there may be more at once. Raises Unavailable, Refused."""
        if self._keys is None:
            self._keys = self._service.keys()
            if self._decide is not None and self._service.endpoint:
                self._tell("The platform has a webhookEndpoint, which is asked for approvals in place of you.")
        asked_at = now()
        batch = self._service.read(self._wanted, answers_approvals=self._decide is not None)
        if self._deliver(batch):
            self._wanted = {"cursor": batch.cursor}
            self._done.clear()
            self.reached = (asked_at - _LOOK_BACK).isoformat(timespec="seconds").replace("+00:00", "Z")
            return batch.has_more
        return True

    def _deliver(self, batch: Batch) -> bool:
        """Forward what was not forwarded yet; False when stopped, or when signatures grew too old, before the end."""
        began = time.monotonic()
        # Whoever pays is waiting for the answers.
        for event in sorted(batch.events, key=lambda event: not event.awaits_answer):
            if event.id in self._done:
                continue
            if self.stop.is_set() or time.monotonic() - began > _STALE_SECONDS:
                return False
            self._pass_on(event)
            self._done.add(event.id)
        return True

    def _pass_on(self, event: SignedEvent) -> None:
        if not self._is_genuine(event):
            raise Refused(f"{event.id} is not signed with the platform's keys. Nothing was forwarded.")
        outcome = None
        if self._forward_to is not None:
            seconds = approvals.FORWARD_SECONDS if event.awaits_answer else forwarding.SECONDS
            outcome = forwarding.forward(self._forward_to, headers=event.headers, body=event.body, seconds=seconds)
        self.count += 1
        said = "" if outcome is None else f" → {outcome}"
        line = f"{now().astimezone():%H:%M:%S} {event.type} {event.id}{said}"
        if self._prints_json:
            self._tell(line)
            self._show(event.body.decode())
        else:
            self._show(line)
        if event.awaits_answer and self._decide is not None:
            self._answer(event, self._decide(event, outcome))

    def _answer(self, event: SignedEvent, answer: approvals.Answer | None) -> None:
        """Hand an answer over; when that fails the payment ends as one that was not answered in time."""
        if answer is None:
            self._tell(f"{event.id} was not answered.")
            return
        try:
            self._service.answer(event, status=answer.status, body=answer.body, failure=answer.failure)
        except Unavailable as error:
            self._tell(f"{event.id} could not be answered: {error}.")
        except Refused as refusal:
            if refusal.status != HTTPStatus.CONFLICT:
                raise
            self._tell(f"{event.id} was no longer waited for: decided by a call, or too late.")
        else:
            self._tell(f"{event.id} {answer}")

    def _is_genuine(self, event: SignedEvent) -> bool:
        """Check both signatures; keys replaced meanwhile are read again."""
        if not HAS_CRYPTOGRAPHY:
            return True
        assert self._keys is not None
        if not genuine.is_genuine(event.headers, event.body, keys=self._keys):
            self._keys = self._service.keys()
        return genuine.is_genuine(event.headers, event.body, keys=self._keys)

    def _lost(self, error: Unavailable) -> None:
        if self._is_connected:
            self._tell(f"{error}. Trying again; nothing is lost meanwhile.")
        self._is_connected = False

    def _found(self) -> None:
        if not self._is_connected:
            self._tell("Connected again.")
        self._is_connected = True
