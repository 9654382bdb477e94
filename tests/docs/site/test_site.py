"""The front page, and the documents that the service shows below /docs/."""

import pathlib
import re
import tomllib
import urllib.parse

import pytest
from django.test import Client

from banks.formats import reasons
from banks.statements import movements as bank_movements
from config.documents import pages
from config.launch import environment
from payments.account_types import table
from payments.ledger import movements
from platforms.http import errors
from tests.support import patience
from tests.support.backoffice import accessibility, browser

pytestmark = pytest.mark.beside

DOCS = pathlib.Path(environment.PROJECT) / "docs"
_ELSEWHERE = re.compile(r"""<(?:script|img|link|iframe|source)[^>]*(?:src|href)=["']?(?:https?:)?//""")


@pytest.fixture(scope="session", autouse=True)
def _pages():
    """The pages as they are in this tree; a broken link or anchor ends `make docs`, and then there are none."""
    pages.make()
    assert (pages.SITE / "index.html").is_file()


def get(path: str, **headers: str):
    return Client(raise_request_exception=False).get(path, headers=headers)


def test_pages_are_made_again_after_a_change():
    made = (pages.SITE / ".made").stat().st_mtime

    assert all(page.stat().st_mtime <= made for page in DOCS.rglob("*") if page.is_file())


def test_every_page_has_its_place_among_the_groups():
    def pages(part):
        if isinstance(part, str):
            return {part} - {"/docs/reference/"}
        return set().union(*(pages(each) for each in (part.values() if isinstance(part, dict) else part)))

    navigation = tomllib.loads((DOCS.parent / "zensical.toml").read_text())["project"]["nav"]

    assert pages(navigation) == {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}


def test_no_page_asks_another_host_for_anything():
    found = {
        str(page): _ELSEWHERE.findall(page.read_text())
        for page in pages.SITE.rglob("*.html")
        if _ELSEWHERE.search(page.read_text())
    }

    assert len(list(pages.SITE.rglob("*.html"))) > 70
    assert found == {}


def test_pages_show_the_tables_that_nobody_keeps():
    codes = get("/docs/operator/bank-files/").content.decode()
    types = get("/docs/platform-developer/external-accounts/").content.decode()
    entries = get("/docs/architecture/").content.decode()

    published = {reason.code for code_list in reasons.table().values() for reason in code_list.values()}
    assert published <= set(re.findall(r"<td>(\w+)</td>", codes))
    assert {code.lower() for code in table.ACCOUNT_TYPES} <= set(re.findall(r'<h3 id="(\w+)"', types))
    assert {each.purpose for each in (*movements.MOVEMENTS, *bank_movements.MOVEMENTS)} <= set(
        re.findall(r"<code>(\w+)</code>", entries)
    )
    assert [page for page in (codes, types, entries) if "--8&lt;--" in page or "--8<--" in page] == []


def test_a_page_and_what_it_loads():
    page = get("/docs/operator/settings/")
    text = page.content.decode()
    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/html")
    assert page["Cache-Control"] == "no-cache"
    assert "BLIND_INDEX_KEY" in text
    (script,) = re.findall(r'src="\.\./\.\./(assets/javascripts/bundle[^"]+)"', text)

    loaded = get(f"/docs/{script}")
    assert loaded.status_code == 200
    assert "immutable" in loaded["Cache-Control"]
    assert get("/docs/operator/settings/", **{"If-Modified-Since": page["Last-Modified"]}).status_code == 304
    assert get(f"/docs/{script}", **{"Accept-Encoding": "gzip"})["Content-Encoding"] == "gzip"


@pytest.mark.django_db
def test_the_address_in_an_error_leads_to_the_entry_of_its_code(api):
    address = urllib.parse.urlsplit(api.get("/tokens/Token:x").json()["documentationUrl"])

    page = get(address.path)

    assert (address.path, address.fragment) == ("/docs/platform-developer/errors/", "token_not_found")
    assert page.status_code == 200
    assert {code.lower() for code in errors.STATUS_OF_CODE} <= set(re.findall(r'id="([a-z_]+)"', page.content.decode()))


@pytest.mark.parametrize("path", ["/docs", "/docs/operator/settings", "/docs/reference", "/docs/try"])
def test_a_page_without_its_slash_leads_to_the_page(path):
    reply = get(path)

    assert (reply.status_code, reply["Location"]) == (302, f"{path}/")


@pytest.mark.parametrize("path", ["nothing/", "operator/settings/nothing", "a" * 300, "platform-developer/stort/"])
def test_an_address_without_a_page_is_answered_by_a_page_that_leads_on(path):
    reply = get(f"/docs/{path}")
    text = reply.content.decode()

    assert (reply.status_code, reply["Content-Type"]) == (404, "text/html")
    assert "There is no such page" in text
    addresses = {each for each in re.findall(r'(?:src|href)="([^"#]*)"', text) if not each.startswith("https://")}
    assert [address for address in addresses if not address.startswith("/docs/")] == []
    assert [address for address in addresses if get(address).status_code != 200] == []
    assert '"base":"/docs"' in text


def test_each_page_names_its_own_address_as_the_one_to_keep():
    for page in pages.SITE.rglob("index.html"):
        [address] = re.findall(r'<link rel="canonical" href="([^"]*)"', page.read_text())
        assert address == f"/docs/{page.relative_to(pages.SITE)}".removesuffix("index.html")


@pytest.mark.parametrize(
    "path",
    [
        "nothing/",
        "operator/settings/nothing",
        "../../config/settings.py",
        "%2e%2e/%2e%2e/README.md",
        "/etc/passwd",
        "..",
    ],
)
def test_nothing_else_is_shown(path, caplog):
    reply = get(f"/docs/{path}")

    assert reply.status_code in {302, 400, 404}
    assert reply.get("Location", "/docs/").startswith("/docs/")
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_production_shows_what_was_made_and_says_when_nothing_was(settings, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "SITE", tmp_path / "site")
    settings.IS_PRODUCTION = True

    reply = get("/docs/")

    assert reply.status_code == 404
    assert "make docs" in reply.content.decode()


def test_the_packed_clients_are_there_under_the_names_that_their_page_says(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "PACKAGES", tmp_path)
    page = (DOCS / "platform-developer" / "clients.md").read_text()
    names = set(re.findall(r"/docs/clients/([^\s\"]+)", page))
    version = tomllib.loads((DOCS.parent / "clients" / "python" / "pyproject.toml").read_text())["project"]["version"]

    assert names == {
        f"payments_platform_client-{version}-py3-none-any.whl",
        f"payments-platform-client-{version}.tgz",
    }
    for name in names:
        assert "`make docs`" in get(f"/docs/clients/{name}").content.decode()
        (tmp_path / name).write_bytes(b"packed")
        reply = get(f"/docs/clients/{name}", **{"Accept-Encoding": "gzip"})
        assert (reply.status_code, reply.getvalue(), reply["Content-Type"]) == (
            200,
            b"packed",
            "application/octet-stream",
        )
        assert "Content-Encoding" not in reply


@pytest.mark.parametrize("name", [".made", "..", "%2e%2e%2fsettings.py", "nothing.whl", ""])
def test_nothing_but_a_packed_client_lies_beside_them(name, monkeypatch, tmp_path):
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / ".made").write_text("")
    (tmp_path / "settings.py").write_text("")
    monkeypatch.setattr(pages, "PACKAGES", tmp_path / "packages")

    assert get(f"/docs/clients/{name}").status_code in {302, 404}


def test_the_front_page_leads_every_role_on():
    reply = get("/")
    text = reply.content.decode()
    addresses = set(re.findall(r'<a href="(/[^"]*)"', text))

    assert reply.status_code == 200
    assert "max-age" in reply["Cache-Control"]
    assert "Cookie" not in reply.get("Vary", "")
    assert "unsafe" not in reply["Content-Security-Policy"]
    assert "<script" not in text
    assert {"/docs/", "/docs/reference/", "/docs/try/", "/admin/"} <= addresses
    for address in addresses - {"/readyz", "/admin/"}:
        assert get(address).status_code == 200, address


def _is_searching(page) -> bool:
    """Press the key of the search; the script that hears it, and letters that lead to other pages, may come late."""
    page.keyboard.press("/")
    return bool(page.evaluate("document.activeElement !== document.body"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_read_on_phone_and_desk_and_searched(live_server, width, scheme):
    with browser.open_pages(viewport={"width": width, "height": 900}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/")
        page.get_by_role("link", name="The first payment").click()
        page.get_by_role("heading", name="The first payment").wait_for()
        # A script made the page dark: its policy lets it run.
        assert page.evaluate("document.body.dataset.mdColorScheme") == {"light": "default", "dark": "slate"}[scheme]
        for path in ("/docs/", "/docs/operator/settings/", "/docs/platform-developer/payments/"):
            page.goto(f"{live_server.url}{path}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        patience.until(lambda: _is_searching(page))
        page.keyboard.type("idempotency")
        page.locator("a[href*='platform-developer/api']", has_text="grammar").first.wait_for()


# What people who come from other services type, and the page that they want.
_WORDS = {
    "pagination": "lists",
    "JIT": "journeys/realtime-quote",
    "idempotency": "api",
    "refund": "payments",
    "payout": "transfers",
    "KYC": "customers",
    "KYB": "verification",
    "UBO": "verification",
    "test card": "sandbox",
    "sandbox": "sandbox",
    "signature": "webhooks",
    "ngrok": "webhooks",
    "dead letter": "webhooks",
    "rate limit": "errors",
    "throttling": "api",
    "API key": "tokens",
    "authentication": "api",
    "SDK": "clients",
    "Postman": "clients",
    "chargeback": "transfers",
    "direct debit": "transfers",
    "top-up": "transfers",
    "FX": "quotes",
    "currency conversion": "journeys/exchange",
    "IBAN": "external-accounts",
    "stablecoin": "external-accounts",
    "onboarding": "customers",
    "AML": "customers",
    "bookkeeping": "reconciliation",
    "versioning": "environments",
    "travel rule": "uma",
    "multi-tenant": "journeys/second-platform",
    "CSV": "bulk-import",
    "metadata": "transfers",
    "go-live": "going-live",
    "cursor": "lists",
}


@pytest.mark.django_db(transaction=True)
def test_the_search_leads_from_the_words_of_others_to_the_page(live_server):
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/docs/")
        patience.until(lambda: _is_searching(page))
        for word, name in _WORDS.items():
            page.keyboard.press("Control+a")
            page.keyboard.type(word)
            # Among the results, which say what was searched for.
            page.locator(f"a[href*='platform-developer/{name}/?h=']").first.wait_for()


_PUSHED_OUT = """[...document.querySelectorAll("td, td *")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.textContent.slice(0, 40))"""


@pytest.mark.django_db(transaction=True)
def test_the_reference_keeps_its_sentences_in_the_window_of_a_phone(live_server):
    with browser.open_pages(viewport={"width": 390, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/docs/reference/quotes/")
        page.get_by_role("heading", name="Estimate").first.wait_for()

        assert page.locator("td").count() > 50
        assert page.evaluate(_PUSHED_OUT) == []


@pytest.mark.django_db(transaction=True)
def test_a_request_is_tried_in_the_browser_with_a_token(live_server, acme):
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/docs/try/")
        page.locator("button.authorize").first.click()
        page.locator("#auth_username, input[name=username]").first.fill(acme.client_id)
        page.locator("input[type=password]").first.fill(acme.client_secret)
        page.locator(".auth-btn-wrapper button.authorize").first.click()
        page.locator(".btn-done").first.click()
        page.locator("[id$=getPlatformConfig]").first.click()
        page.get_by_role("button", name="Try it out").first.click()
        page.get_by_role("button", name="Execute").first.click()

        status = page.locator(".live-responses-table .response-col_status").nth(1)
        status.wait_for()
        assert status.inner_text().startswith("200")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_read_by_everybody(live_server, scheme):
    """Links are dark enough, and a table or code that is wider than a phone can be scrolled by the keyboard."""
    found = []
    with browser.open_pages(viewport={"width": 390, "height": 900}, color_scheme=scheme) as context:
        page = context.new_page()
        for path in ("/docs/platform-developer/errors/", "/docs/platform-developer/start/"):
            page.goto(f"{live_server.url}{path}")
            page.locator(".md-typeset table, .md-typeset pre").first.wait_for()
            problems = accessibility.problems(page) + accessibility.low_contrast(page)
            # The theme names two of its menus alike.
            found += [f"{path}: {problem}" for problem in problems if not problem.startswith("landmark-unique")]

    assert found == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/docs/reference/customers/", "/docs/try/"])
def test_the_viewers_say_their_language_and_name_their_lists(live_server, path):
    with browser.open_pages(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}{path}")
        page.get_by_text("customers").first.wait_for()

        assert page.locator("html").get_attribute("lang") == "en"
        nameless = "[...document.querySelectorAll('select')].filter(one => !one.labels.length && !one.ariaLabel)"
        assert page.evaluate(f"{nameless}.map(one => one.outerHTML.slice(0, 80))") == []
