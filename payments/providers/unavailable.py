"""Adapters of a production platform without configured providers: payments wait, nothing is invented."""

import uuid
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from payments.providers.base import BeneficiaryAnswer, Instruction, RailOutcome, RailUnavailable
from payments.providers.lightning_node import Invoice, InvoiceOrder, Payment, PaymentOrder, SettlementUnavailable
from payments.providers.network_fees import NetworkFee, NetworkFeesUnknown


class UnavailableRail:
    """Stands in for a missing rail: every payment stays pending and is tried again."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Refuse: no rail is configured."""
        raise RailUnavailable

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Refuse: no rail is configured."""
        raise RailUnavailable


class UnsupportedBeneficiaryCheck:
    """Stands in for a missing name check."""

    def check(self, **_asked: object) -> BeneficiaryAnswer:
        """Return that names can't be checked."""
        return BeneficiaryAnswer(status="UNSUPPORTED")


class NoEndings:
    """Where accounts are real: the end of a number chooses nothing."""

    def choose(self, primary_identifier: str) -> bool:
        """Return that it does not."""
        return False


class NoFundingInstructions:
    """Stands in for missing funding instructions: no way to pay in."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return none."""
        return []


class UnavailableNetworkFees:
    """Stands in for a missing provider of blockchain fees."""

    test_networks: Mapping[str, Sequence[str]] = MappingProxyType({})

    def estimate(self, *, network: str, currency: str) -> NetworkFee:
        """Refuse: no provider is configured."""
        raise NetworkFeesUnknown


class UnavailableSettlement:
    """Stands in for a missing node: nothing can be received or sent by UMA."""

    network = "bc"

    def make_invoice(self, order: InvoiceOrder) -> Invoice:
        """Refuse: no node is configured."""
        raise SettlementUnavailable

    def find_invoice(self, payment_hash: bytes) -> Invoice | None:
        """Refuse: no node is configured."""
        raise SettlementUnavailable

    def settle(self, preimage: bytes) -> None:
        """Refuse: no node is configured."""
        raise SettlementUnavailable

    def cancel(self, payment_hash: bytes) -> None:
        """Refuse: no node is configured."""
        raise SettlementUnavailable

    def pay(self, order: PaymentOrder) -> Payment:
        """Refuse: no node is configured."""
        raise SettlementUnavailable

    def track(self, payment_hash: bytes) -> Payment:
        """Refuse: no node is configured."""
        raise SettlementUnavailable
