"""Outcomes that the sandbox is told to give."""
