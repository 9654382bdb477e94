"""What is counted and exported: totals, figures, statements."""
