"""Tests of tenants, API access and the grammar of the API."""
