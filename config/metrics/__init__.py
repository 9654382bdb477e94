"""`/metrics` for Prometheus.

`endpoint` checks access, and adds up the counts of web processes (`platforms.base.metrics`); `figures` asks the
database, the broker and the disk; `statements` is the SQL for that.
"""
