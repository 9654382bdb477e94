"""Reactions to what the apps below announce."""
