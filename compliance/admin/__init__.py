"""The back office of customers."""

from compliance.admin import customers, kyc_links  # noqa: F401 - importing registers them
