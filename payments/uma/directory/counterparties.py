"""Other institutions: which payments with them are allowed, and the errors for platforms when they fail."""

import uuid

from payments.models import UmaProvider
from payments.uma import messages
from platforms.base import errors
from platforms.models import COUNTS, UmaDomain
from platforms.operations import uma_domains


class CounterpartyNotAllowed(errors.DomainError):
    """The counterparty is blocked, or of the other environment: play money never meets real money."""

    code = "COUNTERPARTY_NOT_ALLOWED"
    message = "Payments between this service and that institution are not allowed."


class CounterpartyFailed(errors.DomainError):
    """The receiver's institution did not answer, answered with an error, or sent an unreliable message.

    Raised with the code that fits best: one of the catalogue's.
    """

    code = "LNURLP_REQUEST_FAILED"
    is_passing = True

    def __init__(self, code: str, message: str, **details: object) -> None:
        """Take the public code, a sentence, and details that may be shown."""
        super().__init__(message, **details)
        self.code = code  # type: ignore[misc]


class CounterpartyRefused(CounterpartyFailed):
    """The receiver's institution has reported a problem of the payment."""

    is_passing = False


def require_allowed(*, environment: str, domain: str) -> None:
    """Raise CounterpartyNotAllowed unless platforms of an environment may pay to a domain: two queries."""
    if UmaProvider.objects.filter(environment=environment, domain=domain, is_blocked=True).exists():
        raise CounterpartyNotAllowed
    owners = UmaDomain.objects.filter(COUNTS, domain=domain).values_list("environment", flat=True)
    if uma_domains.is_elsewhere(domain, environment=environment, owners=owners):
        raise CounterpartyNotAllowed


_PASSED_ON = frozenset(
    {
        messages.Reason.CERT_CHAIN_EXPIRED,
        messages.Reason.CERT_CHAIN_INVALID,
        messages.Reason.COUNTERPARTY_PUBKEY_FETCH_ERROR,
        messages.Reason.INVALID_NONCE,
        messages.Reason.INVALID_PUBKEY_FORMAT,
        messages.Reason.INVALID_TIMESTAMP,
        messages.Reason.PARSE_LNURLP_RESPONSE_ERROR,
        messages.Reason.PARSE_PAYREQ_RESPONSE_ERROR,
        messages.Reason.UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY,
    }
)
"""Codes of the protocol that the API has too. INVALID_SIGNATURE is not among them: its status, 401, would tell the
caller that its own credentials are wrong."""


def unreliable(error: messages.ProtocolError, *, code: str) -> CounterpartyFailed:
    """Return the refusal for an invalid message of the other side; `code` if no other fits."""
    if error.reason == messages.Reason.NO_COMPATIBLE_UMA_VERSION:
        return CounterpartyFailed("NO_COMPATIBLE_UMA_VERSION", error.text)
    known = error.reason in _PASSED_ON
    return CounterpartyFailed(error.reason.value if known else code, error.text, reason=error.reason.value)


def refused(answer_status: int, body: bytes, *, code: str) -> CounterpartyFailed:
    """Return the refusal for an error of the other side; `code` where it has no better one."""
    said = messages.read_peer_error(body)
    details: dict[str, object] = {"counterpartyStatus": answer_status}
    if said is not None:
        details |= {"counterpartyCode": said.code, "counterpartyMessage": said.text}
    if said is not None and said.code in _MEANINGS:
        return CounterpartyRefused(_MEANINGS[said.code], _REFUSES, **details)
    if said is not None and said.code == messages.Reason.UNSUPPORTED_UMA_VERSION:
        details["supportedMajorVersions"] = said.supported_major_versions
        code = "NO_COMPATIBLE_UMA_VERSION" if 1 not in said.supported_major_versions else code
    return CounterpartyFailed(code, _REFUSES, **details)


_REFUSES = "The receiver's institution refuses the request."
_MEANINGS = {
    "USER_NOT_FOUND": "USER_NOT_FOUND",
    "AMOUNT_OUT_OF_RANGE": "AMOUNT_OUT_OF_RANGE",
    "INVALID_CURRENCY": "INVALID_CURRENCY",
    "MISSING_MANDATORY_PAYER_DATA": "MISSING_MANDATORY_USER_INFO",
    "SENDER_NOT_ACCEPTED": "SENDER_NOT_ACCEPTED",
    "COUNTERPARTY_NOT_ALLOWED": "SENDER_NOT_ACCEPTED",
    "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY": "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY",
}
"""Codes for our caller, by errors of the other side."""
_OF_BOTH = {
    *(reason.value for reason in _PASSED_ON if not reason.value.startswith("PARSE_")),
    *_MEANINGS.values(),
    "NO_COMPATIBLE_UMA_VERSION",
}
LOOKUP_CODES = (*sorted(_OF_BOTH), "LNURLP_REQUEST_FAILED", "PARSE_LNURLP_RESPONSE_ERROR")
"""Every code that a failed lookup is told to our caller with."""
PAY_REQUEST_CODES = (
    *sorted(_OF_BOTH),
    "INVALID_PAYREQ_RESPONSE",
    "PARSE_PAYREQ_RESPONSE_ERROR",
    "PAYREQ_REQUEST_FAILED",
)
"""Every code that a failed pay request is told to our caller with."""


def sender_domain(*, platform_id: uuid.UUID, address: str) -> str:
    """Return the domain that signs for a customer's address; raises InvalidInput unless it is the platform's own."""
    domain = address.rpartition("@")[2].lower()
    if not UmaDomain.objects.for_platform(platform_id).filter(COUNTS, domain=domain).exists():
        raise errors.InvalidInput.field(
            "umaDomain",
            f"must be shown to be the platform's own before payments by UMA, and {domain} is not: see GET /config",
            code="INVALID_UMA_ADDRESS",
        )
    return domain
