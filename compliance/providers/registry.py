"""The adapters of a platform: chosen by its environment, in settings."""

import functools
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from compliance.providers.base import IdentityVerifier
from compliance.providers.screening import Screening


def for_platform(environment: str) -> IdentityVerifier:
    """Return the identity verifier of an environment."""
    return cast("IdentityVerifier", _make(settings.PROVIDERS[environment]["identity"]))


def screening(environment: str) -> Screening:
    """Return the screening for the customers of platforms in `environment`."""
    return cast("Screening", _make(settings.PROVIDERS[environment]["screening"]))


@functools.cache
def _make(path: str) -> object:
    return import_string(path)()
