"""The review desk: assignments, the facts that a decision is based on, and its effects."""
