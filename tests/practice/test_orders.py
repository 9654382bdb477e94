"""What the bank's own strict reader reads from our files equals the payments; what is not quite right is refused."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banks.formats import instructions, nacha
from banks.formats.instructions import FASTER_PAYMENTS, GENERIC, SEPA, Version
from practice.bank import nacha as bank_nacha
from practice.bank import orders
from practice.bank.markup import Unreadable
from tests.banks.formats import samples

pytestmark = pytest.mark.beside

UTC = ZoneInfo("UTC")


def facts_of(batch):
    """What the bank must read: number, amount and the other side of each payment."""
    return [
        (
            batch.message_id,
            one.end_to_end_id,
            one.amount,
            batch.collection is not None,
            batch.due,
            one.party.name,
            one.account.number,
            one.account.bic or one.account.clearing_number or "",
            one.remittance,
            one.mandate.id if one.mandate else "",
        )
        for one in batch.payments
    ]


def facts_read(file):
    return [
        (
            one.batch_id,
            one.end_to_end_id,
            one.amount,
            one.is_debit,
            one.due,
            one.name,
            one.account,
            one.bank,
            one.text,
            one.mandate,
        )
        for one in file.orders
    ]


@pytest.mark.parametrize("version", Version)
def test_the_bank_reads_what_was_to_be_paid(version):
    @settings(deadline=None, max_examples=50)
    @given(batch=samples.batches(collects=version.collects))
    def check(batch):
        file = orders.read(instructions.write(batch, version=version, profile=SEPA))
        assert facts_read(file) == facts_of(batch)
        assert (file.message_id, file.created, file.account) == (batch.message_id, batch.created, batch.account.number)

    check()


@pytest.mark.parametrize("profile", [FASTER_PAYMENTS, GENERIC], ids=lambda profile: profile.name)
def test_the_bank_reads_accounts_without_an_iban(profile):
    batch = samples.pounds()

    file = orders.read(instructions.write(batch, version=Version.CREDIT_TRANSFERS_03, profile=profile))

    assert facts_read(file) == facts_of(batch)
    assert file.currency == "GBP"


_names = st.from_regex(r"[A-Z][A-Za-z0-9.-]{0,14}", fullmatch=True)
_entries = st.builds(
    nacha.Entry,
    id=_names,
    amount=st.integers(1, 99_999_999_99),
    name=_names,
    routing_number=st.sampled_from(["021000021", "011000015", "091000019"]),
    account_number=st.from_regex(r"[0-9]{4,17}", fullmatch=True),
    is_savings=st.booleans(),
    remittance=st.just("") | _names,
)


@settings(deadline=None, max_examples=100)
@given(entries=st.lists(_entries, min_size=1, max_size=12), is_debit=st.booleans())
def test_the_bank_reads_what_a_nacha_file_pays(entries, is_debit):
    due = dt.date(2026, 11, 24)
    kind = nacha.EntryClass.WEB if is_debit else nacha.EntryClass.PPD

    file = bank_nacha.read(_nacha(_batch(kind, is_debit=is_debit, entries=entries)), UTC)

    assert [(one.end_to_end_id, one.amount, one.is_debit, one.due) for one in file.orders] == [
        (one.id, one.amount, is_debit, due) for one in entries
    ]
    assert [(one.name, one.bank, one.account, one.text) for one in file.orders] == [
        (one.name, one.routing_number, one.account_number, one.remittance) for one in entries
    ]


@settings(deadline=None, max_examples=50)
@given(entries=st.lists(_entries, min_size=1, max_size=5), is_debit=st.booleans())
def test_what_balances_a_nacha_file_is_no_order(entries, is_debit):
    batch = _batch(nacha.EntryClass.CCD, is_debit=is_debit, entries=entries)
    own = nacha.OwnAccount(routing_number="011000015", account_number="OWN-1")
    content = _nacha(batch, own_account=own)

    file = bank_nacha.read(content, UTC, "OWN-1")

    ids = [(one.end_to_end_id, one.amount, one.is_debit, one.sum_name) for one in file.orders]
    assert ids == [(one.id, one.amount, is_debit, "Acme Payments") for one in entries]


def test_a_nacha_file_that_is_not_balanced_by_the_own_account_is_refused():
    entries = [
        nacha.Entry(id=name, amount=777, name="Ada", routing_number="011000015", account_number=account)
        for name, account in (("PAY-1", "000123456789"), ("PAY-2", "OWN-1"))
    ]
    content = _nacha(_batch(nacha.EntryClass.PPD, is_debit=False, entries=entries))

    with pytest.raises(Unreadable, match="not the sum"):
        bank_nacha.read(content, UTC, "OWN-1")


def _batch(kind, *, is_debit, entries):
    due = dt.date(2026, 11, 24)
    return nacha.Batch(entry_class=kind, is_debit=is_debit, description="PAYMENT", due=due, entries=tuple(entries))


def _nacha(*batches, own_account=None):
    return nacha.write(
        nacha.File(
            destination="011000015",
            destination_name="Practice Bank",
            origin="1234567890",
            origin_name="Acme Payments",
            company_id="1234567890",
            company_name="Acme Payments",
            created=dt.datetime(2026, 11, 23, 8, 30, tzinfo=dt.UTC),
            modifier="A",
            batches=batches,
            own_account=own_account,
        )
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b"<NbOfTxs>1", b"<NbOfTxs>2", "AM18"),
        (b"<CtrlSum>1234.56", b"<CtrlSum>1234.57", "AM10"),
        (b">1234.56</InstdAmt>", b">0.00</InstdAmt>", "AM01"),
        (b">1234.56</InstdAmt>", b">1,234.56</InstdAmt>", "AM12"),
        (b'Ccy="EUR">1234.56', b'Ccy="USD">1234.56', "AM03"),
        (b"<ChrgBr>SLEV</ChrgBr>", b"", "FF01"),
        (b"<ChrgBr>", b"<Extra>1</Extra><ChrgBr>", "FF01"),
        (b"<ChrgBr>SLEV", b"<ChrgBr><Extra />SLEV", "FF01"),
        (b"<ChrgBr>", b'<ChrgBr kind="1">', "FF01"),
        (b"<PmtInf>", b'<PmtInf kind="1">', "FF01"),
        (b"<IBAN>FR14", b"<IBAN>1R14", "AC01"),
        (b"<TwnNm>Paris</TwnNm>", b"", "BE04"),
        (b"<PstCd>10115</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry>", b"", "BE04"),
        (b"2026-11-24<", b"2026-11-31<", "DT01"),
        (b"pain.001.001.03", b"pain.001.001.99", "FF01"),
        (b"<Document", b"<!DOCTYPE a [<!ENTITY b 'c'>]><Document", "FF01"),
        (b"</Document>", b"", "FF01"),
    ],
)
def test_a_message_that_is_not_quite_right_is_refused_with_a_code(old, new, code):
    content = instructions.write(samples.batch(), version=Version.CREDIT_TRANSFERS_03, profile=SEPA)
    assert old in content

    with pytest.raises(Unreadable) as refused:
        orders.read(content.replace(old, new))

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"622021000021", b"622021000022"),
        (b"0000000777", b"0000000778"),
        (b"0000000777", b"00000007x7"),
        (b"PAY-1          Ada", b"PAY-1         Ada"),
        (b"9000001000001", b"9000002000001"),
        (b"5220Acme", b"5225Acme"),
        (b"6220210", b"6210210"),
        (b"9" * 94 + b"\r\n", b""),
        (b"011000010000001\r\n8220", b"011000010000001\r\n6220"),
    ],
)
def test_a_nacha_file_that_is_not_quite_right_is_refused(old, new):
    entry = nacha.Entry(id="PAY-1", amount=777, name="Ada", routing_number="021000021", account_number="000123456789")
    content = _nacha(_batch(nacha.EntryClass.PPD, is_debit=False, entries=[entry]))
    assert old in content

    with pytest.raises(Unreadable):
        bank_nacha.read(content.replace(old, new, 1), UTC)
