"""Pages of files from banks: files and statements, the exceptions desk, claims, rules, and books against bank."""

from banks.admin.statements import answers, claims, desk, pages, sets  # noqa: F401 - importing registers them
