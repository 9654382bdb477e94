#!/usr/bin/env python
"""Run a Django management command of the payments platform service."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.doctor import findings

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # No command, the doctor among them, gets as far as this without settings.
        found = findings.of_unreadable_settings(error)
        is_json = sys.argv[1:2] == ["doctor"] and "--json" in sys.argv
        print(findings.as_json(found, ["settings"]) if is_json else found[0], file=None if is_json else sys.stderr)
        sys.exit(findings.status(found))
