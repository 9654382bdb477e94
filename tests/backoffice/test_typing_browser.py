"""Letters of dialogs that come late, in a real browser: a decision is the one that was chosen, and its reason whole.

Time stands still inside the page, and goes on by what a person takes for a key: so a drawn typing takes no longer than
its requests. `TYPINGS=500` draws more of them.
"""

import dataclasses
import os
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from banks.models import BankException
from compliance.models import ReviewNote
from platforms.backoffice import links
from platforms.backoffice.actions import Role
from platforms.models import Proposal
from tests.backoffice.conftest import PASSWORD, page_of
from tests.backoffice.review_desk.conftest import LENA, Waiting, claim, person, waiting_business, waiting_person
from tests.backoffice.review_desk.conftest import page as case_page
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support.backoffice import browser
from tests.support.backoffice.pictures import keep
from tests.support.compliance.reviewing import look_at

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
LATE = (0, 100, 300, 1000)
"""Milliseconds until the server answers."""
PACES = (30, 200)
"""The least and the most milliseconds between two keys."""
TYPINGS = int(os.environ.get("TYPINGS", "12"))
"""Drawn for each page with letters."""
REASONS = (
    "regular customer, passport fits",
    "never seen before",
    "unusual but explained",
    "evidence is in order",
    "does add up",
    "approve: her aunt says so",
    "match, credit, fee; ask Ms Hamm's bank",
    "no\nyes, second line",
)
_LATE_ANSWERS = """
    window.lateBy = 0;
    window.asked = 0;
    const { send, abort } = XMLHttpRequest.prototype;
    const waiting = new WeakMap();
    XMLHttpRequest.prototype.send = function (...body) {
        window.asked += 1;
        this.addEventListener("loadend", () => { window.asked -= 1; });
        const go = () => { waiting.delete(this); send.apply(this, body); };
        if (window.lateBy === 0) go();
        else waiting.set(this, setTimeout(go, window.lateBy));
    };
    XMLHttpRequest.prototype.abort = function () {
        if (!waiting.has(this)) return abort.apply(this);
        clearTimeout(waiting.get(this));
        waiting.delete(this);
        for (const name of ["abort", "loadend"]) this.dispatchEvent(new ProgressEvent(name));
    };
"""


@dataclasses.dataclass
class Typist:
    """Somebody at the keyboard of one page, to whom answers come late."""

    page: Any

    def press(self, key: str, *, pace: int) -> None:
        """Press a key, and let the time until the next one pass."""
        self.page.keyboard.press("Enter" if key == "\n" else key)
        self.page.clock.run_for(pace)

    def type(self, letter: str, text: str, *, late: int, pace: int) -> None:
        """Press the letter of a dialog and type its reason, whether it is there or not."""
        self.page.evaluate("late => { window.lateBy = late; }", late)
        for key in filter(None, (letter, *text)):
            self.press(key, pace=pace)

    def settle(self) -> None:
        """Let all answers come, and what they set off."""
        self.page.evaluate("window.lateBy = 0")
        for _ in range(2):
            self.page.clock.run_for(2000)
            self.page.wait_for_function("window.asked === 0")
        self.page.clock.run_for(500)

    @property
    def dialog(self) -> Any:
        return self.page.get_by_role("dialog")

    @property
    def reason(self) -> str:
        return str(self.page.locator("#dialog-form [name=reason]").input_value())

    def close(self) -> None:
        """Close the dialog; what is written in it would be kept for the next time."""
        if self.dialog.is_visible():
            self.page.locator("#dialog-form [name=reason]").fill("")
        self.page.keyboard.press("Escape")
        self.page.clock.run_for(500)
        assert not self.dialog.is_visible()


@contextmanager
def _at(url: str, name: str, path: str, *, may_fail: bool = False) -> Iterator[Typist]:
    """Open a page for somebody, and stop its time."""
    with browser.open_pages(viewport={"width": 1440, "height": 900}, may_fail=may_fail) as context:
        page = context.new_page()
        page.add_init_script(_LATE_ANSWERS)
        page.clock.install()
        browser.sign_in(page, url, name, to=path)
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        yield Typist(page)


CASE = {
    "a": "Approve",
    "m": "Ask for more",
    "r": "Reject",
    "e": "Escalate",
    "n": "Note",
    "u": "Unassign",
    "s": "Reassign",
}
LINE = {
    "m": "Match this line",
    "c": "Credit this money",
    "f": "Book this line",
    "s": "Move this money",
    "b": "Send this money back",
    "x": "Close this line",
    "r": "Write a rule",
}


@pytest.fixture
def case(api) -> Waiting:
    """A business that the lead reviewer lena has claimed, and whose documents she has opened."""
    return _of_lena(waiting_business(api))


def _of_lena(business: Waiting) -> Waiting:
    person("lena", Role.LEAD_REVIEWER)
    claim(business, LENA, is_lead=True)
    look_at(business.key, "lena")
    return business


@pytest.fixture
def line(settings, tmp_path, acme, administrator) -> BankException:
    """A credit without an explanation, for two people of operations."""
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")
    rail.connect(acme.platform)
    world.send(world.camt([Entry(70_00, text="Rent of November, flat 7")]))
    for user in (administrator, User.objects.create_user("second", password=PASSWORD, is_staff=True)):
        user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    found: BankException = BankException.objects.get()
    return found


def _drawn(letters: Mapping[str, str], seed: str) -> Iterator[tuple[str, str, int, int]]:
    draw = random.Random(seed)
    for number in range(max(TYPINGS, len(letters))):
        letter = [*letters][number % len(letters)]
        yield letter, draw.choice(REASONS), draw.choice(LATE), draw.randint(*PACES)


def _check(typist: Typist, letters: Mapping[str, str]) -> None:
    """Type reasons behind letters, some drawn: each dialog is the letter's, with the whole reason."""
    wrong = []
    for letter, reason, late, pace in _drawn(letters, "".join(letters)):
        typist.type(letter, reason, late=late, pace=pace)
        typist.settle()
        shown = str(typist.dialog.get_attribute("aria-label"))
        if not shown.startswith(letters[letter]) or typist.reason != reason:
            wrong.append((letter, late, pace, reason, shown, typist.reason))
        typist.close()
    assert wrong == []


def test_letters_of_a_case_open_their_dialogs_and_keep_the_reason(live_server, case):
    with _at(live_server.url, "lena", case_page(case)) as typist:
        _check(typist, CASE)


def test_a_letter_that_can_only_say_why_not_gives_what_is_typed_behind_it_to_no_other_letter(api, live_server):
    listed = _of_lena(waiting_business(api, legalName="Blackmarsh Gravel Trading FZE"))
    with _at(live_server.url, "lena", case_page(listed)) as typist:
        _check(typist, {"h": "Screening hit"})
        for reason in REASONS:
            typist.type("a", reason, late=0, pace=110)
            typist.settle()
            assert not typist.dialog.is_visible()
            assert "undecided. Decide first." in typist.page.locator("#desk-why-not:focus").inner_text()
        # After a pause letters are letters again.
        _check(typist, {"r": "Reject"})


def test_letters_of_a_bank_line_open_their_dialogs_and_keep_the_reason(live_server, line):
    with _at(live_server.url, "administrator", page_of(line)) as typist:
        _check(typist, LINE)


def test_letters_of_a_proposal_open_their_dialogs_and_keep_the_reason(live_server, line, administrator):
    proposal = _proposed(line, administrator)
    with _at(live_server.url, "second", page_of(proposal)) as typist:
        _check(typist, {"a": "Approve this proposal", "d": "Decline this proposal"})
    with _at(live_server.url, "administrator", page_of(proposal)) as typist:
        _check(typist, {"w": "Withdraw your proposal"})


def _proposed(line: BankException, administrator: User) -> Proposal:
    """Propose by the dialog that the line is closed."""
    client = Client()
    client.force_login(administrator)
    reply = client.post(links.of_action(BankException, "note", line.pk), {"reason": "seen", "_form_submitted": "True"})
    assert reply.status_code == 200
    found: Proposal = Proposal.objects.get()
    return found


def test_a_decision_that_is_sent_twice_is_made_once(live_server, case):
    with _at(live_server.url, "lena", case_page(case)) as typist:
        typist.type("n", "regular customer", late=3000, pace=110)
        # Before the dialog is there nothing is sent; afterwards once, however often it is asked for.
        typist.press("Control+Enter", pace=30)
        typist.settle()
        assert typist.reason == "regular customer"
        assert not ReviewNote.objects.exists()
        typist.page.evaluate("window.lateBy = 300")
        with typist.page.expect_navigation():
            for _ in range(4):
                typist.press("Control+Enter", pace=50)
            # Only now it is sent: nothing is asked of a page that is being left.
            typist.page.clock.run_for(101)
    assert [note.text for note in ReviewNote.objects.all()] == ["regular customer"]


def test_a_dialog_that_fails_gives_the_page_to_no_letter(live_server, case):
    with _at(live_server.url, "lena", case_page(case), may_fail=True) as typist:
        # An earlier dialog is still in the page, hidden: it is not what is shown now.
        typist.type("r", "", late=0, pace=110)
        typist.settle()
        typist.close()
        typist.page.route("**/do/approve/**", lambda route: route.fulfill(status=503, body="<p>Away</p>"))
        typist.type("a", "regular", late=100, pace=110)
        typist.settle()
        typist.type("", " customer", late=0, pace=110)
        assert not typist.dialog.is_visible()
        assert typist.page.get_by_role("alert").inner_text().startswith("This dialog did not open.")
        keep(typist.page, "dialog-failed")
        typist.page.unroute("**/do/approve/**")
        typist.page.get_by_role("button", name="Try again").click()
        typist.settle()
        assert typist.dialog.get_attribute("aria-label").startswith("Approve")
        assert typist.reason == "regular customer"


def test_a_dialog_is_not_replaced_by_what_another_button_asked_for(live_server, case):
    with _at(live_server.url, "lena", case_page(case)) as typist:
        typist.page.evaluate("window.lateBy = 1000")
        for name in ("Reject", "Approve", "Approve"):
            typist.page.get_by_role("button", name=name, exact=True).click()
            typist.page.clock.run_for(200)
        typist.settle()
        # The last button counts, and once.
        assert typist.dialog.get_attribute("aria-label").startswith("Approve")
        typist.page.keyboard.type("regular customer")
        typist.settle()
        assert typist.reason == "regular customer"
        # Who has closed it is not shown it again.
        typist.page.evaluate("window.lateBy = 300")
        typist.close()
        typist.type("r", "x", late=300, pace=30)
        typist.page.keyboard.press("Escape")
        typist.settle()
        assert not typist.dialog.is_visible()


def test_what_is_typed_while_the_next_page_comes_presses_nothing_there(api, live_server):
    person("rita", Role.REVIEWER)
    waiting_person(api)
    with _at(live_server.url, "rita", reverse("admin:compliance_desk_queue")) as typist:
        held: list[Any] = []

        def hold(route: Any) -> None:
            held.append(route)

        typist.page.route("**/desk/next/", hold)
        typist.page.keyboard.press("n")
        typist.page.keyboard.type("regular")
        while not held:
            # The page itself is asked nothing meanwhile: it might answer only once it has left.
            typist.page.wait_for_timeout(10)
        with typist.page.expect_navigation():
            held[0].continue_()
        typist.page.get_by_role("heading", name="Bob Pending 001").wait_for()
        typist.page.keyboard.type("regular")
        typist.settle()
        assert not typist.dialog.is_visible()
        # After a pause letters are letters again.
        typist.type("r", "never", late=0, pace=60)
        typist.settle()
        assert (typist.dialog.get_attribute("aria-label"), typist.reason) == ("Reject: Bob Pending 001", "never")


@pytest.mark.parametrize("kind", ["case", "line"])
def test_the_button_of_a_dialog_stays_where_it_is_when_the_preview_comes(live_server, case, line, kind):
    name, path, letter = {"case": ("lena", case_page(case), "r"), "line": ("administrator", page_of(line), "x")}[kind]
    with _at(live_server.url, name, path) as typist:
        typist.type(letter, "", late=100, pace=100)
        button = typist.dialog.locator("button[type=submit]")
        typist.page.wait_for_function("window.asked === 0")
        typist.page.clock.run_for(90)
        button.wait_for()
        before = button.bounding_box()
        typist.settle()
        keep(typist.page, f"dialog-with-preview-{kind}")
        assert button.bounding_box() == before
