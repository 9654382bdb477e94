"""Endpoints of invitations."""
