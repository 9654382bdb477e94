"""Outgoing payments by UMA."""
