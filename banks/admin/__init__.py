"""Back office pages of banks. Importing this registers them."""

from banks.admin import case_facts, rail, statements  # noqa: F401
