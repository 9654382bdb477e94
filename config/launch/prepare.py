"""`python -m config.launch.prepare`: bring the database up to date and make the demo platform, in one process."""

import django
from django.core import management

from config.database import database_role


def main() -> None:
    """Run the two commands; their output goes to standard output."""
    django.setup()
    # Only the checks of the database: they refuse one that this release can't bring up to date.
    with database_role.as_owner():
        management.call_command("check", tags=["database"], databases=["default"])
    management.call_command("migrate", interactive=False, skip_checks=True)
    # Its administrator is a superuser, whom the service's role can't make.
    with database_role.as_owner():
        management.call_command("bootstrap_demo")


if __name__ == "__main__":
    main()
