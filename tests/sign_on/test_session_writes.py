"""What a page writes into a session while the database takes no writes."""

import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.exception import convert_exception_to_response
from django.db import connection
from django.http import HttpRequest, HttpResponse

from platforms.backoffice.actions import Role
from tests.backoffice.access.conftest import signed_in


@pytest.mark.django_db(transaction=True)
def test_the_request_is_not_called_malformed(rf):
    """Before, the reply was 400."""
    client = signed_in("anna", Role.REVIEWER).client
    request = rf.get("/admin/", headers={"Accept": "text/html"})
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}

    def page(request: HttpRequest) -> HttpResponse:
        request.session["chosen"] = "this"
        connection.cursor().execute("SET default_transaction_read_only = on")
        return HttpResponse("a page")

    reply = convert_exception_to_response(SessionMiddleware(page))(request)

    assert isinstance(reply, HttpResponse)
    assert (reply.status_code, reply["Content-Type"]) == (503, "text/html; charset=utf-8")
    assert "chosen" not in client.session
