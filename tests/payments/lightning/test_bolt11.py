"""BOLT11: the examples of its specification, round trips, and whatever bytes come."""

import dataclasses
import datetime as dt
import hashlib

import coincurve
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from payments.account_types import bech32, bolt11
from tests.payments.lightning import invoices

EVERY_THING = (
    "One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, one"
    " lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon"
)
MINUTE = dt.timedelta(minutes=1)
SECRET = bytes.fromhex("11" * 32)
LIST_HASH = hashlib.sha256(EVERY_THING.encode()).digest()
OF_COFFEE = {"description": "coffee beans", "payment_secret": SECRET, "features": frozenset({9, 15, 99})}
EXAMPLES = [
    (invoices.DONATION, {"description": "Please consider supporting this project"}),
    (invoices.COFFEE, {"amount_msat": 250_000_000, "description": "1 cup coffee", "expiry": MINUTE}),
    (invoices.NONSENSE, {"amount_msat": 250_000_000, "description": "ナンセンス 1杯", "expiry": MINUTE}),
    (invoices.LIST_OF_THINGS, {"amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.ON_TESTNET, {"network": "tb", "amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.BY_WAY_OF_TWO_NODES, {"amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.TO_A_SCRIPT_HASH, {"amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.TO_A_WITNESS_KEY, {"amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.TO_A_WITNESS_SCRIPT, {"amount_msat": 2_000_000_000, "description_hash": LIST_HASH}),
    (invoices.WITH_FEATURES, {"amount_msat": 2_500_000_000, **OF_COFFEE}),
    (invoices.WITH_FEATURES.upper(), {"amount_msat": 2_500_000_000, **OF_COFFEE}),
    (invoices.WITH_FIELDS_TO_SKIP, {"amount_msat": 2_500_000_000, **OF_COFFEE}),
]
REASONS = {
    "requires a feature that nobody knows": "it requires features that nobody knows: [100]",
    "has a wrong checksum": "the checksum is wrong",
    "has no separator": "the prefix or the separator is missing",
    "mixes upper and lower case": "upper and lower case are mixed",
    "has a signature that nobody made": "the signature is not valid",
    "is too short": "it is too short",
    "has a multiplier that nobody knows": "the network or the amount is not understood",
    "has a fraction of a millisatoshi": "the amount has a fraction of a millisatoshi",
}


@pytest.mark.parametrize(("text", "said"), EXAMPLES)
def test_an_example_of_the_specification_says_what_it_should(text, said):
    found = bolt11.decode(text)

    expected = {
        "network": "bc",
        "amount_msat": None,
        "created_at": dt.datetime.fromtimestamp(invoices.SECONDS, dt.UTC),
        "payment_hash": invoices.PAYMENT_HASH,
        "payee": invoices.PAYEE,
    }
    assert found == bolt11.Invoice(**{**expected, **said})


def test_an_amount_in_trillionths_is_read_to_the_millisatoshi():
    found = bolt11.decode(invoices.IN_PICO_BITCOIN)

    assert (found.amount_msat, found.expiry, found.min_final_cltv) == (967_878_534, dt.timedelta(weeks=1), 10)
    assert found.payment_hash.hex() == "462264ede7e14047e9b249da94fefc47f41f7d02ee9b091815a5506bc8abf75f"


@pytest.mark.parametrize(("name", "text"), invoices.BROKEN.items(), ids=invoices.BROKEN)
def test_a_broken_example_of_the_specification_is_refused(name, text):
    with pytest.raises(bolt11.Invalid) as refused:
        bolt11.decode(text)

    assert str(refused.value) == REASONS[name]


def test_an_invoice_over_more_bitcoin_than_there_is_is_refused():
    prefix = "lnbc21000001"
    # The amount belongs to what is signed: another one needs a signature of its own.
    groups = bech32.decode(invoices.COFFEE)[1][:-104]
    digest = hashlib.sha256(prefix.encode() + bech32.to_bytes(groups)).digest()
    signature = coincurve.PrivateKey(invoices.PRIVATE_KEY).sign_recoverable(digest, hasher=None)

    with pytest.raises(bolt11.Invalid) as refused:
        bolt11.decode(bech32.encode(prefix, [*groups, *bech32.to_groups(signature)]))

    assert str(refused.value) == "there is not so much bitcoin"


@pytest.mark.parametrize("text", [invoices.DONATION, invoices.COFFEE, invoices.NONSENSE, invoices.LIST_OF_THINGS])
def test_what_is_written_is_the_example_letter_by_letter(text):
    said = bolt11.decode(text)

    assert bolt11.encode(said, private_key=invoices.PRIVATE_KEY) == text


hashes = st.binary(min_size=32, max_size=32)
moments = st.integers(0, 2**33).map(lambda seconds: dt.datetime.fromtimestamp(seconds, dt.UTC))
whole = st.builds(
    bolt11.Invoice,
    network=st.sampled_from(bolt11.NETWORKS),
    amount_msat=st.none() | st.integers(1, bolt11.MOST_MSAT),
    created_at=moments,
    payment_hash=hashes,
    payment_secret=st.none() | hashes,
    description=st.none() | st.text(max_size=150),
    description_hash=st.none() | hashes,
    expiry=st.integers(1, 10**8).map(lambda seconds: dt.timedelta(seconds=seconds)),
    min_final_cltv=st.integers(1, 2**16),
    features=st.frozensets(st.integers(0, 60).map(lambda place: 2 * place + 1) | st.sampled_from([8, 14, 16])),
    payee=st.just(b""),
)
keys = st.integers(1, 2**255).map(lambda number: number.to_bytes(32))


@pytest.mark.parametrize("amount", [1, bolt11.MOST_MSAT // 10 + 1, bolt11.MOST_MSAT - 1, bolt11.MOST_MSAT])
def test_every_amount_of_bitcoin_can_be_written(amount):
    invoice = bolt11.Invoice(
        network="bc",
        amount_msat=amount,
        created_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
        payment_hash=SECRET,
    )

    assert bolt11.decode(bolt11.encode(invoice, private_key=invoices.PRIVATE_KEY)).amount_msat == amount


@given(invoice=whole, key=keys)
def test_what_is_written_is_read_again(invoice, key):
    found = bolt11.decode(bolt11.encode(invoice, private_key=key))

    assert found == dataclasses.replace(invoice, payee=coincurve.PrivateKey(key).public_key.format())


@given(invoice=whole, place=st.integers(0), letter=st.sampled_from("qpzry9x8gf2tvdw0s3jn54khce6mua7l"))
def test_no_letter_can_be_changed(invoice, place, letter):
    text = bolt11.encode(invoice, private_key=invoices.PRIVATE_KEY)
    data = text.rindex("1") + 1
    changed = data + place % (len(text) - data)
    if text[changed] == letter:
        return

    with pytest.raises(bolt11.Invalid):
        bolt11.decode(f"{text[:changed]}{letter}{text[changed + 1 :]}")


@given(text=st.text(max_size=400))
@example(text="")
@example(text="1")
@example(text="lnbc1")
def test_any_text_is_an_invoice_or_refused(text):
    with pytest.raises(bolt11.Invalid):
        bolt11.decode(text)


@given(prefix=st.from_regex(r"ln(bc|tb|tbs|bcrt)([0-9]{0,20}[munpx]?)", fullmatch=True), data=st.data())
def test_any_data_with_a_right_checksum_is_an_invoice_or_refused(prefix, data):
    groups = data.draw(st.lists(st.integers(0, 31), max_size=400))

    try:
        found = bolt11.decode(bech32.encode(prefix, groups))
    except bolt11.Invalid:
        return
    assert len(found.payee) == 33


@given(invoice=whole, tag=st.integers(0, 31), data=st.lists(st.integers(0, 31), max_size=60))
def test_a_field_more_changes_nothing_or_is_refused(invoice, tag, data):
    prefix, groups = bech32.decode(bolt11.encode(invoice, private_key=invoices.PRIVATE_KEY))
    fields = [*groups[:-104], tag, *bech32.number_to_groups(len(data), 2), *data]
    signed = coincurve.PrivateKey(invoices.PRIVATE_KEY).sign_recoverable(
        hashlib.sha256(prefix.encode() + bech32.to_bytes(fields)).digest(), hasher=None
    )

    try:
        found = bolt11.decode(bech32.encode(prefix, [*fields, *bech32.to_groups(signed)]))
    except bolt11.Invalid:
        return
    assert (found.payment_hash, found.payee) == (invoice.payment_hash, invoices.PAYEE)


@pytest.mark.parametrize("amount", [0, -1, bolt11.MOST_MSAT + 1])
def test_no_invoice_is_written_for_what_is_no_amount(amount):
    said = dataclasses.replace(bolt11.decode(invoices.COFFEE), amount_msat=amount)

    with pytest.raises(ValueError, match="no amount of bitcoin"):
        bolt11.encode(said, private_key=invoices.PRIVATE_KEY)


def test_the_named_payee_must_have_signed():
    prefix, groups = bech32.decode(invoices.COFFEE)
    outsider = coincurve.PrivateKey(b"\x01" * 32).public_key.format()
    fields = [*groups[:-104], 19, *bech32.number_to_groups(53, 2), *bech32.to_groups(outsider)]
    digest = hashlib.sha256(prefix.encode() + bech32.to_bytes(fields)).digest()
    of_outsider = coincurve.PrivateKey(b"\x01" * 32).sign_recoverable(digest, hasher=None)
    of_another = coincurve.PrivateKey(invoices.PRIVATE_KEY).sign_recoverable(digest, hasher=None)

    found = bolt11.decode(bech32.encode(prefix, [*fields, *bech32.to_groups(of_outsider)]))
    with pytest.raises(bolt11.Invalid, match="signature"):
        bolt11.decode(bech32.encode(prefix, [*fields, *bech32.to_groups(of_another)]))

    assert found.payee == outsider
