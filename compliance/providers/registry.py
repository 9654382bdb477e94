"""Which adapter serves a platform: decided by its environment, in settings."""

import functools
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from compliance.providers.base import IdentityVerifier


def for_platform(environment: str) -> IdentityVerifier:
    """Return the identity verifier of an environment."""
    return _make(settings.PROVIDERS[environment]["identity"])


@functools.cache
def _make(path: str) -> IdentityVerifier:
    return cast("IdentityVerifier", import_string(path)())
