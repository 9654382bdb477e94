"""Lists in the forms of their authorities: what is read of each, and that our own files are of these forms."""

import datetime as dt
import io
import pathlib
import tracemalloc

import pytest
import xmlschema

from compliance.models import SubjectKind
from compliance.providers.watchlists import files, forms
from tests.support.compliance import published_lists, screening_lists

_SCHEMAS = pathlib.Path(screening_lists.__file__).with_name("schemas")
LISTS = {
    "UN": screening_lists.xml(),
    "OFAC": published_lists.ofac(),
    "EU": published_lists.eu(),
    "UK": published_lists.uk(),
}
NAMES = {
    "UN": ("VELMAR TOBIAS QUISTRAND", "Вельмар Квистранд", "Tobias the Ferryman"),
    "OFAC": ("Velmar Tobias QUISTRAND", "Tobias FERRYMAN", "Вельмар Квистранд"),
    "EU": ("Velmar Tobias Quistrand", "Tobias the Ferryman", "Вельмар Квистранд"),
    "UK": ("VELMAR TOBIAS QUISTRAND", "Tobias the Ferryman", "Вельмар Квистранд"),
}
REFERENCES = {"UN": "DOi.001", "OFAC": "701", "EU": "EU.1.23", "UK": "DOO0001"}


def read(content: bytes) -> list[files.Listed]:
    return list(forms.read(io.BytesIO(content)).entries)


@pytest.mark.parametrize(("form", "schema"), [("UN", "un-consolidated.xsd"), ("EU", "eu-fsf-1.1.xsd")])
def test_our_lists_are_valid_by_the_schema_of_their_authority(form, schema):
    published = xmlschema.XMLSchema(str(_SCHEMAS / schema))

    assert [str(error) for error in published.iter_errors(io.BytesIO(LISTS[form]))] == []
    assert not published.is_valid(
        io.BytesIO(LISTS[form].replace(b"REFERENCE_NUMBER", b"X").replace(b"subjectType", b"x"))
    )


@pytest.mark.parametrize("form", LISTS)
def test_every_form_says_the_same_of_one_person(form):
    person, business = read(LISTS[form])

    assert (person.kind, person.names, person.reference) == (SubjectKind.PERSON, NAMES[form], REFERENCES[form])
    assert person.birth_dates == (dt.date(1961, 4, 12),)
    # OFAC has a day that is not certain too, of the year before.
    assert person.birth_years == ((1960 if form == "OFAC" else 1961), 1964)
    assert person.countries == (("KP", "RU") if form == "OFAC" else ("IR", "RU"))
    assert person.identifiers == ("P1234567",)
    assert business.kind == SubjectKind.BUSINESS
    assert business.names[0].upper() == "BLACKMARSH TRADING FZE"
    assert business.countries == (("MM",) if form == "OFAC" else ("AE",))


@pytest.mark.parametrize("form", LISTS)
def test_every_form_says_when_the_list_was_made(form):
    edition = forms.read(io.BytesIO(LISTS[form]))

    assert (edition.form, edition.published_at.date()) == (form, dt.date(2026, 3, 1))
    assert edition.published_at.tzinfo is not None


@pytest.mark.parametrize(("form", "listed_on"), [("UN", "2001-01-25"), ("EU", "2001-01-26"), ("UK", "2001-01-25")])
def test_a_list_says_since_when_somebody_is_on_it(form, listed_on):
    assert read(LISTS[form])[0].listed_on == listed_on


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html><body>Service unavailable</body></html>", "not a list in a form that is known"),
        (b"<sdnList><sdnEntry/></sdnList>", "not a list in a form that is known"),
        (LISTS["OFAC"].replace(b"<Year>2026</Year>", b"", 1), "when it was made"),
        (LISTS["OFAC"].replace(b"<Month>3</Month>", b"<Month>13</Month>", 1), "not a day"),
        (LISTS["OFAC"].replace(b'PartySubTypeID="4"', b'PartySubTypeID="77"'), "of no kind"),
        (LISTS["OFAC"].replace(b'FixedRef="701"><Profile', b'FixedRef=""><Profile'), "no identifier"),
        (LISTS["OFAC"].replace(b'FixedRef="702"><Profile', b'FixedRef="701"><Profile'), "two entries"),
        (LISTS["OFAC"][:-40], "not XML"),
        (LISTS["EU"].replace(b"generationDate", b"date"), "when it was made"),
        (LISTS["EU"].replace(b'classificationCode="P"', b'classificationCode="X"'), "neither a person"),
        (LISTS["EU"].replace(b'wholeName="Blackmarsh Trading FZE"', b""), "no name"),
        (LISTS["EU"].replace(b'birthdate="1961-04-12"', b'birthdate="1961-04-31"'), "not a day"),
        (LISTS["EU"][: len(LISTS["EU"]) // 2], "not XML"),
        (LISTS["UK"].replace(b"01/03/2026", b"yesterday"), "when it was made"),
        (LISTS["UK"].replace(b"<DateGenerated>01/03/2026</DateGenerated>", b""), "when it was made"),
        (LISTS["UK"].replace(b">Individual<", b">Somebody<"), "neither an individual"),
        (LISTS["UK"].replace(b"DOO0002", b"DOO0001"), "two entries"),
        (LISTS["UK"].replace(b"12/04/1961", b"31/04/1961"), "not a day"),
        (LISTS["UK"].replace(b"<Designations>", b"<!DOCTYPE d><Designations>"), "DTDForbidden"),
        (b"<Designations><DateGenerated>01/03/2026</DateGenerated>" + b"<A>" * 13, "nested too deep"),
    ],
)
def test_a_file_with_a_fault_is_refused(content, reason):
    with pytest.raises(files.ListRefused, match=reason):
        read(content)


@pytest.mark.parametrize("form", ["OFAC", "EU", "UK"])
def test_a_long_list_is_read_entry_by_entry(form):
    many = {
        "OFAC": lambda: published_lists.ofac(
            "".join(published_lists.ofac_person(n, "Ada", f"P{n}") for n in range(3000))
        ),
        "EU": lambda: published_lists.eu("".join(published_lists.eu_person(n, f"Ada P{n}") for n in range(3000))),
        "UK": lambda: published_lists.uk("".join(published_lists.uk_person(n, f"P{n}") for n in range(3000))),
    }
    content = io.BytesIO(many[form]())
    edition = forms.read(content)
    tracemalloc.start()

    count = sum(1 for _ in edition.entries)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert count == 3000
    assert peak < 2_000_000  # as a tree it would take five times as much


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Korea, North", "KP"),
        ("Democratic People's Republic of Korea", "KP"),
        ("North Korea", "KP"),
        ("Burma", "MM"),
        ("Russia", "RU"),
        ("RUSSIAN FEDERATION", "RU"),
        ("Iran", "IR"),
        ("Iran (Islamic Republic of)", "IR"),
        ("Syria", "SY"),
        ("Syrian Arab Republic", "SY"),
        ("Congo, Democratic Republic of the", "CD"),
        ("Cote d Ivoire", "CI"),
        ("C\xf4te d\u2019Ivoire", "CI"),
        ("Turkey", "TR"),
        ("Türkiye", "TR"),
        ("Kosovo", "XK"),
        ("Venezuela", "VE"),
        ("Vietnam", "VN"),
        ("Palestine", "PS"),
        ("United Kingdom", "GB"),
        ("ae", "AE"),
        ("00", ""),
        ("UNKNOWN", ""),
        ("Doonland", ""),
        ("", ""),
    ],
)
def test_countries_are_known_by_the_names_that_lists_give_them(written, code):
    assert files.country(written) == code
