"""All reports."""

from collections.abc import Mapping
from types import MappingProxyType

from payments.reporting.reports import (
    fee_totals,
    holder_balances,
    outstanding,
    payment_totals,
    revenue,
    settlements,
    trial_balance,
)
from payments.reporting.reports.declared import Report

REPORTS: Mapping[str, Report] = MappingProxyType(
    {each.name: each for each in (payment_totals.REPORT, fee_totals.REPORT, settlements.REPORT, holder_balances.REPORT)}
)
"""Reports of a platform for itself, by their names in addresses."""
_of_staff: dict[str, Report] = {
    each.name: each
    for each in (
        payment_totals.REPORT,
        revenue.REPORT,
        fee_totals.REPORT,
        trial_balance.REPORT,
        settlements.REPORT,
        holder_balances.REPORT,
        outstanding.REPORT,
    )
}
OF_STAFF: Mapping[str, Report] = MappingProxyType(_of_staff)
"""Reports for staff, of one platform or of all."""


def register(report: Report) -> None:
    """Offer staff a report of an app above."""
    _of_staff[report.name] = report
