"""Management commands of the webhooks app."""
