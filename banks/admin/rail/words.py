"""What a bank has told and no line of a statement shows: the payments of a case, and all of them in their list."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from banks.models import BankPayment
from banks.statements import shown
from payments.models import OperationsCase
from platforms.backoffice import links, panels
from platforms.backoffice.lists import narrowing


class ByLine(narrowing.Narrowing):
    """Payments that no line shows: those of any day, or those that the case of one day is about."""

    title = "shown by a line"
    parameter_name = "unshown"
    conditions: Mapping[str, tuple[str, Callable[[], Q]]] = MappingProxyType(
        {"any-day": ("No line shows them", lambda: Q(unconfirmed_since__isnull=False))}
    )

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices; a day is one while it is chosen."""
        chosen = self.value()
        of_day = [(chosen, f"No line shows them: {chosen}")] if chosen and shown.is_of_day(chosen) else []
        return [*super().lookups(request, model_admin), *of_day]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the rows by the choice."""
        chosen = self.value() or ""
        if not shown.is_of_day(chosen):
            return super().queryset(request, queryset)
        return queryset.filter(pk__in=shown.payments_of(chosen).order_by().values("pk"))


@panels.contributed_to("payments.OperationsCase")
def payments_of_case(request: HttpRequest, case: OperationsCase) -> Sequence[panels.Panel | None]:
    """Return the payments that the case of a day is about, as far as no line shows them yet."""
    if not shown.is_of_day(case.subject):
        return ()
    keys = list(shown.payments_of(case.subject).values_list("pk", flat=True)[: panels.ROWS + 1])
    columns = ("public_id", "amount", "state", "end_to_end_id", "batch", "unconfirmed_since")
    title = "No line of a statement shows these"
    panel = panels.rows_of(request, "banks.BankPayment", *columns, title=title, pk__in=keys)
    whole = links.listing(BankPayment, **{ByLine.parameter_name: case.subject})
    return (panel and dataclasses.replace(panel, more=whole),)
