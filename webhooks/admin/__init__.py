"""Back office pages of the webhooks app."""

from webhooks.admin import events, health, signing  # noqa: F401 - importing registers them
