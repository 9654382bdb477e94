"""Back office pages of the platforms app."""

from platforms.admin import access, audit, platforms, proposals, staff  # noqa: F401 - importing registers them
