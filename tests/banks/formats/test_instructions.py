"""pain.001 and pain.008: valid by the published schemas, exact, and nothing cut but names."""

import dataclasses
import datetime as dt
import decimal
from typing import Any

import pytest
from hypothesis import given, settings

from banks.formats import instructions, lines
from banks.formats.instructions import FASTER_PAYMENTS, GENERIC, PROFILES, SEPA, Version
from banks.formats.records import Account, DamagedFile, Party, Unwritable
from tests.banks.formats import samples, schemas

TRANSFERS = (Version.CREDIT_TRANSFERS_03, Version.CREDIT_TRANSFERS_09)
DEBITS = (Version.DIRECT_DEBITS_02, Version.DIRECT_DEBITS_08)
CASES = [
    *((version, SEPA, samples.batch) for version in TRANSFERS),
    *((version, GENERIC, samples.pounds) for version in TRANSFERS),
    *((version, GENERIC, samples.rupees) for version in TRANSFERS),
    *((version, FASTER_PAYMENTS, samples.faster_pounds) for version in TRANSFERS),
    *((version, SEPA, samples.collection) for version in DEBITS),
]


@pytest.mark.parametrize(("version", "profile", "make"), CASES)
def test_a_file_is_valid_and_says_what_the_batch_says(version, profile, make):
    written = instructions.write(make(), version=version, profile=profile)

    schemas.schema(version).validate(written)
    assert instructions.read(written) == make()


def test_a_schema_finds_what_is_wrong():
    written = instructions.write(samples.batch(), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)

    with pytest.raises(schemas.Invalid):
        schemas.schema(Version.CREDIT_TRANSFERS_03).validate(written.replace(b"<ChrgBr>SLEV", b"<ChrgBr>NONE"))


@pytest.mark.parametrize("version", Version)
def test_every_batch_is_valid_and_read_back_by_us_and_by_another_maker_s_reader(version):
    """xmlschema decodes by the schema alone, which it checks, and knows none of our code."""

    @settings(deadline=None, max_examples=50)
    @given(batch=samples.batches(collects=version.collects))
    def check(batch):
        written = instructions.write(batch, version=version, profile=SEPA)
        assert instructions.read(written) == batch
        said: Any = schemas.schema(version).to_dict(written, decimal_type=decimal.Decimal)
        (message,) = (value for key, value in said.items() if not key.startswith("@"))
        (block,) = message["PmtInf"]
        total = decimal.Decimal(sum(payment.amount for payment in batch.payments)) / 100
        for part in (message["GrpHdr"], block):
            assert (part["NbOfTxs"], part["CtrlSum"]) == (str(len(batch.payments)), total)
        who = "Dbtr" if version.collects else "Cdtr"
        found = [
            (
                one["PmtId"]["EndToEndId"],
                one["InstdAmt"]["$"] if version.collects else one["Amt"]["InstdAmt"]["$"],
                one[who]["Nm"],
                one[f"{who}Acct"]["Id"]["IBAN"],
                one.get("RmtInf", {}).get("Ustrd", [""]),
            )
            for one in block["DrctDbtTxInf" if version.collects else "CdtTrfTxInf"]
        ]
        assert found == [
            (
                one.end_to_end_id,
                decimal.Decimal(one.amount) / 100,
                one.party.name,
                one.account.number,
                [one.remittance],
            )
            for one in batch.payments
        ]

    check()


def test_names_are_transliterated():
    paid = samples.payment(party=Party(name="Łukasz Gößmann & Søn_Đỗ  張偉"), remittance="№ 7 «été»")
    written = instructions.write(samples.batch(paid), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)

    (said,) = instructions.read(written).payments
    assert said.party.name == "Lukasz Gossmann + Son-Do ZhangWei"
    assert said.remittance == "No 7 ((ete))"


def test_a_letter_without_a_sound_and_marks_are_left_out_and_nothing_else():
    paid = samples.payment(party=Party(name="Ann\u200d\u202ea\u0301 \u0627\u0644\u0639\u0645\u0631"))
    written = instructions.write(samples.batch(paid), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)

    (said,) = instructions.read(written).payments
    assert said.party.name.startswith("Anna ")
    assert len(said.party.name) > len("Anna ")


def test_markup_and_quotes_of_a_name_are_text():
    paid = samples.payment(party=Party(name="A & B <\"C\"> 'D'"), remittance="</Ustrd><X>]]>&amp;")
    written = instructions.write(samples.batch(paid), version=Version.CREDIT_TRANSFERS_09, profile=SEPA)

    schemas.schema(Version.CREDIT_TRANSFERS_09).validate(written)
    (said,) = instructions.read(written).payments
    assert said.party.name == "A + B ('C') 'D'"
    assert (said.amount, said.account) == (paid.amount, paid.account)


def test_a_file_of_ours_may_have_more_elements_than_a_record_of_a_bank(monkeypatch):
    monkeypatch.setattr(lines, "MAX_ELEMENTS", 100)
    paid = [samples.payment(end_to_end_id=f"E{number}") for number in range(20)]
    written = instructions.write(samples.batch(*paid), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)

    assert len(instructions.read(written).payments) == 20


def _long(size):
    return "x" * size


@pytest.mark.parametrize(
    ("field", "limit", "changes"),
    [
        ("payments[0].remittance", "140", {"remittance": _long(141)}),
        ("payments[0].end_to_end_id", "35", {"end_to_end_id": _long(36)}),
        ("payments[0].end_to_end_id", "slash", {"end_to_end_id": "/7"}),
        ("payments[0].end_to_end_id", "characters", {"end_to_end_id": "é"}),
        ("payments[0].end_to_end_id", "empty", {"end_to_end_id": ""}),
        ("payments[0].amount", "positive", {"amount": 0}),
        ("payments[0].amount", "999,999,999.99 EUR", {"amount": 100_000_000_000}),
        ("payments[0].account.number", "IBANs only", {"account": Account(number="1", is_iban=False, bic="COBADEFF")}),
        ("payments[0].account", "needs its bank", {"account": Account(number="1", is_iban=False)}),
        ("payments[0].account.number", "no IBAN", {"account": Account(number="DE?", is_iban=True)}),
        ("payments[0].account.bic", "no BIC", {"account": Account(number="DE8937040044", is_iban=True, bic="COBA")}),
        ("payments[0].party.name", "empty", {"party": Party(name="")}),
        ("payments[0].party.name", "characters", {"party": Party(name="\u0301\u200d")}),
        ("payments[0].party.name", "characters", {"party": Party(name="Ada \x07 ^")}),
        ("payments[0].party.name", "characters", {"party": Party(name="Ada \ue000 Lovelace")}),
        ("payments[0].party.name", "characters", {"party": Party(name="Ada \x85\x80 Lovelace")}),
        ("payments[0].party.name", "characters", {"party": Party(name="張\U00020002")}),
        ("payments[0].mandate", "none", {"mandate": samples.collection().payments[0].mandate}),
    ],
)
def test_what_does_not_fit_names_the_field_and_the_limit(field, limit, changes):
    with pytest.raises(Unwritable) as refused:
        instructions.write(samples.batch(samples.payment(**changes)), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)
    assert refused.value.field == field
    assert limit in str(refused.value)


@pytest.mark.parametrize("version", Version)
@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("x" * 71, "x" * 70),
        ("x" * 69 + " y", "x" * 69),
        ("x" * 69 + "Œ", "x" * 69 + "O"),
        ("Олена " * 40, ("Olena " * 12)[:70]),
    ],
)
def test_a_name_longer_than_its_field_is_cut_after_transliteration(version, name, written):
    whole = samples.collection() if version.collects else samples.batch()
    payments = (dataclasses.replace(whole.payments[0], party=Party(name=name)),)
    long = dataclasses.replace(whole, owner=dataclasses.replace(whole.owner, name=name), payments=payments)

    content = instructions.write(long, version=version, profile=SEPA)

    schemas.schema(version).validate(content)
    read = instructions.read(content)
    assert [read.owner.name, *(one.party.name for one in read.payments)] == [written, written]


def _refusal(batch, *, version=Version.CREDIT_TRANSFERS_03, profile=SEPA):
    with pytest.raises(Unwritable) as refused:
        instructions.write(batch, version=version, profile=profile)
    return refused.value.field


def test_a_batch_that_its_kind_does_not_allow_is_refused():
    assert _refusal(dataclasses.replace(samples.batch(), payments=())) == "payments"
    assert _refusal(samples.batch(samples.payment(), samples.payment())) == "payments[1].end_to_end_id"
    assert _refusal(samples.batch(currency="USD")) == "currency"
    assert _refusal(samples.batch(currency="USDC"), profile=GENERIC) == "currency"
    assert _refusal(samples.batch(), version=Version.DIRECT_DEBITS_02) == "collection"
    assert _refusal(samples.collection()) == "collection"
    assert _refusal(samples.collection(), version=Version.DIRECT_DEBITS_02, profile=GENERIC) == "profile"
    assert _refusal(samples.batch(created=dt.datetime(2026, 1, 1))) == "created"  # noqa: DTZ001 - that is the point
    paid = dataclasses.replace(samples.pounds().payments[0], remittance="x" * 19)
    assert _refusal(dataclasses.replace(samples.pounds(), payments=(paid,)), profile=FASTER_PAYMENTS).endswith(
        "remittance"
    )


def test_currencies_without_and_with_three_decimals_are_exact():
    for currency, amount, text in (("JPY", 1234, b">1234<"), ("KWD", 1234, b">1.234<"), ("USD", 5, b">0.05<")):
        batch = samples.batch(samples.payment(amount=amount), currency=currency)
        written = instructions.write(batch, version=Version.CREDIT_TRANSFERS_09, profile=GENERIC)
        assert text in written
        assert instructions.read(written) == batch
        schemas.schema(Version.CREDIT_TRANSFERS_09).validate(written)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (b"<NbOfTxs>1", b"<NbOfTxs>2", "NbOfTxs"),
        (b"<CtrlSum>1234.56", b"<CtrlSum>1234.57", "CtrlSum"),
        (b">1234.56</InstdAmt>", b">1234.567</InstdAmt>", "payment 1"),
        (b"</CdtTrfTxInf>", b"", "line 2"),
        (b"<Document", b"<!DOCTYPE a [<!ENTITY b 'c'>]><Document", "the file"),
        (b"pain.001.001.03", b"pain.001.001.99", "the first element"),
    ],
)
def test_a_damaged_file_is_one_error_that_names_the_place(old, new, where):
    written = instructions.write(samples.batch(), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)
    assert old in written

    with pytest.raises(DamagedFile, match=where):
        instructions.read(written.replace(old, new))


def test_every_profile_is_written_by_a_test():
    assert {profile.name for _, profile, _ in CASES} == {profile.name for profile in PROFILES}
