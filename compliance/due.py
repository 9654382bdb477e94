"""Conditions for due work of this app, in SQL: asked by the scheduler, which imports no models."""

CONDITIONS = {
    "compliance.import_customers": """
        (SELECT TRUE FROM compliance_bulkimport job WHERE job.next_run_at <= %(now)s ORDER BY job.next_run_at LIMIT 1)
    """
}
"""Task → condition; `%(now)s` is real time."""
