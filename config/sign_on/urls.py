"""Addresses of signing on. The pages, and with them the library, are imported with the first sign-on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from platforms.admin import sign_in
from platforms.backoffice.sign_in import emergency, sessions
from platforms.http import rate_limit


def addresses() -> list[URLPattern]:
    """Return the pages of signing on; they precede those of the admin site. Without the settings they are not there."""
    return [
        path("sign-on/", _page("begin"), name=sessions.SIGN_ON),
        path("sign-on/back/", _page("back"), name="sign_on_back"),
        path("sign-on/finish/", _page("finish", tries=True), name="sign_on_finish"),
        path("sign-on/out/", _page("out"), name="sign_on_out"),
    ]


def _page(view: str, *, tries: bool = False) -> rate_limit.View:
    """Return a page that is limited for each address, the more where it tries something."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not emergency.is_sign_on() or request.method != "GET":
            raise Http404
        from config.sign_on import pages  # noqa: PLC0415 - see above

        return pages.answer(request, view)

    return never_cache(sign_in.limited(answer, methods=("GET",) if tries else ("POST",)))
