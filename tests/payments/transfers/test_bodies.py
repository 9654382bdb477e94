"""What a validated body of a transfer holds: the fields that it declares, each of them validated, and no others."""

import pytest
from rest_framework.exceptions import ValidationError

from payments.api.transfers import TransferBody
from platforms.http.fields import TextField


class _WithNote(TransferBody):
    """The body with one more optional field."""

    note = TextField(required=False, max_length=5)


def body(**others):
    return {"source": {"accountId": "Source:1"}, "destination": {"accountId": "Destination:1"}, "amount": 1} | others


@pytest.mark.parametrize("currency", [{}, {"currency": "USD"}])
def test_fields_that_are_not_declared_are_left_out(currency):
    sent = body(source={"accountId": "Source:1", "note": "?"} | currency, note={"of": "whatever"}, purpose=None)

    assert TransferBody().run_validation(sent) == body(source={"accountId": "Source:1"} | currency)


def test_one_more_optional_field_is_validated_and_passed_on():
    assert _WithNote().run_validation(body(note=" five ")) == body(note="five")
    assert _WithNote().run_validation(body()) == body()


@pytest.mark.parametrize("note", ["longer", 5, None])
def test_one_more_optional_field_is_refused_where_it_is_wrong(note):
    with pytest.raises(ValidationError) as refused:
        _WithNote().run_validation(body(note=note))

    assert list(refused.value.detail) == ["note"]
