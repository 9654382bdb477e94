"""Starts the service: embedded servers, the roles and their supervisor. Knows nothing of payments.

Only the standard library, psycopg and the two embedded servers are used here: Django runs in child processes.
"""
