"""Comparing people with lists of sanctions and of politically exposed persons."""
