"""The set-up of docs/operator/staff.md: two superusers, who make the accounts of everybody else together."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tests.support.servers.services import Service
from tests.working_days.person import PASSWORD, Person, Taken

FIRST = ("anna", "bert")
ROLES = {
    "sam": "Support",
    "sue": "Support",
    "rita": "Reviewer",
    "lena": "Lead reviewer",
    "olga": "Operations",
    "otto": "Operations",
    "ada": "Administrator",
}


def make(
    service: Service, browser: Any, url: str, done: list[Taken], *, roles: Mapping[str, str] = MappingProxyType(ROLES)
) -> None:
    """Make the accounts of these names and roles, and give them passwords."""
    for name in FIRST:
        made = service.manage(
            *("createsuperuser", "--noinput", "--username", name, "--email", ""),
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
            DATABASE_OWNER_URL=service.database_url("payments"),
        )
        assert made.returncode == 0, made.stderr
    anna, bert = (Person(browser, url, name, done) for name in FIRST)
    for name, role in roles.items():
        with anna.task("Staff: propose an account"):
            _propose(anna, name, role)
        with bert.task("Staff: approve an account"):
            _approve(bert)
        changed = service.manage("set_staff_password", name, entered=f"{PASSWORD}\n{PASSWORD}\n")
        assert changed.returncode == 0, changed.stderr
    anna.end()
    bert.end()


def _propose(anna: Person, name: str, role: str) -> None:
    anna.go("/admin/auth/user/")
    anna.page.get_by_text("Make an account").first.focus()
    anna.press("Enter")
    anna.until(anna.page.get_by_label("User name").wait_for)
    anna.page.get_by_label("User name").focus()
    anna.write(name)
    anna.press("Tab")
    anna.write(f"{name}@example.com")
    anna.page.get_by_label(role, exact=True).focus()
    anna.press("Space")
    anna.page.get_by_label("Reason").focus()
    anna.write("Begins on Monday.")
    anna.page.locator("#effect").get_by_text(f"Makes the account {name}").wait_for()
    anna.leave("Control+Enter")


def _approve(bert: Person) -> None:
    bert.go("/admin/platforms/proposal/?status__exact=OPEN")
    bert.page.locator("#result_list th a").first.focus()
    bert.leave("Enter")
    bert.page.locator("header a", has_text="Approve").first.focus()
    bert.press("Enter")
    bert.until(bert.page.locator("#effect").get_by_text("Makes the account").wait_for)
    bert.page.get_by_label("Reason").focus()
    bert.write("I know them.")
    bert.leave("Control+Enter")
    bert.page.get_by_text("Approved and executed.").wait_for()
