"""Signatures: keys and secrets, their rotation, and the public halves for everybody."""
