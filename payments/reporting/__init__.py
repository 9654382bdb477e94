"""Totals, dashboard metrics, statements and exports."""
