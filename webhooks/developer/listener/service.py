"""The service, as seen over its API with a token."""

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
    """The service will not have this: asking again would not help."""


class Unavailable(Exception):
    """The service can't be reached, or has no time now."""

    def __init__(self, message: str, *, wait_seconds: int = 0) -> None:
        """Take how long the service asked to be left alone."""
        super().__init__(message)
        self.wait_seconds = wait_seconds


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """An event, as the request that a webhook endpoint would get."""

    id: str
    type: str
    created_at: str
    headers: dict[str, str]
    body: bytes


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """What happened since, and where to go on."""

    told: list[Told]
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

    def keys(self) -> Keys:
        """Return the keys that the platform's events are signed with."""
        platform = str(self._ask("GET", f"{self.base_url}/config", self._headers)["id"]).partition(":")[2]
        root = urllib.parse.urljoin(self.base_url, f"/webhook-keys/{platform}")
        listed = self._ask("GET", root, {})["keys"]
        return Keys(
            p256=[key["publicKey"] for key in listed if key["algorithm"] == "ECDSA_P256"],
            ed25519=[key["standardWebhooksKey"] for key in listed if key["algorithm"] == "ED25519"],
        )

    def read(self, wanted: dict[str, str]) -> Batch:
        """Return the events behind a `cursor`, or from a `startDate` on, or from now on."""
        body = json.dumps(wanted).encode()
        reply = self._ask("POST", f"{self.base_url}/sandbox/webhooks/listen", self._headers, body)
        told = [
            Told(
                id=json.loads(entry["body"])["id"],
                type=entry["type"],
                created_at=entry["createdAt"],
                headers=entry["headers"],
                body=entry["body"].encode(),
            )
            for entry in reply["data"]
        ]
        return Batch(told, reply["cursor"], reply["hasMore"])

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
    return Refused(f"{url} answers {status}: {said}{hint}")


def _origin(url: str) -> str:
    return urllib.parse.urlunsplit((*urllib.parse.urlsplit(url)[:2], "", "", ""))
