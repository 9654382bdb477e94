"""What a platform says of a transfer beside the money."""

from collections.abc import Mapping
from typing import NamedTuple


class ClientFields(NamedTuple):
    """Texts of the platform's own, as the API has validated them; None where nothing was given."""

    metadata: Mapping[str, str] | None = None
    remittance: str | None = None


NONE = ClientFields()
