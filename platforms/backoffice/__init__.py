"""The base of the back office: read-only pages, and the columns, links and tables that they are made of.

Each app's `admin/` registers its models with `read_only.ReadOnlyAdmin`. Nothing here knows a domain model; pages
of different apps find each other through the admin site's registry.
"""
