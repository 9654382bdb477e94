"""Registry of adapters: chosen by a platform's environment in settings.PROVIDERS, nowhere else."""

import functools
import uuid
from collections.abc import Iterable
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from payments.providers.base import BeneficiaryCheck, Endings, FundingInstructions, Rail
from payments.providers.incoming import IncomingReview
from payments.providers.lightning_node import Settlement
from payments.providers.network_fees import NetworkFees
from payments.providers.rate_source import OfPlatforms, RateSource
from payments.providers.routed_rail import RoutedRail


def rail(environment: str) -> Rail:
    """Return the rail that moves the money of platforms in `environment`."""
    return cast("Rail", _adapter(environment, "rail"))


def beneficiary_check(environment: str) -> BeneficiaryCheck:
    """Return the name check of platforms in `environment`."""
    return cast("BeneficiaryCheck", _adapter(environment, "beneficiary_check"))


def endings(environment: str) -> Endings:
    """Return what knows of accounts in `environment` whose identifier chooses what happens."""
    return cast("Endings", _adapter(environment, "endings"))


def funding_instructions(environment: str) -> FundingInstructions:
    """Return the funding instructions for accounts of platforms in `environment`."""
    return cast("FundingInstructions", _adapter(environment, "funding_instructions"))


def rate_source(environment: str, platform_id: uuid.UUID | None = None) -> RateSource:
    """Return the source of exchange rates for platforms in `environment`, or of one of them."""
    source = cast("RateSource", _adapter(environment, "rates"))
    return source.for_platform(platform_id) if platform_id and isinstance(source, OfPlatforms) else source


def rate_sources(environments: Iterable[str]) -> dict[str, RateSource]:
    """Return every source of exchange rates that platforms in `environments` use, by its name."""
    return {source.name: source for source in map(rate_source, environments)}


def network_fees(environment: str) -> NetworkFees:
    """Return the provider of blockchain fees for platforms in `environment`."""
    return cast("NetworkFees", _adapter(environment, "network_fees"))


def settlement(environment: str) -> Settlement:
    """Return the node that settles payments by UMA of platforms in `environment`."""
    return cast("Settlement", _adapter(environment, "settlement"))


def incoming_review(environment: str) -> IncomingReview:
    """Return the review of incoming payments by UMA for platforms in `environment`."""
    return cast("IncomingReview", _adapter(environment, "incoming_review"))


def forget() -> None:
    """Forget the adapters: the next call makes them as settings.PROVIDERS says by then."""
    _adapter.cache_clear()


@functools.cache
def _adapter(environment: str, port: str) -> object:
    chosen = settings.PROVIDERS[environment][port]
    if isinstance(chosen, str):
        return import_string(chosen)()
    return RoutedRail({name: import_string(path)() for name, path in chosen.items()})
