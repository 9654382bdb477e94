"""The back office of customers."""

from compliance.admin import customers  # noqa: F401 - importing registers them
