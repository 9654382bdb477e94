"""The back office of customers."""

from compliance.admin import (  # noqa: F401 - importing registers them
    bulk_imports,
    customers,
    documents,
    finders,
    former_uma_addresses,
    hand_opened_cases,
    kyc_links,
    owners,
    review_rules,
    reviews,
    screenings,
    uploads,
    verifications,
)
