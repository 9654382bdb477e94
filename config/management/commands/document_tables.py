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
        parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(document_tables.every())}")
        parser.add_argument("--folder", type=pathlib.Path, help="write TABLE.md into this folder, in place of printing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the options say; a name that no table has is an error."""
        folder: pathlib.Path | None = options["folder"]
        tables = document_tables.every()
        names = options["tables"] or list(tables)
        if unknown := set(names) - tables.keys():
            raise CommandError(f"There is no table {', '.join(sorted(unknown))}. The tables are: {', '.join(tables)}.")
        for name in names:
            if folder is None:
                self.stdout.write(tables[name]())
            else:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{name}.md").write_text(tables[name]())
