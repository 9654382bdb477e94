"""`python -m config.launch.prepare`: bring the database up to date and make the demo platform, in one process."""

import django
from django.core import management


def main() -> None:
    """Run the two commands; what they say goes to standard output."""
    django.setup()
    # The check of the database runs: it refuses one that this release can't bring up to date.
    management.call_command("migrate", interactive=False, skip_checks=False)
    management.call_command("bootstrap_demo")


if __name__ == "__main__":
    main()
