"""The counterparty that sandbox platforms pay and are paid by: the scenarios of its addresses.

As a receiver: `$success.<currency>@`, `$pending.long.<currency>@` and `$fail.compliance.<currency>@` its domain; it has
no other receivers. As a sender, in `/sandbox/uma/receive`, any name works; those below make a mistake on purpose.
"""

import dataclasses
import enum
import re
import uuid
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.conf import settings

from payments.providers.incoming import PlayedAnswer, Review, Word
from payments.providers.sandbox.magic import LONG_PAYMENT
from platforms.base import identifiers, money
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

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


def slip(address: str, *, platform_id: uuid.UUID, customer_id: uuid.UUID) -> Slip:
    """Return the mistake of the sender with an address of the counterparty, or the one that was forced.

    The last two say who is paid.
    """
    forced = asked.about(
        SENDER, platform_id=platform_id, subjects=lambda: [identifiers.public("Customer", customer_id)]
    )
    if forced:
        return _FORCED_SLIPS[forced.outcome.name]
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

    def play_answer(self, *, platform_id: uuid.UUID, customer_id: uuid.UUID | None) -> PlayedAnswer | None:
        """Return the answer that was forced."""
        customers = [identifiers.public("Customer", customer_id)] if customer_id else []
        forced = asked.about(APPROVAL, platform_id=platform_id, subjects=lambda: customers)
        return PlayedAnswer(_FORCED_ANSWERS[forced.outcome.name]) if forced else None


SENDER, APPROVAL = "SENDER", "APPROVAL"
"""The steps whose outcomes can be forced: what a sender at the counterparty does, and what your endpoint answers."""
_FORCED_SLIPS: Mapping[str, Slip] = MappingProxyType(
    {"PAYS": Slip.NONE, **{slip.value: slip for slip in Slip if slip != Slip.NONE}}
)
_FORCED_ANSWERS: Mapping[str, int | None] = MappingProxyType(
    {"APPROVED": 200, "REJECTED": 403, "REFUSED": 422, "ERROR": 500, "TIMED_OUT": None}
)
_SENDERS_TOLD = {
    "PAYS": ("it pays", "{done}", ""),
    Slip.LOOKUP: ("its lookup is signed by somebody else", "`FAILED`", "LNURLP_FAILED"),
    Slip.PAY_REQUEST: ("its pay request is signed by somebody else", "`FAILED`", "PAY_REQUEST_FAILED"),
    Slip.CURIOUS: (
        f"it insists on the receiver's `{CURIOUS_FIELD}`",
        "`FAILED`, unless your approval tells it",
        "MISSING_MANDATORY_PAYEE_DATA",
    ),
    Slip.UNPAID: ("it never pays the invoice", "`PENDING`, then `EXPIRED` when the invoice has", "QUOTE_EXPIRED"),
}
_ANSWERS_TOLD = {
    "APPROVED": ("it approves", "{done}", ""),
    "REJECTED": ("it rejects the payment", "`REJECTED`", ""),
    "REFUSED": ("it refuses the request (422)", "`FAILED`", "PAY_REQUEST_FAILED"),
    "ERROR": ("it answers with an error", "`FAILED`", "PAYMENT_APPROVAL_WEBHOOK_ERROR"),
    "TIMED_OUT": ("it says nothing in time", "`FAILED`, at once", "PAYMENT_APPROVAL_TIMED_OUT"),
}


def _outcomes(step: str, who: str, told: Mapping[str, tuple[str, str, str]]) -> Iterable[Outcome]:
    for name, (does, shows, reason) in told.items():
        yield Outcome(
            step=step,
            name=name,
            does=f"Of {who}: {does}.",
            shows=f"{shows.format(done='The payment is `COMPLETED`')}.",
            subjects=("customerId",),
            reasons=(reason,) if reason else (),
        )


catalogue.register(
    *_outcomes(SENDER, "a sender played by `POST /sandbox/uma/receive`", _SENDERS_TOLD),
    *_outcomes(APPROVAL, "your endpoint, which is not asked about a payment that came by UMA", _ANSWERS_TOLD),
)
