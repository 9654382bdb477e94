"""Servers and programs that tests talk to."""
