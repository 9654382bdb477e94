"""API plumbing: authentication, permissions, idempotency, pagination, errors, fields, views, the OpenAPI document."""
