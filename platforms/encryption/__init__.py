"""Encryption of what is stored, and the seals that show whether a log was changed."""
