"""Encryption of stored data, and the seals that show whether a log was changed."""
