"""Outgoing events and their delivery. Knows tenants, never the domain models behind an event's snapshot.

outbox      what happened: `events.emit`, the types of events, how long they are kept
delivery    who sends which event when, the HTTP client, what an answer means, approvals, alerts
signing     keys and secrets, and the public halves for everybody
developer   a test event, and `manage.py listen`
models, api, admin, tasks.py: tables, endpoints, screens, scheduled work

Other apps use `outbox.events`, `outbox.event_types`, `delivery.client` and `delivery.approvals`.
"""
