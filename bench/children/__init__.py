"""Parts that need Django: each module has a function `run`, called in a process of its own (`bench.child`)."""
