"""The back office as one site: its start page, its roles, its look."""
