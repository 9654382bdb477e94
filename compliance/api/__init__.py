"""Endpoints of customers."""
