"""Back office pages of the platforms app."""

from platforms.admin import access, audit, platforms, staff  # noqa: F401 - importing registers them
