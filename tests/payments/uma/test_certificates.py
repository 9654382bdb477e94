"""Keys of other institutions: out of certificates that are valid now, of the right curve, and linked to each other."""

import datetime as dt
import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from payments.uma import messages
from tests.payments.uma import sample_messages
from tests.payments.uma.sample_messages import NOW
from tests.support.uma import institutions


def read_keys(**changes):
    key, other = institutions.private_key(), institutions.private_key()
    chains = {"signing_chain": [institutions.certificate(key)], "encryption_chain": [institutions.certificate(other)]}
    members = changes.pop("members", {})
    return messages.read_public_keys(
        institutions.key_document(**(chains | changes), **members), now=dt.datetime.now(dt.UTC)
    )


@pytest.mark.parametrize(
    ("starts_in", "lasts"),
    [(dt.timedelta(days=-30), dt.timedelta(days=29)), (dt.timedelta(days=1), dt.timedelta(days=30))],
)
def test_certificates_out_of_date_are_refused(starts_in, lasts):
    key = institutions.private_key()

    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(signing_chain=[institutions.certificate(key, starts_in=starts_in, lasts=lasts)])

    assert refused.value.reason == messages.Reason.CERT_CHAIN_EXPIRED


def test_keys_that_have_expired_by_their_own_word_are_refused():
    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(members={"expirationTimestamp": 1_700_000_000})

    assert refused.value.reason == messages.Reason.CERT_CHAIN_EXPIRED


def test_a_key_of_another_curve_is_refused():
    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(encryption_chain=[institutions.certificate(institutions.private_key(ec.SECP256R1()))])

    assert refused.value.reason == messages.Reason.CERT_CHAIN_INVALID


def test_a_chain_whose_links_do_not_fit_is_refused():
    leaf, root, outsider = (institutions.private_key() for _ in range(3))
    good = [institutions.certificate(leaf, signed_by=root), institutions.certificate(root)]
    bad = [institutions.certificate(leaf, signed_by=outsider), institutions.certificate(root)]

    assert read_keys(signing_chain=good).signing_key
    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(signing_chain=bad)
    assert refused.value.reason == messages.Reason.CERT_CHAIN_INVALID


def test_a_bare_key_beside_a_certificate_of_another_is_refused():
    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(members={"signingPubKey": sample_messages.payer().keys.signing_key.hex()})

    assert refused.value.reason == messages.Reason.CERT_CHAIN_INVALID


def test_the_signing_chain_in_the_place_of_the_encryption_chain_leaves_the_bare_key():
    """What @uma-sdk/core 1.5.0 publishes of two certificates."""
    chain = [institutions.certificate(institutions.private_key())]
    bare = sample_messages.payer().keys.encryption_key

    found = read_keys(signing_chain=chain, encryption_chain=chain, members={"encryptionPubKey": bare.hex()})

    assert (found.encryption_key, found.expires_at) == (bare, chain[0].not_valid_after_utc)


def test_any_other_encryption_chain_must_fit_the_bare_key():
    with pytest.raises(messages.ProtocolError) as refused:
        read_keys(members={"encryptionPubKey": sample_messages.payer().keys.encryption_key.hex()})

    assert refused.value.reason == messages.Reason.CERT_CHAIN_INVALID


def test_bare_keys_are_read():
    keys = sample_messages.payer().keys
    body = json.dumps({"signingPubKey": keys.signing_key.hex(), "encryptionPubKey": keys.encryption_key.hex()})

    found = messages.read_public_keys(body.encode(), now=NOW)

    assert (found.signing_key, found.encryption_key, found.expires_at) == (
        keys.signing_key,
        keys.encryption_key,
        None,
    )
