"""Where the outside world is: ports, the registry that picks their adapters, and the adapters."""
