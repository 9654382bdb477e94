"""The sandbox's name check."""

import dataclasses
import uuid

from payments.providers.base import AccountRefused, BeneficiaryAnswer, ProviderFailed
from payments.providers.sandbox import magic
from platforms.base import identifiers
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

STEP = "NAME_CHECK"
_REFUSED, _BROKEN = "REFUSED", "UNREACHABLE"
_MATCHED = BeneficiaryAnswer("MATCHED")
_ANSWERS = {answer.status or "": answer for answer in (_MATCHED, *magic.BENEFICIARIES.values())}


class SandboxBeneficiaryCheck:
    """A name check with the answer that was forced, else the one selected by the account's number."""

    def check(
        self,
        *,
        account_type: str,
        primary_identifier: str,
        beneficiary_name: str | None,
        platform_id: uuid.UUID,
        customer_id: uuid.UUID | None,
    ) -> BeneficiaryAnswer:
        """Answer as it was forced, else by the suffix of the account's identifier."""
        customers = [identifiers.public("Customer", customer_id)] if customer_id else []
        forced = asked.about(STEP, platform_id=platform_id, subjects=lambda: customers)
        suffix = magic.suffix(primary_identifier)
        chosen = forced.outcome.name if forced else {magic.REFUSED: _REFUSED, magic.BROKEN: _BROKEN}.get(suffix)
        if chosen == _REFUSED:
            raise AccountRefused
        if chosen == _BROKEN:
            raise ProviderFailed
        answer = _ANSWERS[chosen] if chosen else magic.BENEFICIARIES.get(suffix, _MATCHED)
        if answer.status in {"MATCHED", "PARTIAL_MATCH"} and beneficiary_name:
            return dataclasses.replace(answer, verified_name=beneficiary_name)
        return answer


catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=status,
            does=f"Of an external account that is made: the name check says {status}.",
            shows=f"`beneficiaryVerificationStatus` is `{status}`.",
            subjects=("customerId",),
        )
        for status in _ANSWERS
    ),
    Outcome(
        step=STEP,
        name=_REFUSED,
        does="Of an external account that is made: the name check knows no such account.",
        shows="400 `INVALID_BANK_ACCOUNT`, and no account is made.",
        subjects=("customerId",),
    ),
    Outcome(
        step=STEP,
        name=_BROKEN,
        does="Of an external account that is made: the name check answers with an error.",
        shows="500 `SWITCH_ERROR`, and no account is made: the same request succeeds later.",
        subjects=("customerId",),
    ),
)
