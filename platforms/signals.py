"""What this app announces. Sent in the caller's database transaction, received only in `<app>/handlers.py`."""

from django.dispatch import Signal

currency_enabled = Signal()
"""A platform can use a new currency. Arguments: `platform`, `code`, `now`."""

currency_disabling = Signal()
"""A platform is about to drop a currency; a receiver that objects raises. Arguments: `platform`, `code`."""

webhook_endpoint_set = Signal()
"""A platform named the address its events go to. Arguments: `platform`, `now`."""

uma_domain_changed = Signal()
"""A domain has begun, or ceased, to count as a platform's own. Arguments: `domain`, `environment`."""
