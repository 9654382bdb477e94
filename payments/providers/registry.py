"""Which adapter serves a platform: chosen by its environment in settings.PROVIDERS, nowhere else."""

import functools
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from payments.providers.base import BeneficiaryCheck, Rail


def rail(environment: str) -> Rail:
    """Return the rail that moves the money of platforms in `environment`."""
    return cast("Rail", _adapter(environment, "rail"))


def beneficiary_check(environment: str) -> BeneficiaryCheck:
    """Return the name check of platforms in `environment`."""
    return cast("BeneficiaryCheck", _adapter(environment, "beneficiary_check"))


@functools.cache
def _adapter(environment: str, port: str) -> object:
    return import_string(settings.PROVIDERS[environment][port])()
