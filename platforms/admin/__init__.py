"""Back office pages of the platforms app."""

from platforms.admin import access, audit, platforms, proposals, staff, work_failures  # noqa: F401 - importing registers them
