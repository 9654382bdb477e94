"""Batches, by hand and by hypothesis."""

import datetime as dt
from typing import Any

from hypothesis import strategies as st

from banks.formats import characters
from banks.formats.records import Account, Batch, Collection, Mandate, Party, Payment, Scheme, Sequence

OURS = Account(number="DE89370400440532013000", is_iban=True, bic="COBADEFFXXX")
THEIRS = Account(number="FR1420041010050500013M02606", is_iban=True)
OWNER = Party(name="Acme Payments GmbH", town="Berlin", country="DE", postal_code="10115", address=("Hauptstrasse 1",))


def payment(**changes) -> Payment:
    said: dict[str, Any] = {
        "end_to_end_id": "0192f0e4a7c17b21",
        "amount": 123456,
        "party": Party(name="Ada Lovelace", town="Paris", country="FR"),
        "account": THEIRS,
        "remittance": "Invoice 17",
    }
    return Payment(**(said | changes))


def batch(*payments: Payment, **changes) -> Batch:
    said: dict[str, Any] = {
        "message_id": "BATCH-1",
        "created": dt.datetime(2026, 11, 23, 8, 30, tzinfo=dt.UTC),
        "due": dt.date(2026, 11, 24),
        "currency": "EUR",
        "owner": OWNER,
        "account": OURS,
        "payments": payments or (payment(),),
    }
    return Batch(**(said | changes))


def pounds(*, clearing_system: str | None = None, **changes) -> Batch:
    ours, theirs = (
        Account(number=number, is_iban=False, clearing_number=sort_code, clearing_system=clearing_system)
        for number, sort_code in (("12345678", "200000"), ("87654321", "400000"))
    )
    return batch(payment(account=theirs), currency="GBP", account=ours, **changes)


def faster_pounds() -> Batch:
    return pounds(clearing_system="GBDSC")


def rupees() -> Batch:
    """A payment at once, by account number and IFSC."""
    ours, theirs = (
        Account(number=number, is_iban=False, clearing_number=ifsc, clearing_system="INFSC")
        for number, ifsc in (("50100012345678", "HDFC0000001"), ("000123456789", "SBIN0001234"))
    )
    return batch(payment(account=theirs, service_level="URGP"), currency="INR", account=ours)


def collection(**changes) -> Batch:
    said = Collection(creditor_id="DE98ZZZ09999999999", scheme=Scheme.CORE, sequence=Sequence.RECURRING)
    mandate = Mandate(id="MANDATE-7", signed_on=dt.date(2026, 1, 31))
    return batch(payment(mandate=mandate), collection=said, **changes)


_LETTERS = "".join(sorted(set(characters.SEPA) - set("/ ")))
_words = st.text(_LETTERS, min_size=1, max_size=35)
_lines = st.lists(st.text(_LETTERS, min_size=1, max_size=11), min_size=1, max_size=5).map(" ".join)
_ibans = st.from_regex(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{10,26}", fullmatch=True)
_banks = st.none() | st.from_regex(r"[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?", fullmatch=True)
_days = st.dates(dt.date(2000, 1, 1), dt.date(2099, 12, 31))
_moments = st.integers(946_684_800, 4_070_908_800).map(lambda seconds: dt.datetime.fromtimestamp(seconds, dt.UTC))
_accounts = st.builds(Account, number=_ibans, is_iban=st.sampled_from([True]), bic=_banks, clearing_number=st.none())
_short = st.text(_LETTERS, min_size=1, max_size=16)
_parties = st.builds(Party, name=_lines) | st.builds(
    Party,
    name=_lines,
    town=_words,
    country=st.sampled_from(["DE", "FR", "GB", "SE"]),
    postal_code=st.none() | _short,
    address=st.lists(_lines, max_size=2).map(tuple),
)


@st.composite
def batches(draw, *, collects: bool = False):
    mandates = st.builds(Mandate, id=_words, signed_on=_days) if collects else st.none()
    one = st.builds(
        Payment,
        end_to_end_id=_words,
        amount=st.integers(1, 99_999_999_999),
        party=_parties,
        account=_accounts,
        remittance=st.just("") | _lines,
        mandate=mandates,
        purpose=st.none() if collects else st.none() | st.sampled_from(["SALA", "UBIL"]),
    )
    details = st.builds(Collection, creditor_id=_words) if collects else st.none()
    return draw(
        st.builds(
            Batch,
            message_id=_words,
            created=_moments,
            due=_days,
            currency=st.just("EUR"),
            owner=_parties,
            account=_accounts,
            payments=st.lists(one, min_size=1, max_size=4, unique_by=lambda said: said.end_to_end_id).map(tuple),
            collection=details,
        )
    )
