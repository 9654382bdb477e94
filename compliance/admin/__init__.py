"""The back office of customers."""

from compliance.admin import customers, documents, kyc_links, owners, verifications  # noqa: F401 - importing registers them
