"""The second exchange, first half: the payer's institution asks for an invoice and names the payer."""

import dataclasses
import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from payments.uma.messages import payer_data as payer_texts
from payments.uma.messages import schemas
from payments.uma.messages.documents import PublicKeys
from payments.uma.messages.errors import Reason
from payments.uma.messages.library import uma
from payments.uma.messages.lookups import KycStatus
from payments.uma.messages.signatures import Signature, Signer, new_nonce

_CHECK = schemas.Checks(Reason.PARSE_PAYREQ_REQUEST_ERROR)
_LONGEST_SEALED = 32 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class BuiltPayRequest:
    """A pay request ready to be sent."""

    body: bytes
    payer_data_texts: tuple[str, ...]
    """The payer data in each published library's text for the description hash of an invoice."""

    def description_hashes(self, metadata: str) -> frozenset[bytes]:
        """Return the description hashes of the published libraries, given the metadata of the lookup."""
        texts = (metadata, *(metadata + payer_data for payer_data in self.payer_data_texts))
        return frozenset(hashlib.sha256(text.encode()).digest() for text in texts)


@dataclasses.dataclass(frozen=True, slots=True)
class PayRequest:
    """A request to pay one of our receivers."""

    payer: str
    """The address of the payer as it was signed."""
    amount: int
    is_amount_in_msat: bool
    """True: the sender fixed the sent amount, in millisatoshis. False: the received one, in the receiving currency."""
    receiving_currency: str
    payer_data: Mapping[str, str]
    """Facts about the payer, by counterparty field."""
    payer_kyc_status: KycStatus
    requested_payee_data: Mapping[str, bool]
    """Facts requested about the receiver, by counterparty field: whether it is mandatory."""
    comment: str
    utxo_callback: str
    """Address for the callback after the payment; empty when none is wanted."""
    sealed_travel_rule: bytes
    """Encrypted for us: `open_travel_rule` reads it. Empty when there is none."""
    travel_rule_format: str
    signature: Signature
    payer_data_text: str
    """The payer data as covered by the description hash of our invoice."""

    def description_hash(self, metadata: str) -> bytes:
        """Return the description hash for our invoice, given the metadata of the lookup."""
        return hashlib.sha256((metadata + self.payer_data_text).encode()).digest()


def build_pay_request(
    *,
    payer: str,
    payer_data: Mapping[str, str],
    payer_kyc_status: KycStatus,
    amount: int,
    is_amount_in_msat: bool,
    receiving_currency: str,
    requested_payee_data: Mapping[str, bool],
    utxo_callback: str,
    travel_rule: str,
    receiver_keys: PublicKeys,
    signer: Signer,
    now: dt.datetime,
    comment: str = "",
) -> BuiltPayRequest:
    """Return a signed pay request. `travel_rule` is encrypted for the receiver's institution; empty for none."""
    compliance = uma.CompliancePayerData(
        kyc_status=uma.KycStatus[payer_kyc_status.value],
        utxos=[],
        node_pubkey=None,
        encrypted_travel_rule_info=_seal(travel_rule, receiver_keys) if travel_rule else None,
        travel_rule_format=None,
        signature="",
        signature_nonce=new_nonce(),
        signature_timestamp=int(now.timestamp()),
        utxo_callback=utxo_callback,
    )
    data: dict[str, Any] = {**schemas.keyed(payer_data), "identifier": payer, "compliance": compliance.to_dict()}
    wanted = {schemas.FIELD_KEYS[field]: mandatory for field, mandatory in requested_payee_data.items()}
    request = uma.PayRequest(
        sending_amount_currency_code=None if is_amount_in_msat else receiving_currency,
        receiving_currency_code=receiving_currency,
        amount=amount,
        payer_data=data,
        requested_payee_data=uma.create_counterparty_data_options(wanted | {"compliance": True, "identifier": True}),
        comment=comment or None,
        uma_major_version=1,
    )
    compliance.signature = signer.sign(request.signable_payload())
    data["compliance"] = compliance.to_dict()
    return BuiltPayRequest(body=orjson.dumps(request.to_dict()), payer_data_texts=payer_texts.texts(data))


def read_pay_request(body: bytes) -> PayRequest:
    """Return the request in a body. Raises ProtocolError."""
    check = _CHECK
    check.require_size(body)
    with check.parsing():
        request = uma.PayRequest.from_json(body.decode())
        data = dict(request.payer_data or {})
        block = uma.compliance_from_payer_data(data)
    if block is None or request.uma_major_version != 1:
        raise check.refuse("That is no UMA pay request of version 1: the payer's compliance block is missing.")
    currency = check.text(request.receiving_currency_code, "convert", longest=8)
    if request.sending_amount_currency_code not in {None, currency}:
        raise check.refuse("The amount must be in the receiving currency or in millisatoshis.")
    is_in_msat = request.sending_amount_currency_code is None
    payer = check.address(data.get("identifier"), "payerData.identifier")
    nonce = check.text(block.signature_nonce, "signatureNonce", longest=128)
    check.integer(block.signature_timestamp, "signatureTimestamp", least=0, most=2**33)
    if not isinstance(block.kyc_status, uma.KycStatus):
        raise check.refuse("payerData.compliance.kycStatus is missing.")
    with check.parsing():
        payload = request.signable_payload()
        payer_data_text = payer_texts.as_sent(body.decode())
    return PayRequest(
        payer=payer,
        amount=check.integer(request.amount, "amount", least=1, most=schemas.MAX_MSAT if is_in_msat else 2**63 - 1),
        is_amount_in_msat=is_in_msat,
        receiving_currency=currency,
        payer_data=check.facts(data, "payerData"),
        payer_kyc_status=KycStatus[block.kyc_status.name],
        requested_payee_data=check.wanted(
            request.requested_payee_data, "payeeData", unknown=Reason.UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY
        ),
        comment=check.words(request.comment, "comment"),
        utxo_callback=check.url(block.utxo_callback, "utxoCallback") if block.utxo_callback else "",
        sealed_travel_rule=check.hexadecimal(
            block.encrypted_travel_rule_info, "encryptedTravelRuleInfo", longest=_LONGEST_SEALED
        ),
        travel_rule_format=check.optional_text(block.travel_rule_format, "travelRuleFormat", longest=64),
        signature=check.signature(payload, nonce=nonce, timestamp=block.signature_timestamp, value=block.signature),
        payer_data_text=payer_data_text,
    )


def open_travel_rule(request: PayRequest, *, private_keys: Iterable[bytes]) -> str:
    """Return the travel rule information of a request, empty when it has none.

    `private_keys` are our encryption keys, the current one first: the sender may still use the one before. Raises
    ProtocolError when none of them opens it.
    """
    if not request.sealed_travel_rule:
        return ""
    import ecies  # noqa: PLC0415 - its cost: see `library`

    for key in private_keys:
        try:
            return ecies.decrypt(key, request.sealed_travel_rule).decode()
        except Exception:  # noqa: BLE001, S112 - the library has no error of its own: another key may fit
            continue
    raise _CHECK.refuse("The travel rule information is not encrypted for this service's key.")


def _seal(text: str, keys: PublicKeys) -> str:
    import ecies  # noqa: PLC0415 - its cost: see `library`

    return ecies.encrypt(keys.encryption_key, text.encode()).hex()
