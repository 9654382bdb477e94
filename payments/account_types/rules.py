"""Rules that look at several fields of one account, or at one by its circumstances."""

import re
from collections.abc import Mapping

from payments.account_types import addresses, lightning, national
from payments.account_types.fields import Circumstances, Finding, Rule, Severity

_PIX_FORMS = {
    "CPF": (
        r"[0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",
        "11 digits when pixKeyType is CPF",
    ),
    "CNPJ": (
        r"[0-9A-Z]{12}[0-9]{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}",
        "14 characters, the last two digits, when pixKeyType is CNPJ",
    ),
    "EMAIL": (r"[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+", "an e-mail address when pixKeyType is EMAIL"),
    "PHONE": (
        r"\+?[0-9][0-9 ()\-]{7,20}",
        "a telephone number with its country code when pixKeyType is PHONE",
    ),
    "RANDOM": (r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "a UUID when pixKeyType is RANDOM"),
}
_PIX_PHONE = re.compile(r"\+?55[1-9][1-9][0-9]{8,9}|\+(?!55)[1-9][0-9]{7,14}")
"""A number of Brazil with its area, or one of another country."""
_PHONE_CODES = {"BJ": "229", "CG": "242", "CI": "225", "CM": "237", "SN": "221", "TG": "228"}
"""Of countries that share a currency."""


def pix_key_fits_its_type(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse a Pix key that cannot be of the type given, and a tax number that is not the one that the key is."""
    key, kind = account["pixKey"], account["pixKeyType"]
    pattern, expected = _PIX_FORMS[kind]
    if not re.fullmatch(pattern, key):
        # A random key has no form but that of a UUID: one that is played in the sandbox may be any text.
        return [_impossible("pixKey", f"must be {expected}") if kind == "RANDOM" else _malformed(expected)]
    if kind == "PHONE" and not _PIX_PHONE.fullmatch(re.sub(r"[ ()\-]", "", key)):
        return [_impossible("pixKey", f"must be {expected}: +55, the area and the number in Brazil")]
    check = {"CPF": national.cpf_problem, "CNPJ": national.cnpj_problem}.get(kind)
    if check is None:
        return []
    if (problem := check(key)) is not None:
        return [_impossible("pixKey", problem)]
    if national.are_one_taxpayer(key, account["taxId"]):
        return []
    return [_impossible("taxId", "must be the tax number that pixKey is: both are the holder's")]


def number_is_of_the_iban(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse an IBAN of another account than the number beside it."""
    if "iban" not in account or national.is_of_iban(account["accountNumber"], account["iban"]):
        return []
    return [_impossible("iban", "must be the IBAN of the account that accountNumber names; or leave one of them out")]


def bic_fits_the_iban(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse a BIC of a bank that can't hold the account of the IBAN."""
    if "swiftCode" not in account or "iban" not in account:
        return []
    if national.is_bic_for(account["swiftCode"], account["iban"]):
        return []
    return [_impossible("swiftCode", "must be the BIC of a bank in the country of the IBAN, or both must be in SEPA")]


def phone_is_of_the_region(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse a telephone number of another country than the one named."""
    code = _PHONE_CODES[account["region"]]
    problem = national.phone_country_problem(account["phoneNumber"], code=code)
    return [_impossible("phoneNumber", problem)] if problem else []


def spark_address_is_on_its_network(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse an address of another network than the one that is paid on."""
    address = account["address"]
    if addresses.spark_problem(address) is not None or addresses.is_on_spark(address, networks=circumstances.networks):
        return []
    return [_elsewhere("address", circumstances, main='start with "spark1"')]


def lightning_can_be_paid(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
    """Refuse an invoice or an offer of another network than the one that is paid on, or one that has expired."""
    content: lightning.Payable | None
    if "invoice" in account:
        name, content = "invoice", lightning.invoice(account["invoice"])
    else:
        name, content = "bolt12", lightning.offer(account.get("bolt12", ""))
    if content is None:
        return []
    if not lightning.is_on(content, circumstances.networks):
        return [_elsewhere(name, circumstances, main="be of bitcoin's main network (an invoice: lnbc…)")]
    now, end = circumstances.real_now, content.expires_at
    if now is not None and end is not None and end <= now:
        return [_impossible(name, "has expired: ask the payee for a new one")]
    return []


def exactly_one_of(*names: str) -> Rule:
    """Return the rule that one of the fields is given, and only one."""

    def rule(account: Mapping[str, str], circumstances: Circumstances) -> list[Finding]:
        if sum(name in account for name in names) == 1:
            return []
        return [Finding("", "must contain exactly one of " + ", ".join(names))]

    return rule


def _malformed(expected: str) -> Finding:
    return Finding("pixKey", f"must be {expected}")


def _impossible(field: str, reason: str) -> Finding:
    return Finding(field, reason, Severity.INVALID_BANK_ACCOUNT)


def _elsewhere(field: str, circumstances: Circumstances, *, main: str) -> Finding:
    """Return the refusal of what is on another network."""
    if circumstances.test_network:
        return _impossible(field, "must be of the test network that cryptoNetwork names")
    hint = "; for one of a test network, name that as cryptoNetwork" if circumstances.has_test_networks else ""
    return _impossible(field, f"must {main}{hint}")
