"""The ground of the back office: pages that only show, and the columns, links and tables they are made of.

Each app's `admin/` registers its models with `read_only.ReadOnlyAdmin`. Nothing here knows a domain model; pages
of different apps find each other through the admin site's registry.
"""
