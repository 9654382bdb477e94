"""Back office pages of the platforms app."""

from platforms.admin import (  # noqa: F401 - importing registers them
    access,
    audit,
    forced_outcomes,
    notes,
    platforms,
    proposals,
    saved_views,
    staff,
    uma_domains,
    work_failures,
)
