"""Public paths of the invitations app that are not part of a version."""

from django.urls import path

from invitations import landing
from platforms.http import languages

_page = languages.spoken(landing.page)

urlpatterns = [
    path("i/<str:code>", _page, name="invitation"),
    # Links of which a part was lost, or to which something was added.
    path("i", _page, {"code": ""}),
    path("i/", _page, {"code": ""}),
    path("i/<path:code>", _page),
]
