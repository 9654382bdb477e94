"""The protocol's library, loaded with the first message: it takes 0.4 s and 25 MB of a process."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import uma as uma  # noqa: PLC0414 - other modules import it from here
else:

    class _Library:
        def __getattr__(self, name: str) -> Any:
            import uma  # noqa: PLC0415 - its cost: see above

            return getattr(uma, name)

    uma = _Library()
