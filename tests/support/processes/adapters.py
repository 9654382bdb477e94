"""What a process remembers of its settings is forgotten when a test changes them, and again when the test ends."""

from collections.abc import Callable
from typing import Any, Protocol

import pytest
from django.core.signals import setting_changed
from django.dispatch import receiver

from config.processes import heartbeats
from payments.providers import registry
from platforms.http import rate_limit
from webhooks.delivery import listeners

_FORGETTING: dict[str, list[Callable[[], None]]] = {
    "PROVIDERS": [registry.forget],
    "REDIS_URL": [heartbeats.forget, rate_limit.forget, listeners.forget],
}


@receiver(setting_changed)
def _forget(setting: str, **_kwargs: object) -> None:
    for forget in _FORGETTING.get(setting, []):
        forget()


class Adapters(Protocol):
    """The type of the fixture `adapters`."""

    def __call__(self, environment: str = "SANDBOX", **chosen: Any) -> None:
        """Put adapters into the place of an environment's, by their ports: `rail="tests.support…Rail"`."""


@pytest.fixture
def adapters(settings: Any) -> Adapters:
    """Return a function that lets platforms of an environment have other adapters until the test ends."""

    def use(environment: str = "SANDBOX", **chosen: Any) -> None:
        settings.PROVIDERS = {**settings.PROVIDERS, environment: {**settings.PROVIDERS[environment], **chosen}}

    return use
