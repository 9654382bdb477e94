"""What needs Django: each module has a function `run` that a process of its own calls (`bench.child`)."""
