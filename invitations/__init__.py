"""UMA invitations and their landing page."""
