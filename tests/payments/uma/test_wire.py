"""Messages of the protocol: made by us and read by the public library, made by it and read by us, and refused."""

import datetime as dt
import json
from decimal import Decimal
from fractions import Fraction

import pytest
import uma
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import utils

from payments.uma import messages
from payments.uma.messages import lookups
from tests.payments.uma import sample_messages
from tests.payments.uma.sample_messages import NOW, PAYEE, PAYER
from tests.support.uma import institutions

_ORDER_OF_THE_CURVE = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


@pytest.fixture
def nonces():
    return uma.InMemoryNonceCache(NOW - dt.timedelta(minutes=5))


def library_keys(institution):
    return uma.PubkeyResponse.from_json(institution.document.decode())


def changed(body: bytes, path: str, value: object) -> bytes:
    """Return a message in which one member says something else."""
    content = json.loads(body)
    *way, last = path.split(".")
    place = content
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(content).encode()


# --- the library understands us ---


def test_the_library_verifies_our_lookup(nonces):
    url = messages.build_lookup_url(
        PAYEE, signer=sample_messages.payer().signer, is_subject_to_travel_rule=True, now=NOW
    )

    request = uma.parse_lnurlp_request(url)

    assert request.receiver_address == PAYEE
    uma.verify_uma_lnurlp_query_signature(request, library_keys(sample_messages.payer()), nonces)


def test_the_library_verifies_our_lookup_reply(nonces):
    reply = uma.parse_lnurlp_response(sample_messages.lookup_reply().decode())

    assert reply.currencies
    assert reply.currencies[0].millisatoshi_per_unit == 12500.25
    uma.verify_uma_lnurlp_response_signature(reply, library_keys(sample_messages.payee()), nonces)


def test_the_library_verifies_our_pay_request(nonces):
    request = uma.parse_pay_request(sample_messages.pay_request().body.decode())

    assert (request.amount, request.sending_amount_currency_code, request.uma_major_version) == (1000, "USD", 1)
    uma.verify_pay_request_signature(request, library_keys(sample_messages.payer()), nonces)


def test_the_library_verifies_our_pay_reply(nonces):
    reply = uma.parse_pay_req_response(sample_messages.pay_reply().decode())

    assert reply.payment_info
    assert reply.payment_info.multiplier == 12500.25
    uma.verify_pay_req_response_signature(PAYER, PAYEE, reply, library_keys(sample_messages.payee()), nonces)


def test_the_library_verifies_our_callback(nonces):
    callback = uma.parse_post_transaction_callback(sample_messages.callback().decode())

    assert callback.transaction_status == "COMPLETED"
    uma.verify_post_transaction_callback_signature(callback, library_keys(sample_messages.payer()), nonces)


def test_the_library_reads_our_keys():
    institution = sample_messages.payee()
    chains = [
        institutions.certificate(key).public_bytes(serialization.Encoding.PEM).decode()
        for key in (institution.signing, institution.encryption)
    ]

    document = messages.build_public_keys(signing_chain=chains[0], encryption_chain=chains[1], expires_at=NOW)

    keys = uma.PubkeyResponse.from_json(document.decode())
    assert keys.expiration_timestamp == NOW
    assert keys.get_signing_pubkey() != keys.get_encryption_pubkey()


# --- we understand the library ---


def test_a_lookup_of_the_library_is_read():
    url = sample_messages.payer().lookup_url(PAYEE)

    request = messages.read_lookup_request(receiver=PAYEE, query=url.partition("?")[2])

    assert request
    assert (request.sender_domain, request.version) == ("payer.example", "1.3")
    messages.require_genuine(request.signature, keys=sample_messages.payer().keys)


def test_a_pay_request_of_the_library_is_read():
    payer, payee = sample_messages.payer(), sample_messages.payee()
    compliance = uma.create_compliance_payer_data(
        receiver_encryption_pubkey=payee.keys.encryption_key,
        signing_private_key=institutions.raw(payer.signing),
        payer_identifier=PAYER,
        travel_rule_info="who they are",
        payer_kyc_status=uma.KycStatus.VERIFIED,
        payer_utxos=[],
        payer_node_pubkey=None,
        utxo_callback="",
    )
    body = uma.create_pay_request("EUR", 5_000_000, False, PAYER, 1, "Ann", None, compliance).to_json().encode()  # noqa: FBT003

    request = messages.read_pay_request(body)

    assert (request.payer, request.amount, request.is_amount_in_msat) == (PAYER, 5_000_000, True)
    assert (request.receiving_currency, request.payer_data) == ("EUR", {"FULL_NAME": "Ann"})
    messages.require_genuine(request.signature, keys=payer.keys)
    assert messages.open_travel_rule(request, private_keys=[institutions.raw(payee.encryption)]) == "who they are"


# --- we understand ourselves ---


def test_a_lookup_reply_says_what_was_put_in():
    reply = messages.read_lookup_reply(sample_messages.lookup_reply(), receiver=PAYEE)

    assert reply.currencies == (sample_messages.CENT,)
    assert reply.required_payer_data == {"FULL_NAME": True, "EMAIL": False}
    assert (reply.min_sendable_msat, reply.max_sendable_msat, reply.comment_limit) == (1000, 10**12, 100)
    assert reply.version == lookups.VERSION


def test_a_pay_request_says_what_was_put_in():
    request = messages.read_pay_request(sample_messages.pay_request().body)

    assert request.payer_data == {"FULL_NAME": "Ann Payer", "BIRTH_DATE": "1990-01-31"}
    assert request.requested_payee_data == {"FULL_NAME": True}
    assert (request.comment, request.utxo_callback) == ("for lunch", "https://payer.example/uma/callback/1")
    keys = [institutions.raw(sample_messages.payer().encryption), institutions.raw(sample_messages.payee().encryption)]
    assert messages.open_travel_rule(request, private_keys=keys) == '{"FULL_NAME":"Ann Payer"}'


def test_travel_rule_information_for_somebody_else_does_not_open():
    request = messages.read_pay_request(sample_messages.pay_request().body)

    with pytest.raises(messages.ProtocolError, match="not encrypted for this service"):
        messages.open_travel_rule(request, private_keys=[institutions.raw(sample_messages.payer().encryption)])


def test_both_sides_agree_about_the_description_of_the_invoice():
    built = sample_messages.pay_request()
    metadata = messages.build_metadata(PAYEE)

    assert messages.read_pay_request(built.body).description_hash(metadata) in built.description_hashes(metadata)
    assert messages.read_pay_request(built.body).description_hash("[]") not in built.description_hashes(metadata)


def test_a_pay_reply_says_what_was_put_in():
    reply = messages.read_pay_reply(sample_messages.pay_reply(), payer=PAYER, payee=PAYEE)

    assert (reply.amount, reply.currency, reply.decimals, reply.fee_msat) == (1000, "USD", 2, 500)
    assert reply.multiplier == Decimal("12500.25")
    assert reply.expected_msat == Decimal(12500750)
    assert reply.payee_data == {"FULL_NAME": "Bob Payee"}


def test_a_callback_says_what_was_put_in():
    callback = messages.read_callback(
        sample_messages.callback(
            status=messages.CallbackStatus.FAILED, error_code=messages.Reason.QUOTE_EXPIRED, error_text="too late"
        )
    )

    assert (callback.sender_domain, callback.status) == ("payer.example", messages.CallbackStatus.FAILED)
    assert (callback.error_code, callback.error_text) == ("QUOTE_EXPIRED", "too late")


@pytest.mark.parametrize("utxos", [None, [{"utxo": "abcdef:0", "amountMsats": 12_500_750}]])
def test_a_callback_may_name_the_channels_that_the_money_took(utxos):
    body = changed(sample_messages.callback(), "utxos", utxos)

    assert messages.read_callback(body).status == messages.CallbackStatus.COMPLETED


def test_an_error_reply_is_read_as_a_quotation():
    error = messages.ProtocolError(messages.Reason.UNSUPPORTED_UMA_VERSION, "no", supportedMajorVersions=[1])

    assert messages.read_peer_error(error.body()) == messages.PeerError("UNSUPPORTED_UMA_VERSION", "no", (1,))
    assert messages.read_peer_error(sample_messages.lookup_reply()) is None
    assert messages.read_peer_error(b'{"status":"ERROR","reason":"a\\u0000b","code":7}') == messages.PeerError(
        "", "a b", ()
    )


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Ann\nPayer", "Ann Payer"),
        ("\u202eAnn\0 Payer\u2066", "Ann  Payer"),
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"),
        ("\ud800Ann", "Ann"),
        ("Jos\u00e9\u00a0P.", "Jos\u00e9\u00a0P."),
    ],
)
def test_what_people_wrote_is_kept_as_it_is_read(written, kept):
    body = changed(sample_messages.pay_request().body, "payerData.name", written)

    assert messages.read_pay_request(body).payer_data["FULL_NAME"] == kept


def test_a_fact_that_is_empty_is_not_told():
    body = changed(sample_messages.pay_request().body, "payerData.name", " \u200e ")

    assert "FULL_NAME" not in messages.read_pay_request(body).payer_data


# --- traps ---


def test_a_nonce_can_be_neither_guessed_nor_met_twice():
    seen = {messages.read_callback(sample_messages.callback()).signature.nonce for _ in range(50)}

    assert len(seen) == 50
    assert min(map(len, seen)) == 32


@pytest.mark.parametrize("domain", ["bank.internal", "bank.local", "bank.localhost"])
def test_no_domain_is_asked_over_plain_http(domain):
    url = messages.build_lookup_url(
        f"$bob@{domain}", signer=sample_messages.payer().signer, is_subject_to_travel_rule=True, now=NOW
    )

    assert url.startswith(f"https://{domain}/.well-known/lnurlp/$bob?")


@pytest.mark.parametrize(
    ("seconds", "is_fresh"),
    [(300, True), (301, False), (-60, True), (-61, False), (-800_000_000, False)],
)
def test_a_message_is_fresh_for_five_minutes_and_a_minute_ahead(seconds, is_fresh):
    signature = messages.read_callback(sample_messages.callback()).signature

    if is_fresh:
        messages.require_fresh(signature, now=NOW + dt.timedelta(seconds=seconds))
    else:
        with pytest.raises(messages.ProtocolError) as refused:
            messages.require_fresh(signature, now=NOW + dt.timedelta(seconds=seconds))
        assert refused.value.reason == messages.Reason.INVALID_TIMESTAMP


@pytest.mark.parametrize("amount", ["0.USD", "-1.USD", "0", "-5", "1.5.USD", "1.EUR", "9223372036854775808.USD"])
def test_amounts_are_positive_and_of_the_receiving_currency(amount):
    with pytest.raises(messages.ProtocolError):
        messages.read_pay_request(changed(sample_messages.pay_request().body, "amount", amount))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("converted.amount", -1),
        ("converted.amount", 0),
        ("converted.amount", True),
        ("converted.amount", 2**63),
        ("converted.amount", 10.0),
        ("converted.fee", -1),
        ("converted.multiplier", 0),
        ("converted.multiplier", -2.5),
        ("converted.multiplier", float("nan")),
        ("converted.multiplier", float("inf")),
        ("converted.multiplier", "12500"),
        ("converted.decimals", 19),
        ("converted", ...),
        ("pr", ""),
        ("pr", 7),
        ("payeeData.compliance", ...),
        ("payeeData.compliance.signature", ...),
        ("payeeData.identifier", "$mallory@payee.example"),
    ],
)
def test_a_pay_reply_that_makes_no_sense_is_refused(path, value):
    with pytest.raises(messages.ProtocolError):
        messages.read_pay_reply(changed(sample_messages.pay_reply(), path, value), payer=PAYER, payee=PAYEE)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tag", "withdrawRequest"),
        ("callback", "ftp://payee.example/"),
        ("callback", "https://user:secret@payee.example/"),
        ("minSendable", -1),
        ("maxSendable", 10),
        ("currencies", []),
        ("currencies.0.multiplier", 0),
        ("currencies.0.convertible", {"min": 5, "max": 4}),
        ("currencies.0.convertible", {"min": -5, "max": 4}),
        ("compliance", ...),
        ("compliance.receiverIdentifier", "$eve@payee.example"),
        ("compliance.kycStatus", "MAYBE"),
        ("payerData.shoeSize", {"mandatory": True}),
        ("payerData.name", {"mandatory": "yes"}),
        ("umaVersion", "0.3"),
        ("umaVersion", ...),
    ],
)
def test_a_lookup_reply_that_makes_no_sense_is_refused(path, value):
    with pytest.raises(messages.ProtocolError):
        messages.read_lookup_reply(changed(sample_messages.lookup_reply(), path, value), receiver=PAYEE)


def test_a_mandatory_fact_that_nobody_here_knows_is_named_as_such():
    body = changed(sample_messages.pay_request().body, "payeeData.shoeSize", {"mandatory": True})

    with pytest.raises(messages.ProtocolError) as refused:
        messages.read_pay_request(body)

    assert (refused.value.reason, refused.value.status) == ("UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY", 501)


def test_the_signature_of_a_reply_covers_both_parties():
    reply = messages.read_pay_reply(sample_messages.pay_reply(), payer="$eve@payer.example", payee=PAYEE)

    with pytest.raises(messages.ProtocolError) as refused:
        messages.require_genuine(reply.signature, keys=sample_messages.payee().keys)

    assert refused.value.reason == messages.Reason.INVALID_SIGNATURE


@pytest.mark.parametrize("signature", ["00", "30", "3006020101020101", "3006020100020100", "ff" * 70])
def test_a_signature_that_is_none_is_an_invalid_one(signature):
    body = changed(sample_messages.callback(), "signature", signature)

    with pytest.raises(messages.ProtocolError) as refused:
        messages.require_genuine(messages.read_callback(body).signature, keys=sample_messages.payer().keys)

    assert refused.value.reason == messages.Reason.INVALID_SIGNATURE


def test_a_signature_with_a_high_s_is_as_good_as_its_equivalent():
    body = sample_messages.callback()
    r, s = utils.decode_dss_signature(messages.read_callback(body).signature.value)
    duplicate = utils.encode_dss_signature(r, _ORDER_OF_THE_CURVE - s).hex()

    callback = messages.read_callback(changed(body, "signature", duplicate))

    messages.require_genuine(callback.signature, keys=sample_messages.payer().keys)


# --- rates ---


@pytest.mark.parametrize(
    ("rate", "expected"),
    [
        (Fraction(1, 3), "0.333333333333333"),
        (Fraction(1000), "1000"),
        (Fraction(10**15), "1000000000000000"),
        (Fraction(10**15 - 1, 10**15), "0.999999999999999"),
        (Fraction(25_000, 2), "12500"),
    ],
)
def test_a_multiplier_survives_the_journey(rate, expected):
    multiplier = messages.multiplier(rate)

    assert multiplier == Decimal(expected)
    reply = messages.read_pay_reply(sample_messages.pay_reply(multiplier=multiplier), payer=PAYER, payee=PAYEE)
    assert reply.multiplier == multiplier
