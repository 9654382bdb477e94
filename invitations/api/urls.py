"""Paths of the invitations app, relative to the version's base path."""

from invitations.api import invitations
from platforms.rest.urls import urls

urlpatterns = urls(invitations)
