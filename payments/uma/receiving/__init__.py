"""Incoming payments by UMA."""
