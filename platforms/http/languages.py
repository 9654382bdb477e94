"""The languages of pages for everybody: which one a reader gets, and how it writes days, countries and amounts.

A view that is not `spoken` answers in English, whatever the browser asks for: the API, its documents, the back office.
"""

import datetime as dt
import functools
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from platforms.base import countries, money

PARAMETER = "lang"
"""The parameter of an address that chooses a language."""
_AS_IN = {"en": "en_GB", "pt": "pt_BR"}
"""Whose way of writing a language without a country takes."""
_KEPT_SECONDS = 24 * 3600
_FOUND_BY = {
    "HK": {"en": "Hong Kong", "de": "Hongkong", "es": "Hong Kong", "pt": "Hong Kong", "fr": "Hong Kong"},
    "MO": {"en": "Macao", "de": "Macau", "es": "Macao", "pt": "Macau", "fr": "Macao"},
}
"""Names under which people look for a country whose official name begins with another word in some language."""


def of(request: HttpRequest) -> str:
    """Return the code of the reader's language: as chosen by the address, then before, then as the browser asks."""
    return _chosen(request) or translation.get_language_from_request(request)


def _chosen(request: HttpRequest) -> str:
    """Return the language that the address asks for, with or without a country; empty for one that is not spoken."""
    try:
        return translation.get_supported_language_variant(request.GET.get(PARAMETER, "").lower())
    except LookupError:
        return ""


def spoken(
    view: Callable[..., HttpResponseBase], *, kept_below: Callable[..., str] | None = None
) -> Callable[..., HttpResponseBase]:
    """Let a view answer in the reader's language.

    `kept_below` takes the view's arguments and returns the path below which a language that the address chose is kept
    for a day, in a cookie that holds its code and nothing else.
    """

    @functools.wraps(view)
    def answer(request: HttpRequest, **arguments: str) -> HttpResponseBase:
        language = request.language = of(request)  # type: ignore[attr-defined]
        with translation.override(language):
            response = view(request, **arguments)
        response["Content-Language"] = language
        if kept_below is not None and isinstance(response, HttpResponse) and _chosen(request):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=_KEPT_SECONDS,
                path=kept_below(**arguments),
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return answer


def at(request: HttpRequest) -> str:
    """Return the language in which a request is answered, also by what answers for a view that has failed."""
    return str(getattr(request, "language", settings.LANGUAGE_CODE))


def choices() -> list[dict[str, Any]]:
    """Return all languages, each by its own name, with the address of the same page in it."""
    current = translation.get_language()
    return [
        {"code": code, "name": name, "url": f"?{PARAMETER}={code}", "is_current": code == current}
        for code, name in settings.LANGUAGES
    ]


def day_in_words(day: dt.date) -> str:
    """Return a day as people write it in the language: 31 January 1990."""
    return str(format_date(day, "long", locale=_locale()))


@functools.cache
def _months(language: str) -> dict[str, int]:
    """Return the numbers of months by their names and short names, without accents, in small letters."""
    return {
        _plain(name).strip("."): number
        for code in (settings.LANGUAGE_CODE, language)
        for form in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in Locale.parse(_AS_IN.get(code, code)).months[form][width].items()
    }


def month(name: str) -> int | None:
    """Return the number of a month by its name in the language or in English, whole or short; None for another word."""
    return _months(_language()).get(_plain(name).strip("."))


def country(code: str) -> str:
    """Return the name of a country in the language; a code without a name unchanged."""
    short = _FOUND_BY.get(code, {}).get(_language())
    return short or str(_locale().territories.get(code, code))


def all_countries() -> list[tuple[str, str]]:
    """Return codes and names of all countries in the order of the language's alphabet."""
    return _all_countries(_language())


@functools.cache
def _all_countries(language: str) -> list[tuple[str, str]]:
    with translation.override(language):
        named = [(code, country(code)) for code in countries.CODES]
    # In all these languages a letter with an accent stands with the one without.
    return sorted(named, key=lambda each: (_plain(each[1]), each[1]))


def amount(units: int, currency_code: str) -> str:
    """Return an amount of the smallest unit in the currency's major unit, exact: 1234 USD is `12,34 USD` in German."""
    decimals = money.currency(currency_code).decimals
    pattern = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    return f"{format_decimal(Decimal(units).scaleb(-decimals), format=pattern, locale=_locale())} {currency_code}"


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


def _locale() -> Locale:
    language = _language()
    return Locale.parse(_AS_IN.get(language, language))


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
