"""Transfers in one currency."""
