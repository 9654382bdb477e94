"""Endpoints of the webhooks app."""
