"""The sandbox's name check."""

import dataclasses

from payments.providers.base import AccountRefused, BeneficiaryAnswer, ProviderFailed
from payments.providers.sandbox import magic


class SandboxBeneficiaryCheck:
    """A name check with the answer selected by the account's number."""

    def check(self, *, account_type: str, primary_identifier: str, beneficiary_name: str | None) -> BeneficiaryAnswer:
        """Answer by the suffix of the account's identifier."""
        suffix = magic.suffix(primary_identifier)
        if suffix == magic.REFUSED:
            raise AccountRefused
        if suffix == magic.BROKEN:
            raise ProviderFailed
        answer = magic.BENEFICIARIES.get(suffix, BeneficiaryAnswer("MATCHED"))
        if answer.status in {"MATCHED", "PARTIAL_MATCH"} and beneficiary_name:
            return dataclasses.replace(answer, verified_name=beneficiary_name)
        return answer
