"""Paths of the platforms app, relative to the version's base path."""

from django.urls import path

from platforms.api import config, tokens

urlpatterns = [
    path("config", config.Config.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<str:token_id>", tokens.Token.as_view()),
]
