"""The last message: the payment went through, or did not."""

import dataclasses
import datetime as dt
import enum

import orjson

from payments.uma.messages import schemas
from payments.uma.messages.errors import Reason
from payments.uma.messages.library import uma
from payments.uma.messages.signatures import Signature, Signer, new_nonce

_CHECK = schemas.Checks(Reason.PARSE_UTXO_CALLBACK_ERROR)


class CallbackStatus(enum.StrEnum):
    """The result of a payment on the other side."""

    COMPLETED = "COMPLETED"
    FAILED = "FAILED"


@dataclasses.dataclass(frozen=True, slots=True)
class Callback:
    """Another institution's message after a payment. Its signature covers time and nonce alone, not the content."""

    sender_domain: str
    status: CallbackStatus | None
    """None from institutions that use an early 1.x: the payment is complete."""
    error_code: str
    error_text: str
    signature: Signature


def build_callback(
    *,
    status: CallbackStatus,
    signer: Signer,
    now: dt.datetime,
    error_code: Reason | None = None,
    error_text: str = "",
) -> bytes:
    """Return a signed callback. The error is included only with FAILED."""
    is_failed = status == CallbackStatus.FAILED
    callback = uma.PostTransactionCallback(
        utxos=[],
        vasp_domain=signer.domain,
        signature="",
        signature_nonce=new_nonce(),
        signature_timestamp=int(now.timestamp()),
        transaction_status=uma.TransactionStatus[status.value],
        error_code=error_code.value if is_failed and error_code else None,
        error_reason=(error_text or None) if is_failed else None,
    )
    callback.signature = signer.sign(callback.signable_payload())
    return orjson.dumps(callback.to_dict())


def read_callback(body: bytes) -> Callback:
    """Return the callback in a body. Raises ProtocolError."""
    check = _CHECK
    check.require_size(body)
    with check.parsing():
        callback = uma.PostTransactionCallback.from_json(body.decode())
    nonce = check.text(callback.signature_nonce, "signatureNonce", longest=128)
    timestamp = check.integer(callback.signature_timestamp, "signatureTimestamp", least=1, most=2**33)
    domain = check.domain(callback.vasp_domain, "vaspDomain")
    status = callback.transaction_status
    if status is not None and not isinstance(status, uma.TransactionStatus):
        raise check.refuse("transactionStatus is unknown.")
    with check.parsing():
        payload = callback.signable_payload()
    return Callback(
        sender_domain=domain,
        status=CallbackStatus[status.name] if status else None,
        error_code=check.optional_text(callback.error_code, "errorCode", longest=64),
        error_text=check.words(callback.error_reason, "errorReason"),
        signature=check.signature(payload, nonce=nonce, timestamp=timestamp, value=callback.signature),
    )
