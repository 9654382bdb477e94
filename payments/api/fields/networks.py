"""Names of a wallet's network in requests."""

from typing import Any

from drf_spectacular.utils import extend_schema_field

from payments.account_types import networks
from payments.providers import registry
from platforms.http.fields import TextField
from platforms.models import Environment


@extend_schema_field(
    {"type": "string", "pattern": networks.pattern(registry.network_fees(Environment.SANDBOX).test_networks)}
)
class NetworkField(TextField):
    """A network; test networks are the sandbox's. Who reads it knows those of the platform's environment."""

    def __init__(self, **kwargs: Any) -> None:
        """Take any text that could be a network's name."""
        super().__init__(max_length=networks.MAX_LENGTH, **kwargs)
