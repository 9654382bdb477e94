"""Endpoints for other institutions: the paths of the UMA protocol. No versions, no tokens; messages are signed."""
