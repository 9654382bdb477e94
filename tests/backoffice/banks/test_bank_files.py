"""Staff connect a bank, lead payments there, and release a batch: two people each time."""

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from banks.models import BankBatch, BankConnection, BankFile, RailRoute
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice, list_of, page_of
from tests.banks.rail import world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


def _person(name: str, role: Role) -> BackOffice:
    user = User.objects.create_user(username=name, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return BackOffice(user)


@pytest.fixture
def clerk(db) -> BackOffice:
    return _person("clerk", Role.OPERATIONS)


@pytest.fixture
def chief(db) -> BackOffice:
    return _person("chief", Role.OPERATIONS)


def approve(office: BackOffice):
    proposal = Proposal.objects.get(status="OPEN")
    address = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    return office.post(address, _form_submitted="True", reason="as agreed")


def entered(platform, **changes: str) -> dict[str, str]:
    said = {name: "" if value is None else str(value) for name, value in world.EURO.items()}
    return {"_form_submitted": "True", "platform": str(platform.pk), "reason": "the contract", **said, **changes}


ENTER = "admin:banks_bankconnection_enter_connection"


def test_the_newer_version_of_a_format_is_offered_first_and_the_older_one_explained(clerk):
    dialog = clerk.text(reverse(ENTER))

    for newer, older in (("SEPA_001_09", "SEPA_001_03"), ("SEPA_CORE_008_08", "SEPA_CORE_008_02")):
        assert -1 < dialog.find(f'value="{newer}"') < dialog.find(f'value="{older}"')
    assert "only if your bank still asks for it" in dialog


def test_a_connection_and_a_route_are_entered_by_two_people(clerk, chief, acme):
    clerk.post(reverse(ENTER), **entered(acme.platform))
    assert not BankConnection.objects.exists()
    approve(chief)
    connection = BankConnection.objects.get()
    assert (connection.entered_by, connection.platform) == ("clerk", acme.platform)
    page = clerk.text(page_of(connection))
    assert "pain.001.001.09, SEPA credit transfers" in page
    assert "TARGET (euro), known until 2100" in page

    fields = {"platform": str(acme.platform.pk), "currency": "EUR", "account_type": "", "connection_name": "house-bank"}
    clerk.post(reverse("admin:banks_railroute_enter_route"), _form_submitted="True", reason="live", **fields)
    approve(clerk)
    assert not RailRoute.objects.exists(), "one person is not enough"
    approve(chief)

    assert RailRoute.objects.get().effective_at > clock.real_now()
    assert "house-bank" in clerk.text(list_of(RailRoute))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "House Bank", "small letters"),
        ("account_number", "DE02120300000000202052", "check"),
        ("cut_offs", "half past two", "must be times"),
        ("cut_offs", "", "required"),
        ("holidays", "Christmas", "must be dates"),
        ("worked_days", "Boxing Day", "must be dates"),
        ("worked_days", "2026-12-24", "must not be bank holidays too: 2026-12-24"),
        ("calendar", "ATLANTIS", "not one of the available choices"),
        ("time_zone", "Europe/Bielefeld", "must be a time zone"),
        ("folder", "../../etc", "must be a path"),
        ("folder", "/etc", "must be a path"),
        ("owner_country", "UK", "code of a country"),
        ("owner_street", "Hauptstraße 1", "no address without its town"),
        ("credit_lead_days", "9", "must be between"),
        ("max_day", "0", "must be more than 0"),
        ("max_day", "1.005", "EUR has 2 decimals"),
        ("max_charge", "1.00", "must say how much of a day"),
        ("max_charge_share", "10.01", "at most 10 percent"),
        ("max_charge_share", "0.005", "two decimals at most"),
        ("answers_folder", "house-bank/out", "must be another folder"),
        ("answers_folder", "../in", "must be a path"),
        ("currency", "USD", "must fit the currency"),
        ("delivery", "SFTP", "must be given for SFTP"),
        ("owner_name", "\ue000", "does not fit the format"),
        ("bic", "NOBANK", "does not fit the format"),
        ("owner_name", "A" * 71, "at most 70 characters"),
        ("folder", "a" * 256, "at most 255 characters"),
        ("sftp_port", "99999999999999999999", "less than or equal"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(clerk, acme, field, value, said):
    reply = clerk.post(reverse(ENTER), **entered(acme.platform, **{"holidays": "2026-12-24", field: value}))

    assert said in reply.content.decode()
    assert not Proposal.objects.exists()


def test_charges_within_lines_are_terms_that_two_people_change(clerk, chief, acme):
    connection = world.connect(acme.platform)
    change = reverse("admin:banks_bankconnection_replace_connection", args=[connection.pk])
    terms = {"max_charge": "1.50", "max_charge_share": "0.25", "max_day_charges": "20.00"}

    clerk.post(change, **entered(acme.platform, **terms))
    proposal = clerk.text(page_of(Proposal.objects.get()))
    assert "EUR 1.50" in proposal or "1.50 EUR" in proposal
    assert "0.25 % of the payment" in proposal
    approve(chief)

    changed = BankConnection.objects.get(ended_at=None)
    assert (changed.max_charge, changed.max_charge_share, changed.max_day_charges) == (1_50, 25, 20_00)
    assert "0.25 %" in clerk.text(page_of(changed))
    again = clerk.get(reverse("admin:banks_bankconnection_replace_connection", args=[changed.pk])).content.decode()
    assert 'value="0.25"' in again


@pytest.fixture
def batch(api, acme, worker, alice) -> BankBatch:
    """One open batch, with one payment."""
    world.connect(acme.platform)
    world.pay(api, alice, 12_34)
    worker.run()
    found: BankBatch = BankBatch.objects.get()
    return found


def test_an_open_batch_says_how_much_it_has(clerk, api, worker, alice, batch):
    world.pay(api, alice, 10_00)
    worker.run()

    for address in (page_of(batch), list_of(BankBatch)):
        page = clerk.text(address)
        assert "22.34 EUR" in page
    assert "2 payments, 22.34 EUR" in clerk.text(page_of(batch))


def test_a_batch_is_released_by_two_people_and_its_file_downloaded_with_a_trace(clerk, chief, batch):
    assert "Close" in clerk.text(page_of(batch))
    clerk.post(reverse("admin:banks_bankbatch_close_batch", args=[batch.pk]), _form_submitted="True", reason="now")
    assert "12.34" in clerk.text(page_of(batch))

    address = reverse("admin:banks_bankbatch_release_batch", args=[batch.pk])
    clerk.post(address, _form_submitted="True", reason="checked")
    approve(clerk)
    world.sweep()
    assert not BankFile.objects.exists(), "one person is not enough"
    approve(chief)
    world.sweep()

    batch.refresh_from_db()
    file = BankFile.objects.get()
    assert (batch.state, batch.released_by) == ("DELIVERED", "chief")
    reply = clerk.get(reverse("admin:banks_bankfile_content", args=[file.pk]))
    assert (reply.status_code, reply.content) == (200, world.delivered()[0].read_bytes())
    trace = AuditEntry.objects.get(verb="bank_file.download")
    assert (trace.actor_id, trace.subject) == ("clerk", file.public_id)


def test_support_sees_files_and_does_not_get_their_content(batch):
    world.close(batch)
    world.release(batch)
    world.sweep()
    file, support = BankFile.objects.get(), _person("sue", Role.SUPPORT)

    assert file.name in support.text(page_of(file))
    assert support.get(reverse("admin:banks_bankfile_content", args=[file.pk])).status_code == 403
    assert not AuditEntry.objects.filter(verb="bank_file.download").exists()
