"""Lists as iterators: the next page is fetched when its first row is wanted."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from .errors import PaymentsError

LARGEST_PAGE = 100
Row = TypeVar("Row", covariant=True)  # noqa: PLC0105 - it is read only
Parameters = ParamSpec("Parameters")


class Page(Protocol[Row]):
    """What every list answers with."""

    @property
    def data(self) -> Sequence[Row]:
        """The rows, newest first."""

    @property
    def has_more(self) -> bool:
        """Whether there is another page."""

    @property
    def next_cursor(self) -> object:
        """Where the next page begins, while there is one."""


def iterate(
    operation: Callable[Parameters, Page[Row]], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Iterator[Row]:
    """Yield every row of a list: `iterate(list_customers.sync, client=payments, kyc_status=...)`.

    Pages neither skip nor repeat rows while new ones are made.
    """
    call, given = cast("Callable[..., Page[Row]]", operation), _first(kwargs)
    while True:
        page = call(*args, **given)
        yield from page.data
        if not page.has_more:
            return
        given["cursor"] = _cursor(page)


async def aiterate(
    operation: Callable[Parameters, Awaitable[Page[Row]]], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> AsyncIterator[Row]:
    """Yield every row of a list, as `iterate` does, of its operation `asyncio`."""
    call, given = cast("Callable[..., Awaitable[Page[Row]]]", operation), _first(kwargs)
    while True:
        page = await call(*args, **given)
        for row in page.data:
            yield row
        if not page.has_more:
            return
        given["cursor"] = _cursor(page)


def _first(kwargs: Any) -> dict[str, Any]:
    return {"limit": LARGEST_PAGE, **kwargs}


def _cursor(page: Page[Any]) -> str:
    # Without one the list would begin anew, for ever.
    if not isinstance(page.next_cursor, str):
        raise PaymentsError("The list has more rows and does not say where they begin.")
    return page.next_cursor
