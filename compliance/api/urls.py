"""Paths of the compliance app, relative to the version's base path."""

from django.urls import path

from compliance.api import beneficial_owners, bulk_imports, customers, documents, kyc_links, verifications

urlpatterns = [
    path("beneficial-owners", beneficial_owners.BeneficialOwners.as_view()),
    path("beneficial-owners/<str:owner_id>", beneficial_owners.BeneficialOwner.as_view()),
    path("verifications", verifications.Verifications.as_view()),
    path("verifications/<str:verification_id>", verifications.Verification.as_view()),
    path("documents", documents.Documents.as_view()),
    path("documents/<str:document_id>", documents.Document.as_view()),
    path("customers/kyc-link", kyc_links.KycLinkOf.as_view()),
    path("customers/bulk/csv", bulk_imports.CustomersCsv.as_view()),
    path("customers/bulk/jobs/<str:job_id>", bulk_imports.BulkImportJob.as_view()),
    path("customers", customers.Customers.as_view()),
    # Last of its kind: other resources live at fixed words under /customers.
    path("customers/<str:customer_id>", customers.Customer.as_view()),
]
