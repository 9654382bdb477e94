"""Refuse to pack the client without its generated part, which git does not have."""

import pathlib
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NeedsGenerated(BuildHookInterface[Any]):
    """Looks for it before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise FileNotFoundError with what to do."""
        if not (pathlib.Path(self.root) / "src" / "payments_platform_client" / "generated" / "client.py").is_file():
            raise FileNotFoundError(
                "The generated part of the client is missing. `make clients` in the repository makes it, "
                "and a running service has the packed client below /docs/clients/."
            )
