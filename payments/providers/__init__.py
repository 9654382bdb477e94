"""Providers: ports to the outside, the registry that selects adapters, and the adapters."""
