"""Hashes of texts that may describe people: they show a later change, and say nothing once their salt is gone."""

import hashlib
import secrets


def new_salt() -> str:
    """Return 128 random bits as 32 hexadecimal digits. It is kept beside the text, and emptied with it."""
    return secrets.token_hex(16)


def digest(text: str, *, salt: str) -> str:
    """Return the SHA-256 of the salt, a line feed and the text in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def proof(table: str, key: object, text: str, *, salt: str) -> dict[str, str]:
    """Return the details of an audit row that prove a reason without holding it; `table` and `key` say where it is."""
    return {"reasonIn": f"{table}:{key}", "reasonSha256": digest(text, salt=salt)}
