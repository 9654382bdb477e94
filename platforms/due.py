"""Conditions for due work of this app, in SQL: asked by the scheduler, which imports no models."""

CONDITIONS = {
    "platforms.seal_audit_log": """
        (SELECT max(id) FROM platforms_auditentry)
        > coalesce((SELECT last_id FROM platforms_auditseal ORDER BY number DESC LIMIT 1), 0)
    """
}
"""Task → condition; `%(now)s` is real time."""
