"""The supporter's day: callers who know a little, and money that waits for two people."""

from collections.abc import Callable, Mapping

from tests.working_days.person import Person

Keep = Callable[[Person, str], None]
_ITEM = "/admin/payments/suspenseitem/?stands=open"


def play(sam: Person, sue: Person, known: Mapping[str, str], keep: Keep) -> None:
    """Answer the callers, then have an item in suspense resolved."""
    for task, term in (
        ("Support: by the payment's id", "id"),
        ("Support: by the reference", "reference"),
        ("Support: by name and amount, nothing else known", "described"),
        ("Support: name misspelt, with the amount", "misspelt"),
    ):
        sam.go("/admin/")
        with sam.task(task):
            sam.find(known[term])
            sam.page.locator("#money-location").wait_for()
    _by_webhook(sam, known["webhook"])
    _by_account(sam, "Support: by the last four", known["last four"], keep)
    _by_account(sam, "Support: by the whole IBAN", known["iban"], keep)
    sam.go(f"/admin/payments/transaction/{known['under way']}/change/")
    keep(sam, "operator/images/payment-under-way")
    _resolve(sam, sue, keep)


def _by_webhook(sam: Person, webhook: str) -> None:
    sam.go("/admin/")
    with sam.task("Support: by a webhook's id"):
        sam.find(webhook)
        sam.follow("Transaction:")
        sam.page.locator("#money-location").wait_for()


def _by_account(sam: Person, task: str, term: str, keep: Keep) -> None:
    sam.go("/admin/")
    with sam.task(task):
        sam.find(term)
        sam.page.get_by_text("Latest payments").wait_for()
        keep(sam, "operator/images/search-by-last-four")
        sam.page.locator("main section", has_text="Latest payments").get_by_role("link").first.focus()
        sam.leave("Enter")
        sam.page.locator("#money-location").wait_for()


def _resolve(sam: Person, sue: Person, keep: Keep) -> None:
    sam.go(_ITEM)
    with sam.task("Support: propose what becomes of money in suspense"):
        sam.page.locator("#result_list tr", has_text="Paid twice").first.get_by_role("link").first.focus()
        sam.leave("Enter")
        sam.page.locator("header a", has_text="Resolve").focus()
        sam.press("Enter")
        sam.until(sam.page.locator("#effect").wait_for)
        sam.page.get_by_label("Send to").focus()
        sam.write("Credit")
        sam.page.locator("#effect").get_by_text("Amount").wait_for()
        keep(sam, "operator/images/resolve-suspense")
        sam.tab_to("textarea")
        sam.write("She paid twice and wants to keep it here.")
        sam.leave("Control+Enter")
    sue.go("/admin/platforms/proposal/?status__exact=OPEN")
    with sue.task("Support: second person reads the effect and approves"):
        sue.page.locator("#result_list th a").first.focus()
        sue.leave("Enter")
        keep(sue, "reviewer/images/access-proposal")
        sue.page.locator("header a", has_text="Approve").focus()
        sue.press("Enter")
        sue.until(sue.page.locator("#effect").get_by_text("Amount").wait_for)
        sue.page.get_by_label("Reason").focus()
        sue.write("The bank statement shows both.")
        sue.leave("Control+Enter")
