"""The operator's and the bookkeeper's day: what needs somebody, the books, exports, redelivery."""

from collections.abc import Callable

from tests.working_days.person import Person

Keep = Callable[[Person, str], None]


def play(olga: Person, customer: str, keep: Keep) -> None:
    """Take a case, read the books, export, and redeliver."""
    olga.go("/admin/")
    with olga.task("Operations: open a case and take it"):
        olga.page.locator(".board-tile a", has_text="Open cases").focus()
        olga.leave("Enter")
        # Those of suspense may close meanwhile, by what support has just done.
        olga.page.locator("#result_list th a", has_text="Holder rejected").first.focus()
        olga.leave("Enter")
        olga.page.locator("header a", has_text="Take it").focus()
        olga.press("Enter")
        olga.until(olga.page.get_by_label("Reason").wait_for)
        olga.write("I look at it.")
        olga.leave("Control+Enter")
    keep(olga, "operator/images/case")
    olga.go("/admin/payments/ledgeraccount/books/")
    keep(olga, "operator/images/trial-balance")
    _statement(olga, customer)
    with olga.task("Finance: the list of failed payments as CSV"):
        olga.go("/admin/payments/transaction/?status__exact=FAILED")
        olga.page.get_by_role("button", name="Export this list as CSV").focus()
        _download(olga)
    olga.go(_SUSPENSE)
    with olga.task("Finance: ageing of suspense"):
        olga.follow("Ageing by currency")
    _redeliver(olga)


_SUSPENSE = "/admin/payments/suspenseitem/?stands=open"


def _download(olga: Person) -> None:
    def press() -> None:
        with olga.page.expect_download():
            olga.press("Enter")

    olga.until(press)


def _statement(olga: Person, customer: str) -> None:
    olga.go("/admin/")
    with olga.task("Finance: a customer's statement as CSV"):
        olga.find(customer)
        olga.follow("Open statement")
        olga.page.get_by_role("button", name="Export as CSV").focus()
        _download(olga)


def _redeliver(olga: Person) -> None:
    olga.go("/admin/webhooks/event/")
    with olga.task("Operations: redeliver all that failed since a moment"):
        olga.page.locator("header a", has_text="Redeliver all since").focus()
        olga.press("Enter")
        olga.until(olga.page.get_by_label("Created since").wait_for)
        olga.page.get_by_label("Platform").select_option(index=1)
        olga.page.get_by_label("Created since").fill("2020-01-01T00:00")
        olga.tab_to("textarea")
        olga.write("Their endpoint is back.")
        olga.leave("Control+Enter")
