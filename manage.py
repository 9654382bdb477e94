#!/usr/bin/env python
"""Run a Django management command of the payments platform service."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.doctor import findings


def main() -> int:
    """Run the command; return the exit status. The doctor tells of every fault, also of one in loading the service."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    is_doctor = sys.argv[1:2] == ["doctor"]
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # No command, the doctor among them, gets as far as this without settings.
        found = findings.of_unreadable_settings(error)
    except Exception as error:
        if not is_doctor:
            raise
        found = findings.of_failed_start(error)
    else:
        return 0
    if is_doctor and "--json" in sys.argv:
        sys.stdout.write(f"{findings.as_json(found, ['settings'])}\n")
    else:
        sys.stderr.writelines(f"{finding}\n" for finding in found)
    return findings.status(found)


if __name__ == "__main__":
    sys.exit(main())
