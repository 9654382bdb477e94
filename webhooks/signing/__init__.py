"""Signatures: keys and secrets, how they are replaced, and the public halves for everybody."""
