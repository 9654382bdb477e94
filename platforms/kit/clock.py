"""`platforms.base.clock`, for landed migrations."""

from platforms.base.clock import real_now

__all__ = ["real_now"]
