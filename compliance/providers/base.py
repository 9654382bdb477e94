"""Ports of this app."""

import dataclasses
import datetime as dt
from typing import Any, Protocol

from compliance.models import CustomerStatus


@dataclasses.dataclass(frozen=True, slots=True)
class Individual:
    """What a platform says about a person. Personal data: never log it."""

    full_name: str | None
    birth_date: dt.date | None
    nationality: str | None
    address: dict[str, Any] | None


class IdentityVerifier(Protocol):
    """Checks identities."""

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Return the status that a person gets when it is created, or when what is known of it changes.

        Called inside a database transaction, so it answers at once and calls nobody: an adapter that has to ask
        a vendor or a person returns PENDING, and the answer comes later through `statuses.record_decision`.
        """
        ...
