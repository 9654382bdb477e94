"""The journal of a period for accounting systems: every entry as CSV; sums by day in formats that they import."""
