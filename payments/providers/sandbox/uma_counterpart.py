"""The counterparty that sandbox platforms pay and are paid by: what its addresses make happen (interface.md).

As a receiver: `$success.<currency>@`, `$pending.long.<currency>@` and `$fail.compliance.<currency>@` its domain; nobody
else lives there. As a sender, in `/sandbox/uma/receive`, any name does; those below do something wrong on purpose.
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
"""The beginning of a receiver's name → what becomes of the money when it has come."""


class Slip(enum.StrEnum):
    """What a sender does wrong."""

    NONE = "NONE"
    LOOKUP = "LOOKUP"
    """Its lookup is signed by somebody else."""
    PAY_REQUEST = "PAY_REQUEST"
    """Its pay request is."""
    CURIOUS = "CURIOUS"
    """It insists on a fact about the receiver that hardly anybody has."""
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
"""The beginning of a sender's name → its slip; any other sender makes none."""
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
"""What the counterparty tells about any of its senders, beside the name, when it is asked."""


@dataclasses.dataclass(frozen=True, slots=True)
class Scenario:
    """A receiver of the counterparty: who takes one currency."""

    name: str
    currency: str


def domain() -> str:
    """Return the counterparty's domain: a setting."""
    return str(settings.SANDBOX_UMA_DOMAIN).lower()


def receiver(address: str) -> Scenario | None:
    """Return the scenario that an address stands for, None when nobody lives there."""
    user, _, host = address.lower().removeprefix("$").rpartition("@")
    name, _, currency = user.rpartition(".")
    code = currency.upper()
    if host != domain() or name not in RECEIVERS or code not in money.SUPPORTED_CURRENCIES:
        return None
    return Scenario(name, code)


def slip(address: str) -> Slip:
    """Return what the sender with an address of the counterparty does wrong."""
    user = address.lower().removeprefix("$").rpartition("@")[0]
    return next((found for name, found in SENDERS.items() if user == name or user.startswith(f"{name}.")), Slip.NONE)


def sender_name(address: str) -> str:
    """Return the name of the sender with an address: the words of its user part, without a currency at the end."""
    words = re.split(r"[._+-]+", address.lower().removeprefix("$").rpartition("@")[0])
    if len(words) > 1 and words[-1].upper() in money.SUPPORTED_CURRENCIES:
        words.pop()
    return " ".join(words).title()


class SandboxIncoming:
    """Plays what the receiver's address asks for; sandbox platforms need no endpoint to be paid."""

    approves_unasked = True

    def review(self, *, sender_address: str, receiver_address: str) -> Review:
        """Answer by the table above; customers of platforms are always paid."""
        scenario = receiver(receiver_address)
        return RECEIVERS[scenario.name] if scenario else Review(Word.TAKE)
