"""The address of the server, below each version of the API; imported with the first request that may be for it."""

from django.urls import path

from config.mcp import server

urlpatterns = [path("", server.view)]
