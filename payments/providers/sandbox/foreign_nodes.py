"""Nodes of other institutions that the sandbox can pay: named by the operator, they return preimages.

No money moves. To test another institution against the sandbox, name its node in `SANDBOX_FOREIGN_NODES`; a
payment is a POST of `{"paymentRequest": "lnbcrt…"}` there, answered with `{"preimage": "<64 hexadecimal digits>"}`.
"""

import orjson
from django.conf import settings

from payments.account_types import bolt11
from payments.providers.lightning_node import SettlementUnavailable, hash_of
from webhooks.delivery import client

_MOST_BYTES = 4096


def url_of(payment_request: str) -> str:
    """Return the address of the node that made an invoice, empty when it is not named."""
    if not settings.SANDBOX_FOREIGN_NODES:
        return ""
    url: str = settings.SANDBOX_FOREIGN_NODES.get(bolt11.decode(payment_request).payee.hex(), "")
    return url


def pay(url: str, *, payment_request: str, payment_hash: bytes) -> bytes | None:
    """Return the preimage of an invoice, None when its node does not accept the payment.

    Safe to repeat. Raises SettlementUnavailable when the node gives no valid answer.
    """
    reply = client.send(
        client.Request(
            url=url,
            body=orjson.dumps({"paymentRequest": payment_request}),
            headers={"Content-Type": "application/json"},
            allow_loopback=True,
            keep_bytes=_MOST_BYTES,
            read_bytes=_MOST_BYTES,
            timeout_seconds=settings.UMA_TIMEOUT_SECONDS,
        )
    )
    if reply.status is not None and 400 <= reply.status < 500:
        return None
    try:
        preimage = bytes.fromhex(orjson.loads(reply.body)["preimage"])
    except (KeyError, TypeError, ValueError):
        raise SettlementUnavailable("a foreign node gives no sense") from None
    if hash_of(preimage) != payment_hash:
        raise SettlementUnavailable("a foreign node tells another preimage")
    return preimage
