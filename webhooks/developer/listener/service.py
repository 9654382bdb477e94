"""The API of the service, called with a token."""

import base64
import dataclasses
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

_SECONDS = 20
_LONGEST_WAIT = 60


class Refused(Exception):
    """The service refuses the request: repeating it would not help."""

    def __init__(self, message: str, *, status: int = 0) -> None:
        """Take the status of its answer."""
        super().__init__(message)
        self.status = status


class Unavailable(Exception):
    """The service can't be reached, or is overloaded."""

    def __init__(self, message: str, *, wait_seconds: int = 0) -> None:
        """Take the pause that the service asked for."""
        super().__init__(message)
        self.wait_seconds = wait_seconds


@dataclasses.dataclass(frozen=True, slots=True)
class SignedEvent:
    """An event, as the signed request of a webhook."""

    id: str
    type: str
    created_at: str
    headers: dict[str, str]
    body: bytes
    awaits_answer: bool
    """A payment waits for what the developer answers."""


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Events that followed a cursor, and the next cursor."""

    events: list[SignedEvent]
    cursor: str
    has_more: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Keys:
    """The platform's published keys: PEM blocks of P-256, and texts of Ed25519 (`whpk_…`)."""

    p256: list[str]
    ed25519: list[str]


class Service:
    """One platform's access. `base_url` ends with the version of the API."""

    def __init__(self, *, base_url: str, client_id: str, client_secret: str) -> None:
        """Take the credentials of a token."""
        self.base_url = base_url.rstrip("/")
        credentials = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self._headers = {"Authorization": f"Basic {credentials}", "Content-Type": "application/json"}
        self.endpoint = ""
        """The platform's endpoint, when `keys` was called last."""

    def keys(self) -> Keys:
        """Return the keys that the platform's events are signed with."""
        configuration = self._ask("GET", f"{self.base_url}/config", self._headers)
        self.endpoint = configuration.get("webhookEndpoint") or ""
        platform = str(configuration["id"]).partition(":")[2]
        root = urllib.parse.urljoin(self.base_url, f"/webhook-keys/{platform}")
        listed = self._ask("GET", root, {})["keys"]
        return Keys(
            p256=[key["publicKey"] for key in listed if key["algorithm"] == "ECDSA_P256"],
            ed25519=[key["standardWebhooksKey"] for key in listed if key["algorithm"] == "ED25519"],
        )

    def read(self, wanted: dict[str, str], *, answers_approvals: bool = False) -> Batch:
        """Return the events after a `cursor`, or from a `startDate` on, or from now on."""
        body = json.dumps({**wanted, "answersApprovals": answers_approvals}).encode()
        reply = self._ask("POST", f"{self.base_url}/sandbox/webhooks/listen", self._headers, body)
        events = [
            SignedEvent(
                id=json.loads(entry["body"])["id"],
                type=entry["type"],
                created_at=entry["createdAt"],
                headers=entry["headers"],
                body=entry["body"].encode(),
                awaits_answer=entry.get("awaitsAnswer", False),
            )
            for entry in reply["data"]
        ]
        return Batch(events, reply["cursor"], reply["hasMore"])

    def answer(self, event: SignedEvent, *, status: int | None, body: str, failure: str) -> None:
        """Hand over the answer to a question. Raises Refused, with status 409, when it is no longer waited for."""
        said = {"status": status, "body": body} if status is not None else {"failure": failure}
        url = f"{self.base_url}/sandbox/webhooks/{event.id}/answer"
        self._ask("POST", url, self._headers, json.dumps(said).encode())

    def _ask(self, method: str, url: str, headers: dict[str, str], body: bytes | None = None) -> Any:
        request = urllib.request.Request(url, data=body, headers=headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as reply:  # noqa: S310 - the developer's own address
                return json.load(reply)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error, url) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable(f"{_origin(url)} can't be reached: {getattr(error, 'reason', error)}") from None
        except ValueError:
            raise Refused(f"{url} does not answer with JSON: is this the address of the service's API?") from None


def _refusal(error: urllib.error.HTTPError, url: str) -> Exception:
    status = error.code
    if status == 429 or status >= 500:
        asked = error.headers.get("Retry-After", "")
        wait = min(int(asked), _LONGEST_WAIT) if asked.isascii() and asked.isdigit() else 0
        return Unavailable(f"{_origin(url)} answers {status}", wait_seconds=wait)
    try:
        said = str(json.load(error)["message"])
    except (ValueError, KeyError, TypeError, OSError):
        said = "that is no answer of the service's API"
    hint = {
        401: " Check the client id and secret.",
        403: " Listening takes a token of a sandbox platform with the permission TRANSACT.",
        404: " Check the base URL: it ends with the version of the API.",
    }.get(status, "")
    return Refused(f"{url} answers {status}: {said}{hint}", status=status)


def _origin(url: str) -> str:
    return urllib.parse.urlunsplit((*urllib.parse.urlsplit(url)[:2], "", "", ""))
