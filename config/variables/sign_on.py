"""How the variables of the sign-on by OpenID Connect become values, as `config.variables.kinds` does for others."""

import re

from config.variables import kinds

_LONGEST_ISSUER = 255
STAFF_ROLES = ("support", "reviewer", "lead reviewer", "operations", "administrator")
"""The values of `platforms.backoffice.actions.Role`: the launcher does without that module."""


def issuer(value: str) -> str:
    """Take the name of an OpenID Connect provider, which is an address: nothing may follow the path."""
    try:
        kinds.public_address(value)
    except kinds.Wrong:
        what = "must be an address without user, query and fragment, such as https://login.example.com"
        raise kinds.Wrong(what) from None
    if len(value) > _LONGEST_ISSUER:
        raise kinds.Wrong(f"must have at most {_LONGEST_ISSUER} characters")
    return value


def printable_secret(value: str) -> str:
    """Take a secret that others have chosen: ASCII, no spaces."""
    if not re.fullmatch(r"[!-~]+", value):
        raise kinds.Wrong("must be printable ASCII characters without spaces")
    return value


def scopes(value: str) -> list[str]:
    """Take the scopes that a provider is asked for, separated by commas; `openid` is one of them."""
    asked = kinds.words(value)
    if "openid" not in asked or not all(re.fullmatch(r"[!#-\[\]-~]+", scope) for scope in asked):
        raise kinds.Wrong("must be scopes, separated by commas, with openid among them")
    return asked


def roles_of_groups(value: str) -> dict[str, list[str]]:
    """Take groups of a provider, each with a role: `payments-support=support,payments-leads=lead reviewer`.

    A group may stand several times. The role is behind the last `=`.
    """
    found: dict[str, list[str]] = {}
    for word in kinds.words(value):
        group, _, role = (part.strip() for part in word.rpartition("="))
        if not group or role not in STAFF_ROLES:
            raise kinds.Wrong(
                f"must be GROUP=ROLE, several separated by commas; the roles are {', '.join(STAFF_ROLES)}"
            )
        found.setdefault(group, []).append(role)
    return found


def claims(value: str) -> list[tuple[str, str]]:
    """Take claims of a token, each with a value: `amr=mfa,acr=urn:example:two`."""
    found = [tuple(part.strip() for part in word.partition("=")[::2]) for word in kinds.words(value)]
    if not all(name and what for name, what in found):
        raise kinds.Wrong("must be CLAIM=VALUE, several separated by commas, such as amr=mfa")
    return [(name, what) for name, what in found]
