"""Outgoing events and their delivery. Knows tenants, never the domain models whose snapshots it carries."""
