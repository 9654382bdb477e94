"""Measures the service against the limits of the machine it runs on: `make bench`. Not part of the service."""
