"""What happened: events are written with the change they tell of, and kept for 90 days."""
