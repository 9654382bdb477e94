"""The end of a month in the back office: its close by two people, and what accounting systems take of it."""
