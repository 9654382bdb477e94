"""What the page about exchange rates shows is what the API answers."""

import json
import pathlib
import re
from typing import Any

import pytest

from config.launch import environment
from tests.support.payments import rate_entries

PAGE = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "exchange-rates.md"


@pytest.mark.django_db
def test_the_example_is_what_the_api_answers(api, acme):
    rate_entries.schedule(
        acme,
        source_currency="USD",
        destination_currency="MXN",
        fixed_fee=50,
        variable_rate="0.01",
        rate_multiplier="1.01",
    )
    text = PAGE.read_text()
    query, shown = re.findall(r"GET /2025-10-13/exchange-rates\?(\S+)\n(.*?)```", text, re.DOTALL)[0]
    expected: dict[str, Any] = json.loads(shown)

    reply = api.get("/exchange-rates", **dict(part.split("=") for part in query.split("&"))).json()

    for row in (*reply["data"], *expected["data"]):
        row.pop("updatedAt")
    assert reply == expected
