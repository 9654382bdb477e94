"""The counterparty that every sandbox platform can pay by UMA: its entry in the directory."""

import dataclasses

from django.conf import settings


@dataclasses.dataclass(frozen=True, slots=True)
class Counterparty:
    """The sandbox's counterparty in the directory."""

    environment: str
    name: str
    domain: str
    regions: tuple[str, ...]
    currencies: tuple[str, ...]


def counterparty() -> Counterparty:
    """Return the entry; its domain is a setting."""
    return Counterparty(
        environment="SANDBOX",
        name="Sandbox counterparty",
        domain=settings.SANDBOX_UMA_DOMAIN.lower(),
        regions=("DE", "MX", "US"),
        currencies=("USD", "EUR", "MXN"),
    )
