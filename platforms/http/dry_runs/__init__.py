"""Dry runs: `?dryRun=true` tells what a request would do.

The code that does it for real does it, in a database transaction that is always rolled back: so checks, refusals and
amounts can't be others. The transaction gives up soon where somebody else is at work on the same account, and what is
sent or remembered after a commit is not, since none comes. docs/decisions/0084-dry-runs.md
"""

from platforms.http.dry_runs.parameter import PARAMETER, DryRunQuery, is_asked
from platforms.http.dry_runs.rehearsing import STATUS, DryRun, rehearse

__all__ = ["PARAMETER", "STATUS", "DryRun", "DryRunQuery", "is_asked", "rehearse"]
