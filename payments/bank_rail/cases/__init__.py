"""Cases of the rail of bank files. Importing this registers them with the monitor."""

from payments.bank_rail.cases import connections, waiting  # noqa: F401
