"""Who may do what in the back office."""
