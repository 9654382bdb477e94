"""Routes: payments sent by a bank connection instead of the rail of the settings.

The route of a payment is the most specific one in force when the payment was made: the same one whenever it is looked
up, also after a crash. So a new route is in force some time after it was entered, when every process has read it.
"""

import datetime as dt
import threading
import time
import uuid
from collections.abc import Sequence

from banks.models import RailRoute
from banks.rail import connections
from payments.account_types import table
from payments.providers.base import Instruction
from platforms import audit
from platforms.base import clock, errors, identifiers, money
from platforms.database.rows import by_key
from platforms.models import Platform
from platforms.models.platform import Environment

GRACE = dt.timedelta(seconds=60)
"""Time from the entry or end of a route until it takes effect."""
_KNOWN_SECONDS = 20.0
"""How long a process keeps the routes it has read: less than GRACE."""


class RouteNotFound(errors.DomainError):
    """There is no such route, or it has ended."""

    code = "NOT_FOUND"
    message = "There is no such route, or it has ended."


def enter(
    *,
    platform: uuid.UUID | None,
    currency: str,
    account_type: str,
    connection_name: str,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> RailRoute:
    """Enter a route; an empty `connection_name` is the rail of the settings. Raises InvalidInput."""
    check(platform=platform, currency=currency, account_type=account_type, connection_name=connection_name)
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "must say why")
    made = RailRoute.objects.create(
        platform_id=platform,
        currency=currency,
        account_type=account_type,
        connection_name=connection_name,
        effective_at=now + GRACE,
        entered_by=actor.proposed_by or actor.id,
        reason=reason.strip(),
        created_at=now,
    )
    audit.record(made, "rail_route.enter", actor=actor, now=now, route=str(made), reason=made.reason)
    return made


def check(*, platform: uuid.UUID | None, currency: str, account_type: str, connection_name: str) -> None:
    """Raise InvalidInput for a route that can't be entered."""
    if problems := _problems(platform, currency, account_type, connection_name):
        raise errors.InvalidInput(problems)


def end(*, route: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> RailRoute:
    """End a route for payments made after GRACE. Raises RouteNotFound."""
    found: RailRoute | None = by_key(RailRoute.objects.select_for_update().filter(ended_at=None), route)
    if found is None:
        raise RouteNotFound
    found.ended_at = now + GRACE
    found.save(update_fields=["ended_at"])
    audit.record(found, "rail_route.end", actor=actor, now=now, route=str(found), reason=reason)
    return found


def connection_for(instruction: Instruction, environment: str) -> str:
    """Return the name of a payment's bank connection; empty for the rail of the settings."""
    made_at = identifiers.made_at(instruction.transaction_id)
    fitting = [route for route in _known.rows() if _fits(route, instruction, environment, made_at)]
    best = max(fitting, key=_rank, default=None)
    return best.connection_name if best else ""


def forget() -> None:
    """Read the routes again before the next payment: for tests."""
    _known.forget()


class _Known:
    """The routes read by this process."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._rows: Sequence[RailRoute] = ()
        self._read_at = -_KNOWN_SECONDS

    def rows(self) -> Sequence[RailRoute]:
        with self._guard:
            if time.monotonic() - self._read_at >= _KNOWN_SECONDS:
                read_at = time.monotonic()
                self._rows = list(RailRoute.objects.order_by("effective_at", "id"))
                self._read_at = read_at
            return self._rows

    def forget(self) -> None:
        with self._guard:
            self._read_at = -_KNOWN_SECONDS


_known = _Known()


def _fits(route: RailRoute, instruction: Instruction, environment: str, made_at: dt.datetime) -> bool:
    of_platform = (
        route.platform_id == instruction.platform_id if route.platform_id else environment == Environment.PRODUCTION
    )
    in_force = route.effective_at <= made_at and (route.ended_at is None or made_at < route.ended_at)
    return (
        of_platform
        and in_force
        and route.currency in {"", instruction.currency}
        and route.account_type in {"", instruction.account_type}
    )


def _rank(route: RailRoute) -> tuple[bool, bool, bool, dt.datetime, uuid.UUID]:
    """Order by platform, then account type, then currency; of two equal ones the newer wins."""
    return bool(route.platform_id), bool(route.account_type), bool(route.currency), route.effective_at, route.id


def _problems(
    platform: uuid.UUID | None, currency: str, account_type: str, connection_name: str
) -> Sequence[tuple[str, str]]:
    problems = []
    if currency and currency not in money.SUPPORTED_CURRENCIES:
        problems.append(("currency", "must be a currency of this service, or empty"))
    if account_type and account_type not in table.ACCOUNT_TYPES:
        problems.append(("account_type", "must be an account type of this service, or empty"))
    connection = connections.current(connection_name) if connection_name else None
    if connection_name and connection is None:
        problems.append(("connection_name", "must be the name of a bank connection, or empty"))
    elif connection and currency not in {"", connection.currency}:
        problems.append(("currency", f"must be that of the connection's account, {connection.currency}, or empty"))
    if connection and connection.platform_id != _sandbox(platform):
        problems.append(("platform", "must be the platform of the connection"))
    return problems


def _sandbox(platform: uuid.UUID | None) -> uuid.UUID | None:
    """Return a sandbox platform; None for production, where a connection serves all platforms."""
    is_own = (
        platform is not None
        and Platform.objects.filter(id=platform).exclude(environment=Environment.PRODUCTION).exists()
    )
    return platform if is_own else None
