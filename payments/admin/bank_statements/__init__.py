"""Pages of files from banks: files and statements, the exceptions desk, rules, and books against bank."""

from payments.admin.bank_statements import answers, desk, pages  # noqa: F401 - importing registers them
