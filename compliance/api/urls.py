"""Paths of the compliance app, relative to the version's base path."""

from django.urls import path

from compliance.api import customers

urlpatterns = [
    path("customers", customers.Customers.as_view()),
    # Last of its kind: other resources live at fixed words under /customers.
    path("customers/<str:customer_id>", customers.Customer.as_view()),
]
