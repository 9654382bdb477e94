"""`manage.py set_staff_password`: a password for a member of staff, typed on a machine of the service."""

import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from platforms import audit
from platforms.backoffice.sign_in import staff
from platforms.base import clock, errors


class Command(BaseCommand):
    """Ask for a password twice and give it to an account, as the service's database role."""

    help = "Set the password of a member of staff, which ends their sessions. It is typed twice and not shown."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("username", help="the name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set the password in one database transaction."""
        password, again = getpass.getpass("Password: "), getpass.getpass("Password (again): ")
        if password != again:
            raise CommandError("The two passwords differ. Nothing was changed.")
        try:
            with transaction.atomic(durable=True):
                staff.set_password(
                    username=options["username"],
                    password=password,
                    actor=audit.operator("set_staff_password"),
                    now=clock.real_now(),
                )
        except errors.InvalidInput as error:
            raise CommandError(" ".join(problem["reason"] for problem in error.problems)) from None
        except staff.StaffNotFound as error:
            raise CommandError(error.text) from None
        self.stdout.write(f"The password of {options['username']} is set, and their sessions have ended.")
