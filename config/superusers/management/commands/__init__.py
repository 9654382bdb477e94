"""The command that makes a superuser."""
