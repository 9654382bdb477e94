"""Cases of the rail of bank files. Importing this registers them with the monitor."""

from banks.rail.cases import connections, waiting  # noqa: F401
