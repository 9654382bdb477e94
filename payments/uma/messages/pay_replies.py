"""The second exchange, second half: the receiver's institution answers with an invoice and fixed amounts."""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from decimal import Decimal

import orjson

from payments.uma.messages import schemas
from payments.uma.messages.errors import Reason
from payments.uma.messages.library import uma
from payments.uma.messages.pay_requests import PayRequest
from payments.uma.messages.signatures import Signature, Signer, new_nonce

_CHECK = schemas.Checks(Reason.PARSE_PAYREQ_RESPONSE_ERROR)
_LONGEST_INVOICE = 8 * 1024
_MOST_DECIMALS = 18


@dataclasses.dataclass(frozen=True, slots=True)
class PayReply:
    """An invoice, and the amount that the receiver gets when it is paid."""

    invoice: str
    """BOLT11."""
    payee: str
    """The address of the receiver as it was signed."""
    payee_data: Mapping[str, str]
    """Facts about the receiver, by counterparty field."""
    amount: int
    """The receiver's amount, in the smallest unit of `currency`."""
    currency: str
    decimals: int
    multiplier: Decimal
    """Millisatoshis for one smallest unit of the currency."""
    fee_msat: int
    """The fee of the receiver's institution for the conversion."""
    utxo_callback: str
    signature: Signature

    @property
    def expected_msat(self) -> Decimal:
        """The amount that the invoice must have by the reply's own numbers, before rounding to a whole millisatoshi."""
        return self.amount * self.multiplier + self.fee_msat


def build_pay_reply(
    request: PayRequest,
    *,
    payee: str,
    payee_data: Mapping[str, str],
    invoice: str,
    amount: int,
    currency: str,
    decimals: int,
    multiplier: Decimal,
    fee_msat: int,
    utxo_callback: str,
    signer: Signer,
    now: dt.datetime,
) -> bytes:
    """Return the signed answer to a pay request. `multiplier` as `messages.multiplier` makes it."""
    compliance = uma.PayReqResponseCompliance(
        utxos=[],
        utxo_callback=utxo_callback,
        node_pubkey=None,
        signature="",
        signature_nonce=new_nonce(),
        signature_timestamp=int(now.timestamp()),
    )
    compliance.signature = signer.sign(compliance.signable_payload(request.payer, payee))
    reply = uma.PayReqResponse(
        encoded_invoice=invoice,
        routes=[],
        payee_data={**schemas.keyed(payee_data), "identifier": payee, "compliance": compliance.to_dict()},
        payment_info=uma.PayReqResponsePaymentInfo(
            amount=amount,
            currency_code=currency,
            decimals=decimals,
            multiplier=schemas.number(multiplier),
            exchange_fees_msats=fee_msat,
        ),
        disposable=True,
        uma_major_version=1,
    )
    return orjson.dumps(reply.to_dict())


def read_pay_reply(body: bytes, *, payer: str, payee: str) -> PayReply:
    """Return the reply to the pay request of `payer` to `payee`, both as they were sent.

    Raises ProtocolError, also when the reply is about another receiver.
    """
    check = _CHECK
    check.require_size(body)
    with check.parsing():
        reply = uma.PayReqResponse.from_json(body.decode())
        data = dict(reply.payee_data or {})
        block = reply.get_compliance()
    info = reply.payment_info
    if block is None or info is None or reply.uma_major_version != 1:
        raise check.refuse("That is no UMA reply of version 1: its compliance block or its amounts are missing.")
    # A receiver that omits its own address has signed the requested one.
    known_as = check.address(data.get("identifier") or payee, "payeeData.identifier")
    if known_as.lower() != payee.lower():
        raise check.refuse("The reply is about another receiver.")
    nonce = check.text(block.signature_nonce, "signatureNonce", longest=128)
    check.integer(block.signature_timestamp, "signatureTimestamp", least=0, most=2**33)
    with check.parsing():
        payload = block.signable_payload(payer, known_as)
    return PayReply(
        invoice=check.text(reply.encoded_invoice, "pr", longest=_LONGEST_INVOICE),
        payee=known_as,
        payee_data=check.facts(data, "payeeData"),
        amount=check.amount(info.amount, "converted.amount"),
        currency=check.text(info.currency_code, "converted.currencyCode", longest=8),
        decimals=check.integer(info.decimals, "converted.decimals", least=0, most=_MOST_DECIMALS),
        multiplier=check.rate(info.multiplier, "converted.multiplier"),
        fee_msat=check.integer(info.exchange_fees_msats, "converted.fee", least=0, most=schemas.MAX_MSAT),
        utxo_callback=check.url(block.utxo_callback, "utxoCallback") if block.utxo_callback else "",
        signature=check.signature(payload, nonce=nonce, timestamp=block.signature_timestamp, value=block.signature),
    )
