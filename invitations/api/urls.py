"""Paths of the invitations app, relative to the version's base path."""

from django.urls import path

from invitations.api import invitations

urlpatterns = [
    path("invitations", invitations.Invitations.as_view()),
    path("invitations/<str:invitation_code>", invitations.OneInvitation.as_view()),
    path("invitations/<str:invitation_code>/claim", invitations.Claim.as_view()),
    path("invitations/<str:invitation_code>/cancel", invitations.Cancel.as_view()),
]
