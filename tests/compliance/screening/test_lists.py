"""Lists as files: what is read, what is refused, and how one edition replaces another."""

import datetime as dt
import io
import tracemalloc

import pytest
from django.core.management import CommandError, call_command

from compliance.models import ListKind, ScreeningListEntry, ScreeningListVersion, ScreeningSweep, SubjectKind
from compliance.providers.screening import Subject
from compliance.providers.screening_list import ListScreening
from compliance.providers.watchlists import files, forms
from platforms.models import AuditEntry
from tests.support.compliance import screening_lists
from tests.support.servers.webhook_receiver import Answer, Receiver

PEOPLE = [screening_lists.person(f"DOi.{number:03}", f"Person{number} Invented") for number in range(10)]


def read(content: bytes) -> list[files.Listed]:
    return list(forms.read(io.BytesIO(content)).entries)


def found(name: str, kind: SubjectKind = SubjectKind.PERSON) -> list[str]:
    """Return the entries that the lists in use have for a name."""
    (hits,) = ListScreening().screen([Subject(kind, name)]).hits
    return [hit.entry_reference for hit in hits]


def test_an_entry_is_read_with_all_that_is_compared():
    person, business = read(screening_lists.xml())

    assert person == files.Listed(
        reference="DOi.001",
        kind=SubjectKind.PERSON,
        names=("VELMAR TOBIAS QUISTRAND", "Вельмар Квистранд", "Tobias the Ferryman"),
        birth_dates=(dt.date(1961, 4, 12),),
        birth_years=(1961, 1964),
        countries=("IR", "RU"),
        identifiers=("P1234567",),
        listed_on="2001-01-25",
    )
    assert (business.kind, business.names) == (SubjectKind.BUSINESS, ("BLACKMARSH TRADING FZE", "Marsh & Black"))
    assert business.countries == ("AE",)


def test_the_list_says_when_it_was_made():
    assert forms.read(io.BytesIO(screening_lists.xml())).published_at == dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


_BOMB = b"""<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY c "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<CONSOLIDATED_LIST dateGenerated="2026-03-01T00:00:00Z"><INDIVIDUALS>&c;</INDIVIDUALS></CONSOLIDATED_LIST>"""
_OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<CONSOLIDATED_LIST dateGenerated="2026-03-01T00:00:00Z"><INDIVIDUALS>&a;</INDIVIDUALS></CONSOLIDATED_LIST>"""
_GOOD = screening_lists.xml()
_ALIAS = "<INDIVIDUAL_ALIAS><ALIAS_NAME>Alias {}</ALIAS_NAME></INDIVIDUAL_ALIAS>"
_ALIASES = "".join(map(_ALIAS.format, range(320))).encode() + b"<INDIVIDUAL_ALIAS>"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not XML"),
        (b"not xml at all", "not XML"),
        (b"<html><body>Service unavailable</body></html>", "not a list in a form that is known"),
        (_GOOD[: len(_GOOD) // 2], "not XML"),  # the connection broke
        (_GOOD[:-20], "not XML"),
        (_GOOD.replace(b"VELMAR", b"VEL\xffMAR"), "not XML"),
        (_GOOD.replace(b'encoding="UTF-8"', b'encoding="x-unknown"'), "not XML"),
        (_BOMB, "not XML that may be read: DTDForbidden"),
        (_OUTSIDE, "not XML that may be read: DTDForbidden"),
        (_GOOD.replace(screening_lists.MADE.encode(), b"yesterday"), "when it was made"),
        (_GOOD.replace(b"dateGenerated", b"date"), "when it was made"),
        (_GOOD.replace(b"DOi.001", b"").replace(b"7000001", b""), "no identifier"),
        (_GOOD.replace(b"DOi.001", b"1" * 65), "no identifier"),
        (_GOOD.replace(b"BLACKMARSH TRADING FZE", b"  "), "no name"),
        (_GOOD.replace(b"DOe.001", b"DOi.001"), "two entries have one identifier"),
        (_GOOD.replace(b"VELMAR", b"V" * 600), "too long"),
        (_GOOD.replace(b"1961-04-12", b"1961-04-31"), "not a day"),
        (_GOOD.replace(b"<COMMENTS1>", b"<A>" * 12 + b"</A>" * 12 + b"<COMMENTS1>"), "nested too deep"),
        (_GOOD.replace(b"<COMMENTS1>", b"<A/>" * 21_000 + b"<COMMENTS1>"), "too many of them"),
        (_GOOD.replace(b"<ENTITIES>", b"<A/>" * 21_000 + b"<ENTITIES>"), "too many of them"),
        (_GOOD.replace(b"<INDIVIDUAL_ALIAS>", _ALIASES, 1), "too many names"),
    ],
)
def test_a_file_that_is_no_list_is_refused(content, reason):
    with pytest.raises(files.ListRefused, match=reason):
        read(content)


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 1000)

    with pytest.raises(files.ListRefused, match="more than 1000 bytes"):
        files.checksum(io.BytesIO(screening_lists.xml()))


def test_reading_a_long_list_takes_no_more_memory_than_a_short_one():
    content = io.BytesIO(
        screening_lists.xml(screening_lists.person(f"DOi.{n}", f"Person{n} Invented") for n in range(20_000))
    )
    edition = forms.read(content)
    tracemalloc.start()

    count = sum(1 for _ in edition.entries)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert count == 20_001
    assert peak < 8_000_000  # what 20 thousand identifiers need, to see that none comes twice


@pytest.mark.django_db
def test_a_loaded_list_is_compared_with_and_leaves_its_traces():
    version = screening_lists.load(screening_lists.xml())

    assert found("Velmar Quistrand") == ["DOi.001"]
    assert found("Blackmarsh Trading", SubjectKind.BUSINESS) == ["DOe.001"]
    assert (version.entry_count, version.is_current, version.kind) == (2, True, "SANCTION")
    assert ScreeningSweep.objects.get(is_running=True).version == version
    entry = AuditEntry.objects.get(verb="screening_list.load")
    assert (entry.actor_id, entry.details["entries"], entry.details["checksum"]) == ("tests", 2, version.checksum)


@pytest.mark.django_db
def test_nothing_is_screened_while_no_list_is_loaded():
    screened = ListScreening().screen([Subject(SubjectKind.PERSON, "Velmar Quistrand")])

    assert (screened.is_done, screened.hits) == (False, ((),))


@pytest.mark.django_db
def test_a_new_edition_takes_the_place_of_the_old_one():
    screening_lists.load(screening_lists.xml())
    screening_lists.load(
        screening_lists.xml(
            [screening_lists.person("DOi.002", "Zarrukh Newcomer"), screening_lists.QUISTRAND],
            made="2026-04-01T00:00:00Z",
        )
    )
    screening_lists.load(
        screening_lists.xml([screening_lists.person("DOi.002", "Zarrukh Newcomer")], made="2026-05-01T00:00:00Z"),
        is_smaller_or_older_accepted=True,
    )

    assert found("Velmar Quistrand") == []
    assert found("Zarrukh Newcomer") == ["DOi.002"]
    assert ScreeningListVersion.objects.filter(is_current=True).count() == 1
    assert ScreeningSweep.objects.filter(is_running=True).count() == 1
    # The entries of the edition before are kept for who just begins to read it; older ones are dropped.
    counts = [version.entries.count() for version in ScreeningListVersion.objects.order_by("published_at")]
    assert counts == [0, 3, 2]


@pytest.mark.django_db
def test_loading_the_same_file_again_changes_nothing():
    screening_lists.load(screening_lists.xml())
    before = list(ScreeningListVersion.objects.defer("seen_at").values()), ScreeningListEntry.objects.count()
    [was] = before[0]

    screening_lists.load(screening_lists.xml())

    [now] = ScreeningListVersion.objects.values()
    assert (now | {"seen_at": None}, ScreeningListEntry.objects.count()) == (was | {"seen_at": None}, before[1])
    seen = [row["seen_at"] for row in (was, now)]
    assert None not in seen
    assert seen == sorted(seen, key=str)
    assert ScreeningSweep.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (screening_lists.xml(PEOPLE[:7], [], made="2026-04-01T00:00:00Z"), "the list has 7 entries, the one in use 10"),
        (screening_lists.xml(PEOPLE, made="2026-02-01T00:00:00Z"), "older than the one in use"),
        (screening_lists.xml(PEOPLE, made="2199-01-01T00:00:00Z"), "made in the future"),
        (screening_lists.xml([], [], made="2026-04-01T00:00:00Z"), "empty"),
        (screening_lists.xml([*PEOPLE, PEOPLE[0]], made="2026-04-01T00:00:00Z"), "two entries have one identifier"),
        (screening_lists.xml(PEOPLE, made="2026-04-01T00:00:00Z")[:-100], "not XML"),
    ],
)
def test_a_list_that_can_not_be_right_leaves_the_one_in_use(content, reason):
    good = screening_lists.load(screening_lists.xml(PEOPLE, []))

    with pytest.raises(files.ListRefused, match=reason):
        screening_lists.load(content)

    assert ScreeningListVersion.objects.get() == good
    assert found("Person3 Invented")[0] == "DOi.003"


@pytest.mark.django_db
def test_lists_of_other_names_and_kinds_are_compared_with_too():
    screening_lists.load(screening_lists.xml())
    screening_lists.load(
        screening_lists.xml([screening_lists.person("P-1", "Minister Quistrand Velmar")], []),
        name="OFFICES",
        kind=ListKind.PEP,
    )

    screened = ListScreening().screen([Subject(SubjectKind.PERSON, "Velmar Quistrand")])

    assert screened.compared_with == ("OFFICES 2026-03-01", "UN 2026-03-01")
    assert sorted((hit.list_name, hit.kind) for hit in screened.hits[0]) == [("OFFICES", "PEP"), ("UN", "SANCTION")]


@pytest.mark.django_db
def test_screening_takes_one_statement_however_many_are_compared(costs):
    screening_lists.load(screening_lists.xml())
    found("Ada Lovelace")

    with costs.of():
        ListScreening().screen([Subject(SubjectKind.PERSON, f"Person{number} Invented") for number in range(50)])


@pytest.mark.django_db
def test_an_index_whose_entries_are_gone_is_not_taken_for_an_empty_list():
    screening_lists.load(screening_lists.xml())
    ScreeningListEntry.objects.all().delete()

    with pytest.raises(RuntimeError, match="not there"):
        found("Velmar Quistrand")


@pytest.mark.django_db(transaction=True)
def test_the_command_loads_a_file_and_says_what_is_in_use(tmp_path, capsys):
    path = tmp_path / "list.xml"
    path.write_bytes(screening_lists.xml())

    call_command("load_sanctions_list", str(path))
    call_command("load_sanctions_list", str(path))

    assert capsys.readouterr().out.splitlines() == [
        "UN of 2026-03-01, 2 entries, is in use now",
        "UN of 2026-03-01, 2 entries, was in use already",
    ]


@pytest.mark.django_db(transaction=True)
def test_the_command_refuses_a_broken_file_and_keeps_the_list(tmp_path):
    path = tmp_path / "list.xml"
    path.write_bytes(screening_lists.xml())
    call_command("load_sanctions_list", str(path))
    path.write_bytes(screening_lists.xml(made="2026-04-01T00:00:00Z")[:-30])

    with pytest.raises(CommandError, match="not loaded, the list in use stays: not XML"):
        call_command("load_sanctions_list", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("load_sanctions_list", str(tmp_path / "nothing.xml"))

    assert found("Velmar Quistrand") == ["DOi.001"]


@pytest.mark.django_db(transaction=True)
def test_the_command_fetches_a_list_through_the_safe_client(settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    many = [screening_lists.person(f"X-{number}", f"Person{number} Invented") for number in range(5000)]
    with Receiver() as authority:
        authority.default = Answer(body=screening_lists.xml([screening_lists.QUISTRAND, *many]))

        call_command("load_sanctions_list", authority.url)

        assert [request.method for request in authority.received] == ["GET"]
    assert found("Velmar Quistrand") == ["DOi.001"]
    assert ScreeningListVersion.objects.get().entry_count == 5002


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(status=503), "HTTP status 503"),
        (Answer(status=302), "HTTP status 302"),
        (Answer(body=screening_lists.xml() * 3), "more than 2000 bytes"),
    ],
)
def test_the_command_refuses_what_is_no_file(answer, reason, settings, monkeypatch):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    monkeypatch.setattr(files, "MOST_BYTES", 2000)
    with Receiver() as authority:
        authority.default = answer

        with pytest.raises(CommandError, match=reason):
            call_command("load_sanctions_list", authority.url)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/list.xml", "https://127.0.0.1:9/", "https://10.0.0.1/list.xml"]
)
def test_the_command_reaches_no_address_within(address, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = False

    with pytest.raises(CommandError, match="no file there: REFUSED_ADDRESS"):
        call_command("load_sanctions_list", address)
