"""Rights of the service's database role on a table. Any right includes reading."""

import dataclasses

EVERY = ("*",)
"""All columns but the key."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grant:
    """The service's rights on a table beside reading it."""

    insert: bool = False
    update: tuple[str, ...] = ()
    """Columns that may change. Locking a row requires the right to at least one."""
    delete: bool = False

    def __or__(self, other: "Grant") -> "Grant":
        """Return the rights of both."""
        is_every = EVERY in {self.update, other.update}
        return Grant(
            insert=self.insert or other.insert,
            update=EVERY if is_every else tuple(dict.fromkeys(self.update + other.update)),
            delete=self.delete or other.delete,
        )


READ = Grant()
APPEND = Grant(insert=True)
DELETE = Grant(delete=True)
KEEP = Grant(insert=True, update=EVERY)
ALL = Grant(insert=True, update=EVERY, delete=True)


def change(*columns: str) -> Grant:
    """Rows are added, and these of their columns change."""
    return Grant(insert=True, update=columns)


def hold(*columns: str) -> Grant:
    """Rows are added and deleted; meanwhile these columns change."""
    return Grant(insert=True, update=columns, delete=True)
