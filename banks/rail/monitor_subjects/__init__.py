"""What the monitor watches of the rail of bank files. Importing this registers it."""

from banks.rail.monitor_subjects import connections, waiting  # noqa: F401
