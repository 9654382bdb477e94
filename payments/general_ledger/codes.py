"""Which account of an accounting system each kind of ledger accounts is there: entered by staff, for each platform."""

import dataclasses
import re
import uuid
from collections.abc import Mapping

from payments.ledger.chart import AccountKind
from payments.models import AccountCode
from platforms import audit
from platforms.base import clock, errors, money
from platforms.database.rows import by_key
from platforms.models import Platform

_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,63}")


@dataclasses.dataclass(frozen=True, slots=True)
class Codes:
    """The codes of a platform by kind and currency; an empty currency stands for all others."""

    by_place: Mapping[tuple[str, str], str]

    def of(self, kind: str, currency: str) -> str:
        """Return the code of a kind of accounts in a currency; empty where it has none."""
        return self.by_place.get((kind, currency)) or self.by_place.get((kind, ""), "")


def of_platform(platform_id: uuid.UUID) -> Codes:
    """Return the codes of a platform: of each kind and currency the one entered last."""
    rows = AccountCode.objects.filter(platform=platform_id).order_by("id").values_list("kind", "currency", "code")
    return Codes({(kind, currency): code for kind, currency, code in rows})


def enter(
    *,
    platform_id: uuid.UUID,
    kind: str,
    currency: str,
    code: str,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> AccountCode:
    """Enter the code of a kind of accounts, in one currency or in all others; an empty one ends the former.

    Raises InvalidInput.
    """
    platform: Platform | None = by_key(Platform.objects, platform_id)
    if platform is None:
        raise errors.InvalidInput.field("platform", "must be a platform that there is")
    problems = []
    if kind not in set(AccountKind):
        problems.append(("kind", "must be a kind of accounts"))
    if currency and currency not in money.SUPPORTED_CURRENCIES:
        problems.append(("currency", "must be a currency that the service knows"))
    if code and not _CODE.fullmatch(code):
        problems.append(("account_code", "must be letters, digits, colons, points and hyphens, 64 at most"))
    if problems:
        raise errors.InvalidInput(problems)
    before = of_platform(platform_id).by_place.get((kind, currency), "")
    row: AccountCode = AccountCode.objects.create(
        platform=platform,
        kind=kind,
        currency=currency,
        code=code,
        entered_at=clock.of(platform, now),
        entered_by=actor.id,
        reason=reason,
    )
    audit.record(
        row,
        "account_code.enter",
        actor=actor,
        now=row.entered_at,
        kind=kind,
        currency=currency,
        code=code,
        before=before,
        reason=reason,
    )
    return row
