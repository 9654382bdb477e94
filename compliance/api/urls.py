"""Paths of the compliance app, relative to the version's base path."""

from django.urls import path

from compliance.api import customers, documents, kyc_links

urlpatterns = [
    path("documents", documents.Documents.as_view()),
    path("documents/<str:document_id>", documents.Document.as_view()),
    path("customers/kyc-link", kyc_links.KycLinkOf.as_view()),
    path("customers", customers.Customers.as_view()),
    # Last of its kind: other resources live at fixed words under /customers.
    path("customers/<str:customer_id>", customers.Customer.as_view()),
]
