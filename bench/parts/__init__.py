"""The parts of the benchmark: each makes its databases, and prints its rows."""
