"""Races: real threads and a real database. Each has a control that shows the race without its protection."""
