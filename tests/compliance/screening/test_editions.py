"""Editions: what changed, what needs no new comparison; lists that the service fetches, and those that grow too old."""

import datetime as dt
import os

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from compliance import tasks
from compliance.models import ListKind, ScreeningListVersion, ScreeningSweep
from compliance.providers.watchlists import files
from compliance.screening import sources
from config.variables import kinds
from payments.models import CaseKind, OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from platforms.models import AuditEntry, WorkFailure
from tests.support.compliance import published_lists, screening_lists
from tests.support.servers.webhook_receiver import Answer, Receiver

pytestmark = pytest.mark.django_db(transaction=True)
ADA, BOB = screening_lists.person("DOi.100", "Ada Invented"), screening_lists.person("DOi.101", "Bob Invented")
NEXT = "2026-04-01T00:00:00Z"


def load(*people: str, made: str = screening_lists.MADE) -> ScreeningListVersion:
    return screening_lists.load(screening_lists.xml(people, made=made))


def test_an_edition_says_what_it_has_added_changed_and_removed():
    first = load(
        screening_lists.QUISTRAND, ADA, BOB, *(screening_lists.person(f"X{n}", f"P{n} Same") for n in range(9))
    )
    renamed = ADA.replace("Ada", "Adah")
    others = [screening_lists.person(f"X{n}", f"P{n} Same") for n in range(9)]
    second = load(screening_lists.QUISTRAND, renamed, screening_lists.person("DOi.102", "Cy New"), *others, made=NEXT)

    assert (first.added_count, first.changed_count, first.removed_count, first.changes) == (None, None, None, {})
    assert (second.added_count, second.changed_count, second.removed_count) == (1, 1, 1)
    assert second.changes == {"added": ["DOi.102"], "changed": ["DOi.100"], "removed": ["DOi.101"]}
    details = AuditEntry.objects.filter(verb="screening_list.load").latest("id").details
    assert (details["added"], details["changed"], details["removed"]) == (1, 1, 1)


def test_an_edition_with_the_same_entries_is_used_and_nobody_is_compared_anew():
    first = load(ADA, BOB)
    second = load(ADA, BOB, made=NEXT)

    assert second.id != first.id
    assert ScreeningListVersion.objects.get(is_current=True) == second
    assert [sweep.version for sweep in ScreeningSweep.objects.all()] == [first]


def test_the_same_entries_as_a_list_of_another_kind_are_compared_anew():
    load(ADA, BOB)
    screening_lists.load(screening_lists.xml([ADA, BOB], made=NEXT), kind=ListKind.PEP)

    assert ScreeningSweep.objects.count() == 2


def test_a_list_keeps_its_form():
    load(ADA, BOB)

    with pytest.raises(files.ListRefused, match="in the form of UN, and this file in that of UK"):
        screening_lists.load(published_lists.uk(made="01/04/2026"))


@pytest.mark.parametrize("content", [published_lists.ofac(), published_lists.eu(), published_lists.uk()])
def test_the_command_knows_the_form_by_the_file(content, tmp_path, capsys):
    path = tmp_path / "list.xml"
    path.write_bytes(content)
    if b"Sanctions xmlns" in content:
        with pytest.raises(CommandError, match="say --name OFAC-SDN"):
            call_command("load_sanctions_list", str(path))
        call_command("load_sanctions_list", str(path), "--name", "OFAC-SDN")
    else:
        call_command("load_sanctions_list", str(path))

    assert "of 2026-03-01, 2 entries, is in use now" in capsys.readouterr().out


@pytest.fixture
def folder(settings, tmp_path):
    settings.SCREENING_LISTS = kinds.lists(f"UN={tmp_path}")
    return tmp_path


def put(folder, name: str, content: bytes, *, hours_ago: int) -> None:
    path, at = folder / name, (clock.real_now() - dt.timedelta(hours=hours_ago)).timestamp()
    path.write_bytes(content)
    os.utime(path, (at, at))


def in_use() -> list[str]:
    [version] = ScreeningListVersion.objects.filter(is_current=True)
    return sorted(version.entries.values_list("reference", flat=True))


def test_the_newest_file_of_a_folder_is_read_when_it_is_there(folder):
    put(folder, "older.xml", screening_lists.xml([ADA], []), hours_ago=9)
    put(folder, ".unfinished.xml", b"<CONSOL", hours_ago=1)
    assert tasks.fetch_lists() == 1
    assert in_use() == ["DOi.100"]

    assert tasks.fetch_lists() == 0  # it is not read again
    put(folder, "newer.xml", screening_lists.xml([ADA, BOB], [], made=NEXT), hours_ago=2)
    assert tasks.fetch_lists() == 1
    assert in_use() == ["DOi.100", "DOi.101"]
    assert AuditEntry.objects.filter(verb="screening_list.load").latest("id").actor_kind == "SYSTEM"


def test_a_file_with_a_fault_is_a_failure_of_this_list_alone(folder, settings, tmp_path):
    good = tmp_path / "uk"
    good.mkdir()
    put(good, "list.xml", published_lists.uk(), hours_ago=1)
    put(folder, "list.xml", screening_lists.xml([ADA], [])[:-30], hours_ago=1)
    settings.SCREENING_LISTS = kinds.lists(f"UN={folder},UK={good},OFFICES:PEP={tmp_path}/nothing.xml")

    assert tasks.fetch_lists() == 1

    assert ScreeningListVersion.objects.get().name == "UK"
    failures = {failure.subject: failure.error for failure in WorkFailure.objects.all()}
    assert failures == {"list UN": "ListRefused", "list OFFICES": "FileNotFoundError"}


def test_an_address_is_asked_every_six_hours_and_redirects_are_followed(settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as authority:
        settings.SCREENING_LISTS = {"UN": ("SANCTION", f"{authority.url}/list")}
        authority.answers.append(Answer(status=302, headers={"Location": f"{authority.url}/file?signed=1"}))
        authority.default = Answer(body=screening_lists.xml([ADA], []))

        assert tasks.fetch_lists() == 1
        assert tasks.fetch_lists() == 0
        assert len(authority.received) == 2
        ScreeningListVersion.objects.update(seen_at=clock.real_now() - sources.FETCH_EVERY)
        assert tasks.fetch_lists() == 0  # the same file
        assert len(authority.received) == 3
    hour_ago = clock.real_now() - dt.timedelta(hours=1)
    assert ScreeningListVersion.objects.filter(seen_at__gt=hour_ago).exists()


def test_who_redirects_for_ever_or_to_an_address_within_is_refused(settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as authority:
        authority.default = Answer(status=302, headers={"Location": authority.url})
        with pytest.raises(CommandError, match="HTTP status 302"):
            call_command("load_sanctions_list", authority.url)
        assert len(authority.received) == 4
        authority.default = Answer(status=302, headers={"Location": "https://10.0.0.1/list.xml"})
        with pytest.raises(CommandError, match="REFUSED_ADDRESS"):
            call_command("load_sanctions_list", authority.url)


def test_a_list_that_nobody_renews_becomes_a_case(settings):
    load(ADA, BOB)

    def sweep() -> list[str]:
        monitor.sweep(kind=CaseKind.WORK_FAILING, now=clock.real_now())
        return list(OperationsCase.objects.filter(state="OPEN").values_list("subject", flat=True))

    with transaction.atomic():
        assert sweep() == []
    ScreeningListVersion.objects.update(seen_at=clock.real_now() - dt.timedelta(days=settings.SCREENING_LIST_DAYS))
    with transaction.atomic():
        assert sweep() == ["list UN"]
    load(ADA, BOB)
    with transaction.atomic():
        assert sweep() == []


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("UN", "the source of UN must be"),
        ("=https://example.com", "must be NAME=SOURCE"),
        ("UN:OTHER=/srv", "must be NAME=SOURCE"),
        ("UN=lists/un.xml", "the source of UN must be"),
        ("UN=http://example.com/?token=secret", "the source of UN must be"),
    ],
)
def test_a_wrong_list_of_the_settings_is_refused_without_its_address(value, wrong):
    with pytest.raises(kinds.Wrong, match=wrong) as refusal:
        kinds.lists(value)

    assert "secret" not in str(refusal.value)
