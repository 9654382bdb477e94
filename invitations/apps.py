"""App configuration."""

from django.apps import AppConfig


class InvitationsConfig(AppConfig):
    """Wires the handlers of signals from below."""

    name = "invitations"
    verbose_name = "Invitations"

    def ready(self) -> None:
        """Connect the handlers."""
        from invitations import handlers  # noqa: F401
