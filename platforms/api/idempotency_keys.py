"""The /idempotency-keys endpoints: what happened, asked by the key of a request whose reply was lost."""

from typing import Any

from django.urls import Resolver404, resolve

from platforms import queries, representations
from platforms.database import replication
from platforms.http import idempotency
from platforms.http.authentication import Caller
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.models import Permission
from platforms.models.idempotency_key import State
from platforms.operations import idempotency_keys
from platforms.queries import KeyUse


@Endpoint(
    "POST",
    "idempotency-keys/<path:key>/void",
    Permission.TRANSACT,
    response=representations.KEY_USE,
    errors=("IDEMPOTENCY_KEY_USED", 404),
)
def void_idempotency_key(call: Call, key: str) -> Json:
    """Void an idempotency key.

    Close a key that no request has used, for ever: a request that arrives later with it is refused with 409
    `IDEMPOTENCY_KEY_VOIDED`, and does nothing. A request with the key that is being worked on is waited for. A voided
    key may be voided again. `IDEMPOTENCY_KEY_USED` says that a request was carried out or refused under the key:
    `details` is what the look-up of the key answers.

    Returns:
        The key, `VOIDED`.
    """
    asked = idempotency.checked_key(key, field="key")
    if call.key == asked:
        raise idempotency.KeyVoidsItself
    use = idempotency_keys.void(key=asked, **call.by)
    shown = _shown(use, call.caller)
    if use.state != State.VOIDED:
        raise idempotency.KeyUsed(**shown)
    return shown


@Endpoint("GET", "idempotency-keys/<path:key>", response=representations.KEY_USE, errors=("NOT_FOUND",))
def get_idempotency_key(call: Call, key: str) -> Json:
    """Look an idempotency key up.

    What became of the request that used the key first. `NOT_FOUND`: none has done anything. One may still be on its
    way: void the key to be certain that it never will.

    Returns:
        What is known of the key.
    """
    asked = idempotency.checked_key(key, field="key")
    use = queries.look_key_up(platform_id=call.platform_id, key=asked)
    # What it tells is believed as the reply would have been.
    replication.confirm()
    return _shown(use, call.caller)


def _shown(use: KeyUse, caller: Caller) -> dict[str, Any]:
    return representations.key_use(use, platform=caller, shows_reply=_may_see_reply(use, caller))


def _may_see_reply(use: KeyUse, caller: Caller) -> bool:
    """Tell whether the caller may have made the request, and whether its reply holds no credential."""
    endpoint = _endpoint_of(use)
    if endpoint is None:
        return not use.is_sealed and caller.permissions.issuperset(Permission)
    return endpoint.permission in caller.permissions and not endpoint.shows_credential


def _endpoint_of(use: KeyUse) -> Endpoint | None:
    """Return the endpoint that a request went to; None where that is not known."""
    if use.method is None or use.path is None:
        return None
    try:
        view = resolve(use.path).func
    except Resolver404:
        return None
    endpoints: dict[str, Endpoint] = getattr(view, "endpoints", {})
    return endpoints.get(use.method)
