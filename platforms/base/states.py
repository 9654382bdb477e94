"""State tables: the allowed transitions of a status. The table is data and stands beside its enum."""

from collections.abc import Mapping

Table = Mapping[str, frozenset[str]]


class ForbiddenTransition(Exception):
    """A programming error: a transition that the state table does not have."""


def require(table: Table, current: str, target: str) -> None:
    """Raise ForbiddenTransition unless `table` allows the transition from `current` to `target`."""
    if target not in table.get(current, frozenset()):
        message = f"no transition from {current} to {target}"
        raise ForbiddenTransition(message)
