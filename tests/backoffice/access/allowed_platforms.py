"""What staff allow a platform, for the test of the audit log."""

from collections.abc import Callable, Mapping
from typing import Any

CASES: Mapping[str, Callable[[Any], Any]] = {
    "platform.allow_payee_verification": lambda its: its.ask(
        "platform.allow_payee_verification", its.story.acme.platform, allowed="yes"
    ),
    "platform.limit_fees": lambda its: its.ask(
        "platform.limit_fees", its.story.acme.platform, currency="USD", most_fixed="5", most_share="1.5"
    ),
}
"""What does each action."""
