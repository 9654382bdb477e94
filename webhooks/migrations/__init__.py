"""Schema changes of the webhooks app."""
