"""Superusers are made with the owner's address of the database. An app, so that its command comes before Django's."""
