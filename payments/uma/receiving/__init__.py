"""Payments that come in by UMA."""
