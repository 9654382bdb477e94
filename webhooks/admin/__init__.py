"""Back office pages of the webhooks app."""
