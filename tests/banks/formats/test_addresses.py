"""Postal addresses of written files: town and country, or no address."""

import dataclasses
import re

import pytest

from banks.formats import addresses, instructions
from banks.formats.instructions import SEPA, Version
from banks.formats.records import Party, Unwritable
from tests.banks.formats import samples, schemas

PARIS = Party(name="Ada", town="Paris", country="FR")


def written(version, *, owner=samples.OWNER, party=PARIS) -> bytes:
    whole = samples.collection() if version.collects else samples.batch()
    payment = dataclasses.replace(whole.payments[0], party=party)
    batch = dataclasses.replace(whole, owner=owner, payments=(payment,))
    content = instructions.write(batch, version=version, profile=SEPA)
    schemas.schema(version).validate(content)
    assert instructions.read(content) == batch
    return content


@pytest.mark.parametrize("version", Version)
def test_an_address_has_its_elements_in_the_order_of_every_version(version):
    content = written(version)

    assert re.findall(rb"<PstlAdr>(.*?)</PstlAdr>", content) == [
        b"<PstCd>10115</PstCd><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry><AdrLine>Hauptstrasse 1</AdrLine>",
        b"<TwnNm>Paris</TwnNm><Ctry>FR</Ctry>",
    ]


@pytest.mark.parametrize("version", Version)
def test_a_party_without_an_address_has_none(version):
    assert b"PstlAdr" not in written(version, owner=Party(name="Acme"), party=Party(name="Ada"))


@pytest.mark.parametrize(
    ("field", "problem", "party"),
    [
        ("town", "without its town", Party(name="Ada", country="FR")),
        ("town", "without its town", Party(name="Ada", address=("1 rue de la Paix", "75002 Paris"))),
        ("town", "without its town", Party(name="Ada", postal_code="75002", country="FR")),
        ("country", "without its country", Party(name="Ada", town="Paris")),
        ("country", "3166", Party(name="Ada", town="Paris", country="France")),
        ("town", "35", Party(name="Ada", town="x" * 36, country="FR")),
        ("postal_code", "16", Party(name="Ada", town="Paris", country="FR", postal_code="1" * 17)),
        ("address", "2 lines", Party(name="Ada", town="Paris", country="FR", address=("a", "b", "c"))),
        ("address", "70", Party(name="Ada", town="Paris", country="FR", address=("x" * 71,))),
    ],
)
def test_half_an_address_is_refused_by_its_field(field, problem, party):
    with pytest.raises(Unwritable, match=problem) as refused:
        written(Version.CREDIT_TRANSFERS_09, party=party)
    assert refused.value.field == f"payments[0].party.{field}"


@pytest.mark.parametrize(
    ("known", "kept"),
    [
        ({"country": "FR"}, {}),
        ({"town": "Paris"}, {}),
        ({"town": " ", "country": "FR", "postal_code": "75002"}, {}),
        ({"town": "x" * 36, "country": "FR"}, {}),
        ({"town": "Paris\x07", "country": "FR"}, {}),
        ({"town": " Paris ", "country": "FR"}, {"town": "Paris", "country": "FR"}),
        ({"town": "Paris", "country": "FR", "postal_code": "1" * 17}, {"town": "Paris", "country": "FR"}),
        ({"town": "Paris", "country": "FR", "address": ("x" * 71,)}, {"town": "Paris", "country": "FR"}),
        (
            {"town": "Paris", "country": "FR", "address": ("1 rue de la Paix", "")},
            {"town": "Paris", "country": "FR", "address": ("1 rue de la Paix",)},
        ),
    ],
)
def test_of_an_address_that_nobody_asks_for_as_much_is_written_as_fits(known, kept):
    assert addresses.fitting(Party(name="Ada", **known)) == Party(name="Ada", **kept)
