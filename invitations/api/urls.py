"""Paths of the invitations app, relative to the version's base path."""

from invitations.api import invitations
from platforms.http.urls import urls

urlpatterns = urls(invitations)
