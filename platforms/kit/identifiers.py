"""`platforms.base.identifiers`, for landed migrations."""

from platforms.base.identifiers import new_key

__all__ = ["new_key"]
