"""Lightning: a node behind its REST interface."""
