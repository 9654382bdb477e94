"""Back office pages of banks. Importing this registers them."""

from banks.admin import rail, statements  # noqa: F401
