"""Verifications: what a customer must show, what is missing, and how one is decided."""
