"""Pages of the rail of bank files."""

from payments.admin.bank_rail import by_hand, files, pages, spellings  # noqa: F401 - importing registers them
