"""The settings of a service without the app of banks."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as _EVERY_APP

INSTALLED_APPS = [app for app in _EVERY_APP if app not in {"banks", "practice"}]
