"""Every page and every dialog of the back office, one after the other in one tab of a browser."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.urls import reverse

from banks.models import BankStatementLine
from payments.models import InternalAccount
from tests.backoffice.conftest import MODELS, PASSWORD, Story, list_of, page_of
from tests.backoffice.review_desk.conftest import DIALOGS, Waiting
from tests.support.backoffice import accessibility

SCREEN = {"width": accessibility.WIDTHS[0], "height": 900}
_NAMES = (
    "payments_ledger_books",
    "payments_reports",
    "payments_suspenseitem_ageing",
    "banks_bankincomingfile_upload",
    "banks_bank_comparison",
    "compliance_desk_queue",
    "compliance_reviewrule_in_force",
    "compliance_desk_numbers",
    "password_change",
)


def sign_in(page: Any, url: str) -> None:
    """Sign the administrator in, who then sees the start page."""
    page.goto(f"{url}/admin/login/")
    page.get_by_label("Username").fill("administrator")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/")


def own_pages(story: Story, case: Waiting) -> Iterator[str]:
    """Yield the addresses of the pages that are not a table's."""
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2]).ledger_account
    yield from (reverse(f"admin:{name}") for name in _NAMES)
    line = BankStatementLine.objects.select_related("statement").get()
    asked = f"connection={line.statement.connection_id}&day={line.booked_on}"
    yield f"{reverse('admin:banks_bank_comparison')}?{asked}"
    yield reverse("admin:payments_ledger_statement", args=[account.pk])
    yield reverse("admin:payments_report", args=["payments"])
    yield f"{reverse('admin:payments_report', args=['outstanding'])}?platform={account.platform_id}"
    yield reverse("admin:compliance_desk_case", args=[case.key])
    yield "/admin/search?q=Alice"
    yield "/admin/search?q=nobody+has+this+name"
    yield "/admin/payments/transaction/?status__exact=EXPIRED&type__exact=INCOMING"


def pages_of_tables() -> Iterator[str]:
    """Yield the addresses of the list and of one page of each table."""
    yield from (list_of(model) for model in MODELS)
    yield from (page_of(model._default_manager.first()) for model in MODELS)


def dialogs(case: Waiting) -> Iterator[str]:
    """Yield the addresses of the dialogs of all actions, about a row where they are about one."""
    registry: dict[Any, Any] = dict(admin.site._registry)
    for model, page in registry.items():
        for action in page.staff_actions.values():
            arguments = [] if action.is_of_list else [model._default_manager.first().pk]
            yield reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{action.word}", args=arguments)
    for word in DIALOGS:
        yield reverse("admin:compliance_desk_dialog", args=[case.key, word])


_PUT = """async address => {
    const files = page => [...page.querySelectorAll("script[src], link[rel=stylesheet]")]
        .map(file => file.getAttribute("src") ?? file.getAttribute("href"));
    const reply = await fetch(address);
    // The policy of the page that is shown would refuse another page's nonce, and the style is the same.
    const text = (await reply.text()).replace(/<style[^]*?<\\/style>/g, "");
    const other = new DOMParser().parseFromString(text, "text/html");
    const loaded = new Set(files(document));
    if (reply.status !== 200 || reply.redirected || !files(other).every(file => loaded.has(file))) return false;
    other.querySelector("#nav-sidebar").replaceChildren();
    document.title = other.title;
    document.body.className = other.body.className;
    document.getElementById("page").replaceWith(other.getElementById("page"));
    htmx.process(document.getElementById("page"));
    await new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown)));
    return true;
}"""


def show(page: Any, url: str, path: str) -> None:
    """Show a page in a tab that shows another one of the back office.

    Only what differs is replaced where both have the same scripts and styles: to load these takes longer than all that
    is looked for. It has no entries in its menu, which the start page has. Any other page is loaded.
    """
    if not page.evaluate(_PUT, path):
        reply = page.goto(f"{url}{path}")
        assert reply.status == 200, path


_OPEN = """address => {
    document.querySelectorAll(".skip-link, #page, #dialog, #modal-overlay").forEach(one => one.remove());
    return htmx.ajax("GET", address, {target: "#modal-content", select: "#dialog"}).then(
        () => { Alpine.$data(document.documentElement).openModal = true; });
}"""


def open_dialog(page: Any, path: str) -> None:
    """Open a dialog in the place of the page that is shown, or of the dialog that is open."""
    page.evaluate(_OPEN, path)
    page.locator("#dialog-form").wait_for()
    # Until the dialog has the keyboard, another one that is asked for from the same place is not fetched.
    page.wait_for_function("() => document.getElementById('dialog-wait')?.hidden ?? true")


def report(found: dict[str, list[str]]) -> str:
    """Return what was found, a line each."""
    return "\n".join(f"{path}: {problem}" for path, problems in found.items() for problem in problems)
