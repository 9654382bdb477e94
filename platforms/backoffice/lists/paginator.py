"""Pages of long lists, without counting them to the end."""

from typing import Any

from django.core.paginator import Paginator
from django.utils.functional import cached_property


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts up to a bound. Older rows are found by search and filters, not by turning thousands of pages."""

    bound = 5_000
    template_name = "admin/backoffice/pagination.html"

    @cached_property
    def count(self) -> int:
        """The number of rows, or the bound when there are more."""
        return min(self._found, self.bound)

    @property
    def is_cut(self) -> bool:
        """Tell whether there are more rows than the bound."""
        return self._found > self.bound

    @cached_property
    def _found(self) -> int:
        # The order would be part of the limited subquery and cost a sort.
        rows: Any = self.object_list
        found: int = rows.order_by()[: self.bound + 1].count()
        return found
