"""Paths of the compliance app, relative to the version's base path."""

from compliance.api import beneficial_owners, bulk_imports, customers, documents, kyc_links, verifications
from platforms.http.urls import urls

# Customers last: other resources live at fixed words under /customers.
urlpatterns = urls(beneficial_owners, verifications, documents, kyc_links, bulk_imports, customers)
