"""All reports."""

from collections.abc import Mapping
from types import MappingProxyType

from payments.reporting.reports import fee_totals, holder_balances, payment_totals, settlements
from payments.reporting.reports.declared import Report

REPORTS: Mapping[str, Report] = MappingProxyType(
    {each.name: each for each in (payment_totals.REPORT, fee_totals.REPORT, settlements.REPORT, holder_balances.REPORT)}
)
"""By their names in addresses, in the order in which people need them."""
