"""Signals of this app. Sent in the caller's database transaction, received only in `<app>/handlers.py`."""

from django.dispatch import Signal

customers_created = Signal()
"""Customers of one platform exist. Arguments: `customers` (a list), `platform`, `now`."""

customer_currencies_enabled = Signal()
"""A customer can hold currencies that it could not hold before. Arguments: `customer`, `codes`, `now`."""

customer_currency_disabling = Signal()
"""A customer is about to lose a currency; a receiver that objects raises. Arguments: `customer`, `code`."""

customer_closing = Signal()
"""A customer is about to be deleted; a receiver objects with `CustomerHasFunds`. Arguments: `customer`, `now`."""

customer_erasing = Signal()
"""A deleted customer is about to be erased. Receivers erase their facts about the person, or object with
`CustomerHasFunds`. Arguments: `customer`, as it was, and `now`."""

payee_decided = Signal()
"""A reviewer has decided a hit of a payee. Arguments: `account` (its public identifier), `is_listed` (the hit was
confirmed), `actor`, `now`."""
