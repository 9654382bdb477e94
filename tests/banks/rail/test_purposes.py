"""What payments by file are for, and what banks ask for beside the account: purposes, descriptions, BICs."""

import pytest

from banks.formats import instructions
from banks.models import BankBatch
from banks.rail import formats
from payments.models.quote import PurposeOfPayment
from platforms.base import errors
from tests.banks.formats import schemas
from tests.banks.rail import world
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


def written(worker) -> list[bytes]:
    worker.run()
    for batch in BankBatch.objects.filter(state="OPEN"):
        world.close(batch)
        world.release(batch)
    world.sweep()
    return [path.read_bytes() for path in world.delivered()]


@pytest.mark.parametrize(
    ("purpose", "code"), [("UTILITY_BILL", "UBIL"), ("GOODS_OR_SERVICES", "GDSV"), ("TRAVEL", None), (None, None)]
)
@pytest.mark.parametrize("connection", [{"credit_format": "SEPA_001_03"}, {}], ids=["001.03", "001.09"])
def test_a_payout_says_what_its_quote_is_for(api, acme, worker, alice, *, connection, purpose, code):
    key = world.connect(acme.platform, **connection).credit_format
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    said = {"purposeOfPayment": purpose} if purpose else {}
    payee = api.external_account(alice, world.euro_account(), "EUR")
    assert quote_requests.quote(api, source, payee, immediatelyExecute=True, **said).status_code == 201

    [content] = written(worker)

    schemas.schema(formats.FORMATS[key].version).validate(content)
    assert [one.purpose for one in instructions.read(content).payments] == [code]


def test_each_purpose_has_a_published_code_or_none():
    published = schemas.codes("ExternalPurpose1Code")
    info = {"iban": world.iban(), "beneficiary": factories.beneficiary()}

    codes = {one: formats.content_of(info, reference="R", purpose=one).get("purpose") for one in PurposeOfPayment}

    assert {code for code in codes.values() if code} <= published
    assert {one for one, code in codes.items() if code is None} == {"SELF", "REAL_ESTATE_PURCHASE", "TRAVEL"}


@pytest.mark.parametrize(
    ("entered", "people_and_companies"),
    [
        ("", (b"PAYMENT   ", b"PAYMENT   ")),
        ("SUPPLIES", (b"SUPPLIES  ", b"SUPPLIES  ")),
        ("PAYROLL", (b"PAYROLL   ", b"PAYMENT   ")),
    ],
)
def test_a_nacha_batch_says_what_its_payments_are_for(api, acme, worker, alice, *, entered, people_and_companies):
    world.connect(acme.platform, **world.DOLLARS, credit_description=entered)
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    company = {"beneficiaryType": "BUSINESS", "legalName": "Acme Supplies Inc"}
    for beneficiary in (factories.beneficiary(), company):
        facts = factories.usd_account() | {"beneficiary": beneficiary}
        assert api.transfer_out(source, api.external_account(alice, facts), 5_00).status_code in {200, 201}

    [content] = written(worker)

    heads = [line for line in content.split(b"\r\n") if line.startswith(b"5")]
    assert [(line[50:53], line[53:63]) for line in heads] == list(
        zip((b"PPD", b"CCD"), people_and_companies, strict=True)
    )


def test_payouts_by_nacha_stand_in_a_batch_for_each_purpose(api, acme, worker, alice):
    world.connect(acme.platform, **world.DOLLARS)
    source = api.internal_account(alice)
    api.fund(source, 1_000_00)
    payee = api.external_account(alice, factories.usd_account())
    for purpose in ("TRAVEL", "UTILITY_BILL", "EDUCATION", "UTILITY_BILL"):
        made = quote_requests.quote(api, source, payee, immediatelyExecute=True, purposeOfPayment=purpose)
        assert made.status_code == 201, made.json()

    [content] = written(worker)

    lines = content.split(b"\r\n")
    assert [line[50:63] for line in lines if line.startswith(b"5")] == [
        b"PPDEDUCATION ",
        b"PPDPAYMENT   ",
        b"PPDUTILITIES ",
    ]
    kinds = [line[:1] for line in lines if line[:1] in {b"5", b"6"}]
    assert kinds == [b"5", b"6", b"5", b"6", b"5", b"6", b"6"]


@pytest.mark.parametrize(("given", "kind"), [("SAVINGS", b"632"), ("CHECKING", b"622"), (None, b"622")])
def test_a_payment_to_a_savings_account_says_so(api, acme, worker, alice, *, given, kind):
    world.connect(acme.platform, **world.DOLLARS)
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    facts = factories.usd_account() | ({"bankAccountType": given} if given else {})
    payee = api.external_account(alice, facts)
    assert api.get(f"/customers/external-accounts/{payee}").json()["accountInfo"].get("bankAccountType") == given
    assert api.transfer_out(source, payee, 5_00).status_code in {200, 201}

    [content] = written(worker)

    assert [line[:3] for line in content.split(b"\r\n") if line.startswith(b"6")] == [kind]


def test_a_collection_from_a_savings_account_says_so(api, acme, worker, alice):
    world.connect(acme.platform, **world.DOLLARS)
    facts = factories.usd_account() | {"bankAccountType": "SAVINGS"}
    account, outside = api.internal_account(alice), api.external_account(alice, facts)
    assert api.transfer_in(outside, account, 5_00).status_code in {200, 201}

    [content] = written(worker)

    assert content.split(b"\r\n")[2][:3] == b"637"


def test_a_collection_from_people_says_that_it_is_a_purchase(api, acme, worker, alice):
    world.connect(acme.platform, **world.DOLLARS, debit_description="PURCHASE")
    account, outside = api.internal_account(alice), api.external_account(alice, factories.usd_account())
    assert api.transfer_in(outside, account, 5_00).status_code in {200, 201}

    [content] = written(worker)

    assert content.split(b"\r\n")[1][50:63] == b"WEBPURCHASE  "


@pytest.mark.parametrize(
    ("field", "entered"),
    [
        ("credit_description", "purchase"),
        ("debit_description", "PAYROLL"),
        ("credit_description", "ß" * 10),
        ("debit_description", "\ue000"),
        ("debit_description", "ELEVENCHARS"),
    ],
)
def test_a_description_that_a_batch_may_not_have_is_refused(acme, field, entered):
    with pytest.raises(errors.InvalidInput) as refused:
        world.connect(acme.platform, **world.DOLLARS, **{field: entered})

    assert [one["field"] for one in refused.value.problems] == [field]


@pytest.mark.parametrize(
    ("iban", "given", "bic"),
    [
        ("GB33BUKB20201555555555", None, "BUKBGB22"),
        ("CH5604835012345678009", None, "UBSWCHZH80A"),
        ("CH9300762011623852957", None, ""),
        ("GB33BUKB20201555555555", "NWBKGB2L", "NWBKGB2L"),
        ("DE89370400440532013000", None, ""),
    ],
)
def test_banks_outside_of_the_economic_area_are_named_by_bic_where_it_is_known(iban, given, bic):
    info = {"iban": iban, "swiftCode": given, "beneficiary": factories.beneficiary()}

    assert formats.content_of(info, reference="R")["bic"] == bic
