"""The exceptions desk in a real browser, by keyboard alone; with `SCREENSHOTS=folder` its screens are kept."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from banks.models import BankException, BankIncomingFile, BankMatch
from platforms.backoffice.actions import Role
from platforms.models import Proposal
from tests.backoffice.conftest import PASSWORD, list_of, page_of
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support.backoffice import browser
from tests.support.backoffice.pictures import keep

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]


@pytest.fixture
def connection(settings, tmp_path, acme):
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")
    return rail.connect(acme.platform)


@pytest.fixture
def bank(connection):
    entries = [
        Entry(70_00, text="Rent of November, flat 7"),
        Entry(-3_00, name="House Bank", text="Paper"),
        Entry(1_00),
    ]
    world.send(world.camt(entries), b"damaged")
    return connection


def _nothing_is_cut_off(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_line_is_decided_about_by_keyboard_alone(live_server, bank, administrator):
    administrator.groups.add(Group.objects.get(name=Role.OPERATIONS))
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=list_of(BankException))
        page.get_by_text("Rent of November").wait_for()
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        page.get_by_text("By keyboard").wait_for()

        page.keyboard.press("f")
        page.get_by_label("Reason").wait_for()
        keep(page, "desk-fee")
        page.get_by_label("Reason").fill("paper of the bank")
        page.keyboard.press("Control+Enter")
        page.get_by_text("a second person has to approve it").wait_for()

    proposal = Proposal.objects.get()
    assert (proposal.verb, proposal.subject) == ("bank_exception.charge", world_exception(-3_00).public_id)


def _clear(page: Any, letter: str) -> int:
    """Decide about what is shown, by keys alone; return how many were pressed beside those of the reason."""
    page.get_by_text("By keyboard").wait_for()
    page.keyboard.press(letter)
    page.wait_for_function("document.activeElement.name === 'reason'")
    page.keyboard.type("paper")
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")
    return len((letter, "Control", "Enter"))


def test_lines_are_cleared_by_two_people_with_three_keys_each(live_server, connection, administrator):
    """After each decision the desk opens the next line, and the queue of approvals the next proposal."""
    world.send(world.camt([Entry(-number, text=f"Charge {number}") for number in range(1, LINES + 1)]))
    for user in (administrator, User.objects.create_user("second", password=PASSWORD, is_staff=True)):
        user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    pressed = 0
    for name, path, letter in (
        ("administrator", f"{list_of(BankException)}?stands=open", "f"),
        ("second", f"{list_of(Proposal)}?status__exact=OPEN", "a"),
    ):
        with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
            page = context.new_page()
            browser.sign_in(page, live_server.url, name, to=path)
            page.locator("#result_list tbody th a").first.wait_for()
            page.keyboard.press("j")
            page.keyboard.press("Enter")
            pressed += sum(_clear(page, letter) for _ in range(LINES))
            keep(page, f"cleared-{letter}")

    assert not BankException.objects.filter(closed_at=None).exists()
    assert BankMatch.objects.filter(kind="FEE", decided_by="second").count() == LINES
    assert pressed == 2 * 3 * LINES


LINES = 4


def world_exception(amount: int) -> BankException:
    found: BankException = BankException.objects.get(line__amount=abs(amount), line__is_credit=amount > 0)
    return found


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1024, "dark"), (390, "light")])
def test_pages_of_the_desk_fit_the_screen(live_server, bank, administrator, width, scheme):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme=scheme) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "administrator", to=list_of(BankException))
        page.get_by_text("Rent of November").first.wait_for()
        compared = f"{reverse('admin:banks_bank_comparison')}?connection={bank.pk}&day={world.DAY}"
        for name, address in (
            ("exceptions", list_of(BankException)),
            ("exception", page_of(world_exception(70_00))),
            ("incoming", list_of(BankIncomingFile)),
            ("set-aside", page_of(BankIncomingFile.objects.get(state="SET_ASIDE"))),
            ("upload", reverse("admin:banks_bankincomingfile_upload")),
            ("comparison", compared),
        ):
            page.goto(f"{live_server.url}{address}")
            _nothing_is_cut_off(page)
            keep(page, f"{name}-{width}")
