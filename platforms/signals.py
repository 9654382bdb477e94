"""Signals of this app. Sent in the caller's database transaction, received only in `<app>/handlers.py`."""

from django.dispatch import Signal

currencies_enabled = Signal()
"""A platform can use new currencies. Arguments: `platform`, `codes`, `now`."""

currency_disabling = Signal()
"""A platform is about to remove a currency; a receiver that objects raises. Arguments: `platform`, `code`."""

webhook_endpoint_set = Signal()
"""A platform has set its webhook endpoint. Arguments: `platform`, `now`."""

uma_domain_changed = Signal()
"""A domain has begun, or ceased, to be verified as a platform's. Arguments: `domain`, `environment`."""
