"""The review desk: who has a case, what a decision is based on, and what it does."""
