"""What staff decide about a payment that waits for a person, for the test of the audit log."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from payments.models import NextAction
from tests.support.payments import scenarios


def _waiting(stage: Any) -> Any:
    payment = scenarios.payment_of(stage.payment)
    payment.next_action, payment.next_action_at = NextAction.AWAIT_APPROVAL, payment.created_at + dt.timedelta(days=1)
    payment.attempts = 0
    payment.save()
    return payment


CASES: Mapping[str, Callable[[Any], Any]] = {
    "transaction.refuse": lambda its: its.ask("transaction.refuse", _waiting(its)),
    "transaction.release": lambda its: its.ask("transaction.release", _waiting(its)),
}
