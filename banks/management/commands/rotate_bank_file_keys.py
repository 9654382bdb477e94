"""`manage.py rotate_bank_file_keys`: encrypt the files for banks, and from banks, under the current key."""

import itertools
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from banks.models import BankFile, BankIncomingFile
from platforms.encryption import encrypted_storage, encryption


class Command(BaseCommand):
    """Re-encrypt every file that is under an older key; what the file says, and its hash, stay."""

    help = "Encrypt the files for and from banks under the first of ENCRYPTION_KEYS. Can be stopped and run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the result; fail when a file could not be read, because an old key may still be needed then."""
        renewed, unreadable = 0, []
        parts = BankIncomingFile.objects.values_list("storage_keys", flat=True).iterator()
        keys = BankFile.objects.values_list("storage_key", flat=True).iterator()
        for key in itertools.chain(keys, itertools.chain.from_iterable(parts)):
            try:
                renewed += encrypted_storage.renew(key)
            except encryption.Unreadable:
                unreadable.append(key)
        self.stdout.write(f"{renewed} files encrypted anew")
        if unreadable:
            names = "\n".join(unreadable[:20])
            message = f"{len(unreadable)} files can't be read; keep the old keys and look for these:\n{names}"
            raise CommandError(message)
