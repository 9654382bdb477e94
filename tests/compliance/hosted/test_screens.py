"""The pages of the identity check in a real browser: in each language nothing is cut, and axe finds nothing."""

import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from config.variables import values
from tests.support.backoffice import accessibility, browser
from tests.support.compliance import sample_documents

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
_LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def home(api, live_server, settings, tmp_path) -> str:
    stored = values.document_storage((tmp_path / "storage").as_uri())
    settings.STORAGES = {**settings.STORAGES, "documents": stored}
    made = api.get("/customers/kyc-link", platformCustomerId="user-7")
    return f"{live_server.url}/{made.json()['kycUrl'].split('/', 3)[3]}"


@pytest.fixture
def photo(tmp_path) -> pathlib.Path:
    file = pathlib.Path(tmp_path, "photo.png")
    file.write_bytes(sample_documents.png())
    return file


def _send(page: Any) -> None:
    with page.expect_navigation():
        page.locator("main button").click()


def _pages(page: Any, home: str, photo: pathlib.Path) -> Iterator[str]:
    """Go through the whole check, and yield the name of each page that is shown on the way.

    A page that was looked at is loaded anew before it is filled in: of long lists, axe is left three rows.
    """
    page.goto(home)
    yield "landing"
    _send(page)
    _send(page)
    yield "you, refused"
    page.goto(page.url)
    page.locator("#id_fullName").fill("Grace Brewster Murray Hopper")
    page.locator("#id_birthDate").fill("1986-12-09")
    page.locator("#id_nationality").select_option("GB")
    _send(page)
    yield "address"
    page.goto(page.url)
    page.locator("#id_line1").fill("Donaudampfschifffahrtsgesellschaftsstraße 1")
    page.locator("#id_city").fill("New York")
    page.locator("#id_postalCode").fill("10001")
    page.locator("#id_country").select_option("US")
    _send(page)
    page.locator("[value=NATIONAL_ID]").check()
    page.locator("#id_country").select_option("GS")
    page.locator("#id_front").set_input_files(photo)
    _send(page)
    yield "document, refused"
    page.goto(page.url)
    page.locator("[value=NATIONAL_ID]").check()
    page.locator("#id_country").select_option("GS")
    for side in ("front", "back"):
        page.locator(f"#id_{side}").set_input_files(photo)
    _send(page)
    yield "check"
    page.goto(f"{home}/document")
    yield "document, uploaded"
    page.goto(f"{home}/check")
    page.locator("#id_consent").check()
    _send(page)
    yield "done"
    page.goto(home)
    yield "closed"
    page.goto(f"{home[:-20]}")
    yield "cut"


@pytest.mark.parametrize("language", _LANGUAGES)
def test_nothing_is_cut_and_axe_finds_nothing_in_each_language(home, photo, language):
    found = []
    with browser.open_pages(viewport={"width": 1440, "height": 900}, locale=language) as context:
        page = context.new_page()
        for name in _pages(page, home, photo):
            assert page.locator("html").get_attribute("lang") == language
            found += [f"{name}: {fault}" for fault in accessibility.faults(page)]

    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read_in_light_and_in_the_dark(home, photo, scheme):
    found = []
    with browser.open_pages(viewport={"width": 390, "height": 844}, locale="de", color_scheme=scheme) as context:
        page = context.new_page()
        for name in _pages(page, home, photo):
            found += [f"{name}: {fault}" for fault in accessibility.low_contrast(page)]

    assert found == []


def test_a_language_that_is_chosen_stays_to_the_end_and_going_back_asks_for_no_file_again(home, photo):
    with browser.open_pages(viewport={"width": 390, "height": 844}, locale="de", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(home)
        page.get_by_role("link", name="Français").click()
        for name in _pages(page, home, photo):
            if name == "document, uploaded":
                assert page.locator("[value=NATIONAL_ID]").is_checked()
                assert page.get_by_role("img").count() == 2
                _send(page)
                assert page.url.endswith("/check")
            if name != "cut":
                assert page.locator("html").get_attribute("lang") == "fr", name
