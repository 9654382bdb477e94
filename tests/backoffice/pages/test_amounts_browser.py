"""Amounts on a phone: a number is never broken, however narrow its column."""

import pytest

from platforms.backoffice.actions import Role
from platforms.models import ApiToken
from tests.backoffice.conftest import page_of
from tests.backoffice.review_desk.conftest import person
from tests.support.backoffice import browser
from tests.support.payments.spending import a_day, limited

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
_LINES_OF_NUMBERS = """[...document.querySelectorAll('.scrolls-across .amount')].map((one) => {
  const range = document.createRange();
  range.setStart(one.firstChild, 0);
  range.setEnd(one.firstChild, one.textContent.lastIndexOf(' '));
  return [one.textContent, range.getClientRects().length];
})"""


def test_the_budgets_of_a_token_stand_in_one_piece(live_server, api):
    limited(api, currencies=a_day(1_234_567_890_12))
    person("ada", Role.ADMINISTRATOR)
    token = ApiToken.objects.get(name="agent")

    with browser.open_pages(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        browser.sign_in(page, live_server.url, "ada", to=page_of(token))
        shown = dict(page.evaluate(_LINES_OF_NUMBERS))

    assert shown == {"1,234,567,890.12 USD": 1, "0.00 USD": 1}
