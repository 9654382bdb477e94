"""The OpenAPI document, and replies held against it."""
