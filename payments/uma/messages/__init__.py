"""Messages of the UMA protocol, version 1, both ways. Nothing outside this package knows their format.

Every `build…` function returns a body or an address ready to send. Every `read…` function takes bytes from anywhere and
returns a frozen object of ours, or raises `ProtocolError` and nothing else; it checks shape and bounds. Whether a
message is genuine is a separate question: each signed one has a `signature`, which
`payments.uma.protocol.authenticity.require` checks (time, signature, nonce, in this order). No function here reads a
clock, a database or the network.

Names of facts about people are those of `platforms.models.CounterpartyField`, amounts are integers: of the receiving
currency's smallest unit, or millisatoshis where the name has `msat`. `now` is always the real time, never a sandbox
platform's clock, which the other side does not know.
"""

from payments.uma.messages.callbacks import Callback, CallbackStatus, build_callback, read_callback
from payments.uma.messages.documents import PublicKeys, build_configuration, build_public_keys, read_public_keys
from payments.uma.messages.errors import PeerError, ProtocolError, Reason, read_peer_error
from payments.uma.messages.lookups import (
    Currency,
    KycStatus,
    LookupReply,
    LookupRequest,
    build_lookup_reply,
    build_lookup_url,
    build_metadata,
    read_lookup_reply,
    read_lookup_request,
)
from payments.uma.messages.pay_replies import PayReply, build_pay_reply, read_pay_reply
from payments.uma.messages.pay_requests import (
    BuiltPayRequest,
    PayRequest,
    build_pay_request,
    open_travel_rule,
    read_pay_request,
)
from payments.uma.messages.schemas import MAX_BODY_BYTES, MAX_MSAT, domain_of, multiplier
from payments.uma.messages.signatures import MAX_AGE, MAX_AHEAD, Signature, Signer, require_fresh, require_genuine

__all__ = [
    "MAX_AGE",
    "MAX_AHEAD",
    "MAX_BODY_BYTES",
    "MAX_MSAT",
    "BuiltPayRequest",
    "Callback",
    "CallbackStatus",
    "Currency",
    "KycStatus",
    "LookupReply",
    "LookupRequest",
    "PayReply",
    "PayRequest",
    "PeerError",
    "ProtocolError",
    "PublicKeys",
    "Reason",
    "Signature",
    "Signer",
    "build_callback",
    "build_configuration",
    "build_lookup_reply",
    "build_lookup_url",
    "build_metadata",
    "build_pay_reply",
    "build_pay_request",
    "build_public_keys",
    "domain_of",
    "multiplier",
    "open_travel_rule",
    "read_callback",
    "read_lookup_reply",
    "read_lookup_request",
    "read_pay_reply",
    "read_pay_request",
    "read_peer_error",
    "read_public_keys",
    "require_fresh",
    "require_genuine",
]
