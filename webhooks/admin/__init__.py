"""Back office pages of the webhooks app."""

from webhooks.admin import events, finders, further, health, redeliveries, signing  # noqa: F401 - importing registers them
