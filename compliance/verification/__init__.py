"""Verifications: requirements, what is missing, and decisions."""
