"""Whatever JSON a client sends, validation answers: it accepts, or it refuses with reasons."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from payments.account_types import table, validation
from tests.support.payments import account_examples

TEXT = st.one_of(st.text(max_size=40), st.sampled_from(["", "\0", "\ud800", "x" * 300, "9" * 18, "+254712345678"]))
LEAF = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT)
ANY_JSON = st.recursive(
    LEAF,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=12,
)
CODES = st.sampled_from(sorted(table.ACCOUNT_TYPES))


def outcome(info: object, currency: str) -> None:
    try:
        account = validation.validate(info, currency=currency)
    except validation.AccountInfoInvalid as refused:
        refusal = refused
    else:
        # What is accepted can be stored: it is text that any database and any encoder takes.
        json.dumps(account.info, ensure_ascii=False).encode()
        assert "\0" not in account.primary_identifier
        assert validation.validate(account.info, currency=currency) == account
        return
    assert refusal.errors
    assert refusal.code in {"INVALID_INPUT", "INVALID_CURRENCY", "INVALID_BANK_ACCOUNT"}
    assert all(path == "currency" or path.startswith("accountInfo") for path, _ in refusal.errors)


@settings(max_examples=300)
@given(info=ANY_JSON, currency=st.one_of(TEXT, st.sampled_from(sorted(table.CURRENCIES))))
def test_any_json_is_answered(info, currency):
    outcome(info, currency)


@settings(max_examples=300)
@given(code=CODES, data=st.data())
def test_an_account_with_any_values_in_its_fields_is_answered(code, data):
    currency, example = account_examples.EXAMPLES[code]
    info: dict[str, Any] = {}
    for name, right in example.items():
        kept = name == "accountType" or data.draw(st.booleans())
        info[name] = right if kept else data.draw(ANY_JSON)

    outcome(info, currency)


@settings(max_examples=300)
@given(code=CODES, data=st.data())
def test_an_account_with_values_of_the_right_form_is_answered(code, data):
    currency, example = account_examples.EXAMPLES[code]
    info = dict(example)
    for field in table.get(code).fields:
        if field.pattern:
            info[field.name] = data.draw(st.from_regex(field.pattern, fullmatch=True))

    outcome(info, currency)
