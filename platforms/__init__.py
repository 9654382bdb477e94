"""Tenants, API access, audit, and the grammar that every API view shares. Knows no domain above it."""
