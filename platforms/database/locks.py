"""Locks by name, for what processes do one at a time where no row can be locked: PostgreSQL's advisory locks."""

import enum
from collections.abc import Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    """A cursor of Django or of psycopg."""

    def execute(self, sql: str, params: Sequence[Any], /) -> Any:
        """Send a statement."""

    def fetchone(self) -> Any:
        """Return a row of its result."""


@enum.unique
class Lock(enum.Enum):
    """What is done one at a time. The value is the lock's key in SQL, made of the name of what is locked.

    A number stands for one purpose, for ever: a process of the release before takes the lock by the same number. Where
    a purpose gets another one, processes of both releases do not wait for each other during an upgrade; say below, and
    in docs/operator/upgrade.md, why that does no harm.
    """

    COMMAND = "hashtextextended({name}, 0)"
    """The requests with one idempotency key. Taken by the database function `platforms_open_command`, by the statements
    of `platforms.http.batched`, and by who voids the key; a look-up tries it, shared."""
    COMMAND_ALONE = "hashtextextended({name}, 1)"
    """The same for work that can't run in a database transaction; it opens the command while it holds this lock."""
    CUSTOMER_NAME = "hashtextextended({name}, 2)"
    """Requests for an identity link under one `platformCustomerId`, which is not unique."""
    DEPOSIT = "hashtextextended({name}, 3)"
    """Arrivals of money with one reference."""
    BANK_MONEY = "hashtextextended({name}, 5)"
    """Workers that book money of one bank connection; who tells of arrivals holds it shared."""
    BANK_ACCOUNT = "hashtextextended({name}, 6)"
    """Files with statements of one account at a bank."""
    MIGRATION = "hashtextextended({name}, 7)"
    """`manage.py migrate`; held by the session."""
    REDELIVERY = "hashtextextended({name}, 8)"
    """Requests of one platform that put back a period of events. It was 5: two requests that do not wait for each other
    lock the events in the order of their keys, and each event is put back once."""
    LEADERSHIP = "hashtextextended({name}, 9)"
    """The scheduler that sends. It was 6: two that send only wake workers twice."""
    SCREENING_LISTS = "hashtextextended({name}, 10)"
    """Loads of lists. It was 0: of two loads the second is refused by `screening_list_one_current`, and run again."""
    TABLE = "hashtext({name})"
    """Who adds rows to a table, by the table's name."""
    SANDBOX_COUNTERPARTY = "1431126355"
    """Who makes the tenant of the sandbox's UMA counterparty."""
    EVENTS = "52025, hashtext({name})"
    """Who claims the events of one platform. Two numbers: a space of their own."""

    def hold(self, cursor: Cursor, name: str = "", *, is_shared: bool = False) -> None:
        """Wait for the lock, and hold it until the database transaction ends; shared: beside others who do."""
        self._ask(cursor, "pg_advisory_xact_lock_shared" if is_shared else "pg_advisory_xact_lock", name)

    def try_to_hold(self, cursor: Cursor, name: str = "") -> bool:
        """Hold the lock until the database transaction ends, and return True; False where another one holds it."""
        return self._ask(cursor, "pg_try_advisory_xact_lock", name)

    def try_to_keep(self, cursor: Cursor, name: str = "") -> bool:
        """Hold the lock until it is released or the connection ends, and return True; False where another one does."""
        return self._ask(cursor, "pg_try_advisory_lock", name)

    def release(self, cursor: Cursor, name: str = "") -> None:
        """Release a lock that was kept."""
        self._ask(cursor, "pg_advisory_unlock", name)

    def tried(self, name: str, *, is_shared: bool = False) -> str:
        """Return SQL that tries to hold the lock for each row of a statement; `name` is SQL too."""
        function = "pg_try_advisory_xact_lock_shared" if is_shared else "pg_try_advisory_xact_lock"
        return f"{function}({self.value.format(name=name)})"

    def held(self, name: str) -> str:
        """Return SQL that holds the lock for each row of a statement until its transaction ends; `name` is SQL too."""
        return f"pg_advisory_xact_lock({self.value.format(name=name)})"

    def _ask(self, cursor: Cursor, function: str, name: str) -> bool:
        parameters = [name] if "{name}" in self.value else []
        cursor.execute(f"SELECT {function}({self.value.format(name='%s')})", parameters)
        return bool(cursor.fetchone()[0])
