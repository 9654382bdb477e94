"""Delivery of events: claims, senders, the HTTP client, verdicts on answers, approvals, alerts."""
