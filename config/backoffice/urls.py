"""Addresses of the back office. Importing this module registers the pages of all apps."""

from django.contrib import admin
from django.urls import include, path

from config.backoffice import help as page_help
from config.backoffice import names
from config.sign_on import urls as sign_on
from platforms.admin import sign_in
from platforms.backoffice import search

admin.autodiscover()
page_help.apply()
names.count()

urlpatterns = [
    path("", include(sign_in.addresses())),
    path("", include(sign_on.addresses())),
    path("search", admin.site.admin_view(search.page), name="search"),
    path("", admin.site.urls),
]
