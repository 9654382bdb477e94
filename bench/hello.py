"""The bare Django application that the service's speed is measured against: one view, no middleware, no database."""

import secrets

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY=secrets.token_hex(), MIDDLEWARE=[])


def hello(request: HttpRequest) -> HttpResponse:
    """Answer with as little as an API answers."""
    return HttpResponse(b'{"message":"hello, world"}', content_type="application/json")


urlpatterns = [path("hello", hello)]
application = get_wsgi_application()
