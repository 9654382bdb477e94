"""The outbox: events are written with the change that they report, and kept for 90 days."""
