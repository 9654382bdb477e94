"""Validation of an external account's details: every problem at once, or a clean account."""

import dataclasses
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from payments.account_types import table
from payments.account_types.fields import Circumstances, Field, Finding, Group, Member, Severity
from payments.account_types.rows import AccountType
from platforms.base import names

ROOT = "accountInfo"

# Tells whether a currency has a bank of this name (currency, name); None where any name will do.
KnowsBank: TypeAlias = Callable[[str, str], bool | None]

# From the most general problem to the most specific: the first one present is the error's code.
_PRECEDENCE = (Severity.INVALID_INPUT, Severity.INVALID_CURRENCY, Severity.INVALID_BANK_ACCOUNT)
# Control characters, lone surrogates, line and paragraph separators.
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}


IN_PRODUCTION = Circumstances()


class AccountInfoInvalid(Exception):
    """The account cannot be accepted: `errors` names each field and the reason."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        """Keep the errors in the order of the fields and choose the code of the whole."""
        findings = list(findings)
        self.errors: list[tuple[str, str]] = [(finding.field, finding.reason) for finding in findings]
        present = {finding.severity for finding in findings}
        self.code: str = next(level for level in _PRECEDENCE if level in present).value
        super().__init__(f"{self.code}: " + ", ".join(field for field, _ in self.errors))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedAccount:
    """An account ready to be stored; `info` is stored and shown again."""

    account_type: AccountType
    info: dict[str, Any]
    primary_identifier: str
    beneficiary_name: str | None
    warnings: list[dict[str, str]]


def validate(
    account_info: object,
    *,
    currency: str,
    knows_bank: KnowsBank | None = None,
    circumstances: Circumstances = IN_PRODUCTION,
) -> ValidatedAccount:
    """Check an external account's `accountInfo` against the row of its type.

    Unknown fields are left out. Raises AccountInfoInvalid, with all problems, and nothing else.
    """
    given = _mapping(account_info)
    row = _row(given)
    own, findings = _read(given, row.fields, ROOT)
    identifying = _identifying(row, own)
    is_played = identifying is not None and circumstances.is_played(own[identifying.name])
    if identifying is not None and is_played:
        findings = _warnings_of(findings, f"{ROOT}.{identifying.name}")
    if not _errors(findings):
        found = [_under_root(finding) for rule in row.rules for finding in rule(own, circumstances)]
        findings += _warnings_of(found) if is_played else found
    findings += _currency_findings(row, currency)
    findings += _bank_findings(own, currency, knows_bank)
    beneficiary, beneficiary_findings = _read_beneficiary(given, row)
    findings += beneficiary_findings

    errors = _errors(findings)
    if errors:
        raise AccountInfoInvalid(errors)
    return ValidatedAccount(
        account_type=row,
        info=_info(row, own, beneficiary),
        primary_identifier=identifying.identity(own[identifying.name]) if identifying else "",
        beneficiary_name=beneficiary.get("fullName") or beneficiary.get("legalName"),
        warnings=[
            {"field": finding.field, "reason": finding.reason}
            for finding in findings
            if finding.severity is Severity.WARNING
        ],
    )


def _mapping(account_info: object) -> Mapping[str, object]:
    if not isinstance(account_info, Mapping):
        raise AccountInfoInvalid([Finding(ROOT, "must be an object")])
    return account_info


def _row(given: Mapping[str, object]) -> AccountType:
    path = f"{ROOT}.accountType"
    if "accountType" not in given:
        raise AccountInfoInvalid([Finding(path, "is required")])
    code = given["accountType"]
    if not isinstance(code, str) or code not in table.ACCOUNT_TYPES:
        reason = "must be one of " + ", ".join(sorted(table.ACCOUNT_TYPES))
        raise AccountInfoInvalid([Finding(path, reason)])
    return table.get(code)


def _read(given: Mapping[str, object], members: Iterable[Member], path: str) -> tuple[dict[str, Any], list[Finding]]:
    """Return the values of the members that are given and right, and what is wrong with others."""
    values: dict[str, Any] = {}
    findings: list[Finding] = []
    for member in members:
        here = f"{path}.{member.name}"
        if isinstance(member, Field) and member.may_be_empty and not _is_seen(given.get(member.name, "")):
            if member.may_be_empty(given):
                values[member.name] = ""
                continue
            if member.name in given:
                findings.append(Finding(here, "is required: addresses of this country have one"))
                continue
        if member.name not in given:
            if member.required:
                findings.append(Finding(here, "is required"))
            continue
        value = given[member.name]
        if isinstance(member, Group):
            values[member.name], inner = _read_group(value, member, here)
            findings += inner
            continue
        text, finding = _read_field(value, member, here)
        values[member.name] = text
        if finding:
            findings.append(finding)
    return values, findings


def _read_group(value: object, group: Group, path: str) -> tuple[dict[str, Any], list[Finding]]:
    if not isinstance(value, Mapping):
        return {}, [Finding(path, "must be an object")]
    return _read(value, group.members, path)


def _read_field(value: object, field: Field, path: str) -> tuple[str, Finding | None]:
    """Return the text of one field, and what is wrong or odd about it."""
    if not isinstance(value, str):
        return "", Finding(path, f"must be a string: {field.expected}")
    # Blanks around a name mean nothing; blanks around a number are a mistake to point at.
    text = value if field.pattern or field.choices else value.strip() if _is_seen(value) else ""
    # The length comes first, so that an enormous text costs nothing.
    if not field.min_length <= len(text) <= field.max_length:
        return "", Finding(path, f"must be {field.expected}")
    if any(_is_unprintable(character) for character in text):
        return "", Finding(path, "must not contain control characters")
    if field.choices and text not in field.choices:
        return "", Finding(path, f"must be {field.expected}")
    if field.pattern and not re.fullmatch(field.pattern, text):
        return "", Finding(path, f"must be {field.expected}")
    reason = field.check(text) if field.check else None
    return text, Finding(path, reason, field.severity) if reason else None


def _is_seen(value: object) -> bool:
    """Tell whether something of a text is seen; what is no text is for others to refuse."""
    return not isinstance(value, str) or not names.shows_nothing(value)


def _is_unprintable(character: str) -> bool:
    return character in names.DIRECTION_OVERRIDES or unicodedata.category(character) in _UNPRINTABLE


def _read_beneficiary(given: Mapping[str, object], row: AccountType) -> tuple[dict[str, Any], list[Finding]]:
    """Return the beneficiary, read by the rules for its kind; wallets have none."""
    kinds = row.beneficiaries
    if not kinds:
        return {}, []
    path = f"{ROOT}.beneficiary"
    if "beneficiary" not in given:
        return {}, [Finding(path, "is required")]
    beneficiary = given["beneficiary"]
    if not isinstance(beneficiary, Mapping):
        return {}, [Finding(path, "must be an object")]
    if "beneficiaryType" not in beneficiary:
        return {}, [Finding(f"{path}.beneficiaryType", "is required")]
    kind = beneficiary["beneficiaryType"]
    if not isinstance(kind, str) or kind not in kinds:
        return {}, [Finding(f"{path}.beneficiaryType", "must be one of " + ", ".join(kinds))]
    values, findings = _read(beneficiary, kinds[kind].members, path)
    return {"beneficiaryType": kind, **values}, findings


def _currency_findings(row: AccountType, currency: str) -> list[Finding]:
    if currency in row.currencies:
        return []
    reason = f"must be {' or '.join(row.currencies)} for an account of type {row.code}"
    return [Finding("currency", reason, Severity.INVALID_CURRENCY)]


def _bank_findings(own: Mapping[str, str], currency: str, knows_bank: KnowsBank | None) -> list[Finding]:
    name = own.get("bankName")
    if knows_bank is None or not name or knows_bank(currency, name) is not False:
        return []
    reason = f"must be the bankName of a bank that GET /discoveries lists for {currency}"
    return [Finding(f"{ROOT}.bankName", reason, Severity.INVALID_BANK_ACCOUNT)]


def _under_root(finding: Finding) -> Finding:
    return finding._replace(field=f"{ROOT}.{finding.field}" if finding.field else ROOT)


def _identifying(row: AccountType, own: Mapping[str, str]) -> Field | None:
    """Return the field that identifies the account, of several the one that is given; None when none is."""
    return next((field for field in row.fields if field.name in row.primary_identifier and field.name in own), None)


def _warnings_of(findings: Iterable[Finding], field: str | None = None) -> list[Finding]:
    """Return findings, of which those about accounts that can't exist only warn: of one field, or all."""
    return [
        finding._replace(severity=Severity.WARNING)
        if finding.severity is Severity.INVALID_BANK_ACCOUNT and field in {None, finding.field}
        else finding
        for finding in findings
    ]


def _errors(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is not Severity.WARNING]


def _info(row: AccountType, own: dict[str, Any], beneficiary: dict[str, Any]) -> dict[str, Any]:
    """Return the public `accountInfo`: the rails are those of the type."""
    info = {"accountType": row.code, **own}
    if row.rails:
        info["paymentRails"] = list(row.rails)
    if beneficiary:
        info["beneficiary"] = beneficiary
    return info
