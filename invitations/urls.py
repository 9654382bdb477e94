"""Public paths of the invitations app that are not part of a version."""

from django.urls import path

from invitations import landing

urlpatterns = [path("i/<str:code>", landing.page, name="invitation")]
