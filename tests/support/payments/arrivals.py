"""Money that arrives from outside, as an adapter for a bank would report it."""

import itertools
import uuid
from typing import Any

from django.db import transaction

from payments.deposits import deposits
from payments.models import Deposit, SuspenseItem
from payments.workflow import suspense
from platforms.base import clock
from platforms.models import Platform
from tests.support import factories

_numbers = itertools.count(1)


def arrive(platform: Platform, amount: int = 100_00, *, named: str = "", reference: str = "", **facts: Any) -> Any:
    """Book money of a platform, by default in dollars and under a reference of its own."""
    with transaction.atomic():
        return deposits.receive(
            platform_id=platform.id,
            provider_reference=reference or f"BANK-{next(_numbers)}",
            amount=amount,
            named=named,
            actor=factories.OPERATOR,
            now=Platform.objects.get(id=platform.id).now(),
            **{"currency": "USD", **facts},
        )


def item_of(deposit: Deposit) -> Any:
    return SuspenseItem.objects.select_related("platform", "deposit").get(deposit=deposit)


def resolve(item: SuspenseItem, way: str, account: str = "") -> SuspenseItem:
    """Resolve an item as two members of staff would."""
    with transaction.atomic():
        return suspense.resolve(
            item_id=uuid.UUID(str(item.pk)),
            way=way,
            account=account,
            reason="found",
            actor=factories.OPERATOR,
            real_now=clock.real_now(),
        )
