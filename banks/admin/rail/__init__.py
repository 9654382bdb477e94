"""Pages of the rail of bank files."""

from banks.admin.rail import by_hand, files, pages, spellings  # noqa: F401 - importing registers them
