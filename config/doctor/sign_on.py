"""Checks of the sign-on of staff by the company's OpenID Connect provider."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count
from django.db.models.functions import Lower

from config.doctor.findings import Finding, Level
from platforms.backoffice.sign_in import second_factors

_PAGE = "docs/operator/sign-on.md"


def provider() -> Iterator[Finding]:
    """Report a provider that does not answer, or whose document or keys can't be used."""
    if not settings.OIDC_ISSUER:
        return
    from config.sign_on import provider as asking  # noqa: PLC0415 - the library is for those who sign on

    try:
        asking.keys(is_fresh=True)
    except asking.ProviderError as error:
        message = f"Nobody can sign on by {settings.OIDC_ISSUER}: {error.reason}."
        yield Finding("sign-on", Level.ERROR, message, f"Correct OIDC_ISSUER, or the way to it: {_PAGE}.")


def accounts() -> Iterator[Finding]:
    """Report break-glass accounts that would not open, and addresses by which one person could have two accounts."""
    if not settings.OIDC_ISSUER:
        return
    if not settings.OIDC_PASSWORD_ACCOUNTS:
        message = "OIDC_PASSWORD_ACCOUNTS is empty: without the provider nobody signs in."
        yield Finding("sign-on", Level.WARNING, message, f"Name two accounts: {_PAGE}#break-glass.")
    staff = User.objects.filter(is_active=True, is_staff=True)
    known = {user.username: user for user in staff.filter(username__in=settings.OIDC_PASSWORD_ACCOUNTS)}
    for name in settings.OIDC_PASSWORD_ACCOUNTS:
        lacks = _lacks(known.get(name))
        if lacks:
            message = f"The break-glass account {name} {lacks}."
            yield Finding("sign-on", Level.WARNING, message, f"See {_PAGE}#break-glass.")
    shared = staff.exclude(email="").annotate(address=Lower("email")).values("address").annotate(number=Count("id"))
    number = shared.filter(number__gt=1).count()
    if number:
        message = f"{number} e-mail addresses belong to several open accounts: these people can't sign on."
        yield Finding("sign-on", Level.WARNING, message, "Close all but one account of each person.")


def _lacks(user: User | None) -> str:
    if user is None:
        return "is not there, or is closed"
    if not user.has_usable_password():
        return "has no password"
    if not user.email:
        return "has no e-mail address, by which its person would be known at the provider"
    if settings.STAFF_SECOND_FACTOR and second_factors.find(user.username) is None:
        return "has no second factor yet"
    return ""
