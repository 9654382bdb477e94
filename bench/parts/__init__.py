"""What is measured: each part makes its databases, and prints its rows."""
