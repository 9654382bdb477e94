"""`manage.py grants`: the rights of the service's database role, and whether the database has the same."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.database import database_role, grants


class Command(BaseCommand):
    """Print the statements that give the service's role its rights, or compare them with the database."""

    help = (
        "Print the grants of the service's role; with --check compare them with the database, with --apply give them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options: what to do, and the role where no URL names it."""
        parser.add_argument("--role", help="the service's role, if it is not the user of DATABASE_URL")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--check", action="store_true", help="name each difference; the exit status is 1 for any")
        what.add_argument("--apply", action="store_true", help="grant, as the owner (`migrate` does it too)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the options say."""
        role = options["role"] or database_role.service()
        if not role:
            raise CommandError("One role does all here: set DATABASE_OWNER_URL, or name the service's with --role.")
        with database_role.as_owner():
            if not grants.is_role(role):
                raise CommandError(f"There is no role {role}.")
            if options["check"]:
                self._check(role)
            elif options["apply"]:
                grants.apply(role)
            else:
                self.stdout.write("".join(f"{statement};\n" for statement in grants.statements(role)), ending="")

    def _check(self, role: str) -> None:
        found = grants.differences(role)
        for difference in found:
            self.stdout.write(difference)
        if found:
            raise CommandError(f"{role} does not have exactly what the service needs.")
        self.stdout.write(f"{role} has exactly what the service needs.")
