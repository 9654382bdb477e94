"""The rail of a payment, as reports group payments: the type of its outside account, UMA, or none."""

from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef, Q

from payments.account_types import table
from payments.models import ExternalAccount, Transaction
from platforms.backoffice import columns

UMA, INTERNAL = "UMA", "INTERNAL"
_BY_UMA = Q(sender__startswith="$") | Q(receiver__startswith="$")


def choices() -> Sequence[tuple[str, str]]:
    """Return the rails with their words."""
    of_accounts = sorted((code, columns.words(code)) for code in table.ACCOUNT_TYPES)
    return [(UMA, "UMA"), (INTERNAL, "Internal, without a rail"), *of_accounts]


def paid_by(rail: str) -> Q:
    """Return the condition for payments over a rail."""
    if rail == UMA:
        return _BY_UMA
    if rail == INTERNAL:
        return ~_BY_UMA & Q(external_account=None)
    outside = ExternalAccount.objects.filter(pk=OuterRef("external_account_id"), account_type=rail)
    return ~_BY_UMA & Q(external_account__isnull=False) & Q(Exists(outside))


def load(payments: Iterable[Transaction]) -> None:
    """Find the rails of payments at once; `of` then costs nothing."""
    keys = {payment.external_account_id for payment in payments} - {None}
    types = dict(ExternalAccount.objects.filter(pk__in=keys).values_list("pk", "account_type")) if keys else {}
    for payment in payments:
        payment.rail_of_account = types.get(payment.external_account_id, INTERNAL)  # type: ignore[attr-defined]


def of(payment: Transaction) -> str:
    """Return the code of a payment's rail."""
    if payment.sender.startswith("$") or payment.receiver.startswith("$"):
        return UMA
    if not hasattr(payment, "rail_of_account"):
        load([payment])
    return str(payment.rail_of_account)  # type: ignore[attr-defined]
