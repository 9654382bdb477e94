"""What tests share: factories, servers to talk to, races, and patience."""
