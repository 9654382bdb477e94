"""docs/operator/closing.md names what the screens show: buttons, questions, formats, and the fault of the check."""

import pathlib

import pytest

from payments.closing import checklist, figures
from payments.models import MonthClose
from platforms.backoffice import actions
from tests.support.payments import month_ends

pytestmark = pytest.mark.django_db
PAGE = pathlib.Path("docs/operator/closing.md").read_text()


def test_every_button_stands_in_the_page():
    buttons = [action.button for action in actions.of_model(MonthClose)]

    assert len(buttons) == 3
    assert [button for button in buttons if f"*{button}*" not in PAGE] == []


def test_every_question_of_the_checklist_stands_in_the_page_in_its_order(acme):
    month = month_ends.month_before(acme.platform, ago=1)
    row = MonthClose(platform=acme.platform, month=month)

    titles = [item.title for item in checklist.ask(row, figures.of_journal(acme.platform.pk, month))]

    places = [PAGE.find(f"| {title} |") for title in titles]
    assert places == sorted(places)
    assert places[0] > 0


def test_the_list_of_what_may_be_explained_is_that_of_the_questions(acme):
    row = MonthClose(platform=acme.platform, month=month_ends.month_before(acme.platform, ago=1))

    explainable = {item.name for item in checklist.ask(row, ()) if item.may_be_explained}
    assert explainable == set(checklist.EXPLAINABLE)
