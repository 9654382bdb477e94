"""`manage.py rotate_document_keys`: encrypt the files of documents under the current key."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from compliance.documents import retention


class Command(BaseCommand):
    """Re-encrypt every file that is under an older key. To be run after a new key has become the first one."""

    help = "Encrypt the files of documents under the first of ENCRYPTION_KEYS. Can be stopped and run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the result; fail when a file could not be read, because an old key may still be needed then."""
        done = retention.renew_keys()
        self.stdout.write(f"{done.renewed} files encrypted anew, {done.current} were under the current key already")
        if done.unreadable:
            names = "\n".join(done.unreadable[:20])
            message = f"{len(done.unreadable)} files can't be read; keep the old keys and look for these:\n{names}"
            raise CommandError(message)
