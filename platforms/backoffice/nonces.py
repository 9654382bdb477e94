"""Template loaders that add a nonce to every script and style of a template, ours and those of libraries.

The nonce is put into the template's source, not into the page: markup injected into a page gets none.
"""

import re

from django.template import Origin
from django.template.loaders import app_directories, filesystem

_OPENING = re.compile(r"<(script|style)\b(?![^>]*\bnonce=)", re.IGNORECASE)
_WITH_NONCE = r'<\1 nonce="{{ request.csp_nonce }}"'


class _NonceLoader(filesystem.Loader):
    """Reads a template and adds the nonces."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        return _OPENING.sub(_WITH_NONCE, super().get_contents(origin))


class FileSystemLoader(_NonceLoader):
    """Finds the templates of this project."""


class AppDirectoriesLoader(_NonceLoader, app_directories.Loader):
    """Finds the templates of apps."""
