"""Refusals of account details."""

from typing import Any

import pytest

from payments.account_types import validation


def refusal(info: object, currency: str, **options: Any) -> validation.AccountInfoInvalid:
    """Return why these details of an account are refused."""
    with pytest.raises(validation.AccountInfoInvalid) as refused:
        validation.validate(info, currency=currency, **options)
    return refused.value
