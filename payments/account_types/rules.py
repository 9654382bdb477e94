"""Rules that look at several fields of one account."""

import re
from collections.abc import Mapping

from stdnum.br import cnpj, cpf

from payments.account_types.fields import Finding, Rule, Severity

_PIX_FORMS = {
    "CPF": (
        r"[0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",
        "11 digits when pixKeyType is CPF",
    ),
    "CNPJ": (
        r"[0-9A-Z]{12}[0-9]{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}",
        "14 characters, the last two digits, when pixKeyType is CNPJ",
    ),
    "EMAIL": (r"[^@\s]+@[^@\s]+", "an e-mail address when pixKeyType is EMAIL"),
    "PHONE": (
        r"\+?[0-9][0-9 ()\-]{7,20}",
        "a telephone number with its country code when pixKeyType is PHONE",
    ),
}
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def pix_key_fits_its_type(account: Mapping[str, str]) -> list[Finding]:
    """Refuse a Pix key that cannot be of the type given, and warn about doubtful ones."""
    key, kind = account["pixKey"], account["pixKeyType"]
    if kind == "RANDOM":
        return [] if _UUID.fullmatch(key) else [_doubt("is not a UUID, as random Pix keys are")]
    pattern, expected = _PIX_FORMS[kind]
    if not re.fullmatch(pattern, key):
        return [Finding("pixKey", f"must be {expected}")]
    tax_number = {"CPF": cpf, "CNPJ": cnpj}.get(kind)
    if tax_number is not None and not tax_number.is_valid(key):
        return [_doubt(f"has check digits (the last two) that do not fit a {kind}")]
    return []


def exactly_one_of(*names: str) -> Rule:
    """Return the rule that one of the fields is given, and only one."""

    def rule(account: Mapping[str, str]) -> list[Finding]:
        if sum(name in account for name in names) == 1:
            return []
        return [Finding("", "must contain exactly one of " + ", ".join(names))]

    return rule


def _doubt(reason: str) -> Finding:
    return Finding("pixKey", reason, Severity.WARNING)
