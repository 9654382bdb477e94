"""Tenants, API access, audit, and the rules shared by all API views. Knows no domain above it.

base        money, identifiers, errors, clock, states: what every app is built from
database    the backend for PostgreSQL, prepared statements, batches, statements sent together
encryption  encryption of stored data, and the seals of logs
http        views, authentication, idempotency, rate limits, errors, fields: how the API is written
backoffice  pages that only show, staff actions and their dialogs, proposals, how staff sign in
operations  platforms, tokens, configuration, domains, work that fails; audit.py writes the audit log
models, api, admin, tasks.py: tables, endpoints, screens, scheduled work
kit         where landed migrations find what has moved; nothing else takes anything from it
"""
