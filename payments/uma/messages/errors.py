"""The one error of the protocol, and the error messages of the other side."""

import dataclasses
import enum

import orjson

from payments.uma.messages import texts
from payments.uma.messages.library import uma

_LONGEST = 500


class Reason(enum.StrEnum):
    """Codes of the protocol used by this service. A reply has the code unchanged."""

    AMOUNT_OUT_OF_RANGE = "AMOUNT_OUT_OF_RANGE"
    CERT_CHAIN_EXPIRED = "CERT_CHAIN_EXPIRED"
    CERT_CHAIN_INVALID = "CERT_CHAIN_INVALID"
    COUNTERPARTY_NOT_ALLOWED = "COUNTERPARTY_NOT_ALLOWED"
    COUNTERPARTY_PUBKEY_FETCH_ERROR = "COUNTERPARTY_PUBKEY_FETCH_ERROR"
    FORBIDDEN = "FORBIDDEN"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    INVALID_CURRENCY = "INVALID_CURRENCY"
    INVALID_INPUT = "INVALID_INPUT"
    INVALID_INVOICE = "INVALID_INVOICE"
    INVALID_NONCE = "INVALID_NONCE"
    INVALID_PUBKEY_FORMAT = "INVALID_PUBKEY_FORMAT"
    INVALID_REQUEST_FORMAT = "INVALID_REQUEST_FORMAT"
    INVALID_SIGNATURE = "INVALID_SIGNATURE"
    INVALID_TIMESTAMP = "INVALID_TIMESTAMP"
    LNURLP_REQUEST_FAILED = "LNURLP_REQUEST_FAILED"
    MISSING_MANDATORY_PAYEE_DATA = "MISSING_MANDATORY_PAYEE_DATA"
    MISSING_MANDATORY_PAYER_DATA = "MISSING_MANDATORY_PAYER_DATA"
    MISSING_REQUIRED_UMA_PARAMETERS = "MISSING_REQUIRED_UMA_PARAMETERS"
    NON_UMA_LNURL_NOT_SUPPORTED = "NON_UMA_LNURL_NOT_SUPPORTED"
    NO_COMPATIBLE_UMA_VERSION = "NO_COMPATIBLE_UMA_VERSION"
    PARSE_LNURLP_REQUEST_ERROR = "PARSE_LNURLP_REQUEST_ERROR"
    PARSE_LNURLP_RESPONSE_ERROR = "PARSE_LNURLP_RESPONSE_ERROR"
    PARSE_PAYREQ_REQUEST_ERROR = "PARSE_PAYREQ_REQUEST_ERROR"
    PARSE_PAYREQ_RESPONSE_ERROR = "PARSE_PAYREQ_RESPONSE_ERROR"
    PARSE_UTXO_CALLBACK_ERROR = "PARSE_UTXO_CALLBACK_ERROR"
    PAYREQ_REQUEST_FAILED = "PAYREQ_REQUEST_FAILED"
    QUOTE_EXPIRED = "QUOTE_EXPIRED"
    REQUEST_NOT_FOUND = "REQUEST_NOT_FOUND"
    SENDER_NOT_ACCEPTED = "SENDER_NOT_ACCEPTED"
    UMA_CONFIGURATION_FETCH_ERROR = "UMA_CONFIGURATION_FETCH_ERROR"
    UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY = "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY"
    UNSUPPORTED_UMA_VERSION = "UNSUPPORTED_UMA_VERSION"
    USER_NOT_FOUND = "USER_NOT_FOUND"
    USER_NOT_READY = "USER_NOT_READY"
    VELOCITY_LIMIT_EXCEEDED = "VELOCITY_LIMIT_EXCEEDED"


class ProtocolError(Exception):
    """A refused message: a code of the protocol and a sentence for the other side's developer."""

    def __init__(self, reason: Reason, text: str, **details: object) -> None:
        """Take the code, the sentence, and members that the protocol adds to some errors."""
        self.reason = reason
        self.text = text
        self.details = details
        super().__init__(f"{reason}: {text}")

    @property
    def status(self) -> int:
        """The HTTP status that the protocol gives this code."""
        return uma.ErrorCode[self.reason.value].value.http_status_code

    def body(self) -> bytes:
        """Return the reply for the other side: the error form of LNURL, with the protocol's code."""
        return orjson.dumps({"status": "ERROR", "reason": self.text, "code": self.reason.value, **self.details})


@dataclasses.dataclass(frozen=True, slots=True)
class PeerError:
    """An error reported by the other side. Its text is only quoted, never trusted."""

    code: str
    """Empty when there is none."""
    text: str
    supported_major_versions: tuple[int, ...] = ()


def read_peer_error(body: bytes) -> PeerError | None:
    """Return the error that a reply holds, None when it is none. Never raises."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(value, dict) or value.get("status") != "ERROR":
        return None
    versions = value.get("supportedMajorVersions")
    return PeerError(
        code=_printable(value.get("code"))[:64],
        text=_printable(value.get("reason")),
        supported_major_versions=tuple(entry for entry in versions if type(entry) is int)[:16]
        if isinstance(versions, list)
        else (),
    )


def _printable(value: object) -> str:
    return texts.readable(value[:_LONGEST]) if isinstance(value, str) else ""
