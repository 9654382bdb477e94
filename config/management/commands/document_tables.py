"""`manage.py document_tables`: the long tables of the documents, which are made of the code."""

import pathlib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.documents import tables as document_tables


class Command(BaseCommand):
    """Print tables of the documents in Markdown, or write each into a file for `make docs`."""

    help = "Print tables of the documents: those that are named, or all; with --folder write each into a file there."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the names of tables, and where to write them."""
        parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(document_tables.TABLES)}")
        parser.add_argument("--folder", type=pathlib.Path, help="write TABLE.md into this folder, in place of printing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the options say; a name that no table has is an error."""
        folder: pathlib.Path | None = options["folder"]
        names = options["tables"] or list(document_tables.TABLES)
        if unknown := set(names) - document_tables.TABLES.keys():
            tables = ", ".join(document_tables.TABLES)
            raise CommandError(f"There is no table {', '.join(sorted(unknown))}. The tables are: {tables}.")
        for name in names:
            if folder is None:
                self.stdout.write(document_tables.TABLES[name]())
            else:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{name}.md").write_text(document_tables.TABLES[name]())
