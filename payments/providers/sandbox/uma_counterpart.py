"""The counterparty that sandbox platforms pay and are paid by: the scenarios of its addresses.

As a receiver: `$success.<currency>@`, `$pending.long.<currency>@` and `$fail.compliance.<currency>@` its domain; it has
no other receivers. As a sender, in `/sandbox/uma/receive`, any name works; those below make a mistake on purpose.
"""

import dataclasses
import enum
import re
from collections.abc import Mapping
from types import MappingProxyType

from django.conf import settings

from payments.providers.incoming import Review, Word
from payments.providers.sandbox.magic import LONG_PAYMENT
from platforms.base import money

NAME = "Sandbox counterparty"
RECEIVERS: Mapping[str, Review] = MappingProxyType(
    {
        "success": Review(Word.TAKE),
        "pending.long": Review(Word.WAIT, wait=LONG_PAYMENT),
        "fail.compliance": Review(Word.REFUSE),
    }
)
"""Prefix of a receiver's name → the result of the payment after its money has arrived."""


class Slip(enum.StrEnum):
    """A sender's mistake."""

    NONE = "NONE"
    LOOKUP = "LOOKUP"
    """Its lookup is signed with another key."""
    PAY_REQUEST = "PAY_REQUEST"
    """Its pay request is signed with another key."""
    CURIOUS = "CURIOUS"
    """It requires a fact about the receiver that is rarely known."""
    UNPAID = "UNPAID"
    """It never pays the invoice."""


SENDERS: Mapping[str, Slip] = MappingProxyType(
    {
        "fail.lookup": Slip.LOOKUP,
        "fail.payreq": Slip.PAY_REQUEST,
        "fail.payee.data": Slip.CURIOUS,
        "fail.unpaid": Slip.UNPAID,
    }
)
"""Prefix of a sender's name → its mistake; any other sender makes none."""
CURIOUS_FIELD = "TAX_ID"
SENDER_FACTS: Mapping[str, str] = MappingProxyType(
    {
        "BIRTH_DATE": "1985-05-05",
        "NATIONALITY": "US",
        "PHONE_NUMBER": "+15125550100",
        "EMAIL": "sender@uma.sandbox.example",
        "POSTAL_ADDRESS": "1 Sandbox Way, Austin",
        "TAX_ID": "000-00-0000",
        "REGISTRATION_NUMBER": "0000000",
        "USER_TYPE": "INDIVIDUAL",
        "COUNTRY_OF_RESIDENCE": "US",
        "FI_LEGAL_ENTITY_NAME": NAME,
        "FI_ADDRESS": "1 Sandbox Way, Austin",
        "PURPOSE_OF_PAYMENT": "GIFT",
        "ULTIMATE_INSTITUTION_COUNTRY": "US",
        "BUSINESS_TYPE": "INFORMATION",
    }
)
"""Facts that the counterparty gives about any of its senders, beside the name, on request."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """A receiver of the counterparty, for one currency."""

    name: str
    currency: str


def domain() -> str:
    """Return the counterparty's domain: a setting."""
    return str(settings.SANDBOX_UMA_DOMAIN).lower()


def receiver(address: str) -> Scenario | None:
    """Return the scenario of an address, None when the counterparty has no such receiver."""
    user, _, host = address.lower().removeprefix("$").rpartition("@")
    name, _, currency = user.rpartition(".")
    code = currency.upper()
    if host != domain() or name not in RECEIVERS or code not in money.SUPPORTED_CURRENCIES:
        return None
    return Scenario(name, code)


def slip(address: str) -> Slip:
    """Return the mistake of the sender with an address of the counterparty."""
    user = address.lower().removeprefix("$").rpartition("@")[0]
    return next((found for name, found in SENDERS.items() if user == name or user.startswith(f"{name}.")), Slip.NONE)


def sender_name(address: str) -> str:
    """Return the name of the sender with an address: the words of its user part, without a currency at the end."""
    words = re.split(r"[._+-]+", address.lower().removeprefix("$").rpartition("@")[0])
    if len(words) > 1 and words[-1].upper() in money.SUPPORTED_CURRENCIES:
        words.pop()
    return " ".join(words).title()


class SandboxIncoming:
    """Plays the scenario of the receiver's address; sandbox platforms need no endpoint to be paid."""

    approves_unasked = True

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Answer by the table above; payments to customers of platforms are always let through."""
        scenario = receiver(receiver_address)
        return RECEIVERS[scenario.name] if scenario else Review(Word.TAKE)
