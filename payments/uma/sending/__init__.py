"""Payments that go out by UMA."""
