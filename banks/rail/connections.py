"""Bank connections: entered, replaced and ended by two members of staff each time."""

import datetime as dt
import posixpath
import re
import uuid
from collections.abc import Iterable
from typing import Any

from banks.formats.nacha import EntryClass
from banks.formats.records import Unwritable
from banks.models import BankConnection, DeliveryWay, RailRoute
from banks.rail import formats, terms
from payments.account_types import checks
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform
from platforms.models.platform import Environment

_SAFE_PATH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_SFTP_PATH = re.compile(r"/?[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?")
_USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._@-]*")
_KEY = re.compile(r"(ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|ssh-rsa) [A-Za-z0-9+/=]+")
Problems = list[tuple[str, str]]


class ConnectionNotFound(errors.DomainError):
    """There is no such connection, or it has ended."""

    code = "NOT_FOUND"
    message = "There is no such bank connection, or it has ended."


class NameTaken(errors.DomainError):
    """Another connection has the name."""

    code = "INVALID_INPUT"
    message = "Another bank connection has this name. Replace that one, or choose another name."


class ConnectionInUse(errors.DomainError):
    """Routes lead to the connection."""

    code = "INVALID_INPUT"
    message = "Routes lead to this bank connection. End them first."


def enter(*, reason: str, actor: audit.Actor, now: dt.datetime, **entered: Any) -> BankConnection:
    """Enter a connection, with the columns of its row. Raises InvalidInput and NameTaken."""
    connection = _made(entered, reason=reason, actor=actor, now=now)
    _save(connection)
    audit.record(_InNoPlatform(connection), "bank_connection.enter", actor=actor, now=now, **_audited(connection))
    return connection


def replace(
    *, connection: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime, **entered: Any
) -> BankConnection:
    """End a connection, and enter another of its name and platform. Open batches stay with the former one.

    Raises ConnectionNotFound, and as `enter` does.
    """
    former = _open(connection)
    made = _made({**entered, "name": former.name, "platform": former.platform_id}, reason=reason, actor=actor, now=now)
    former.ended_at = now
    former.save(update_fields=["ended_at"])
    _save(made)
    details = _audited(made) | {"replaces": former.public_id}
    audit.record(_InNoPlatform(made), "bank_connection.replace", actor=actor, now=now, **details)
    return made


def end(*, connection: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> BankConnection:
    """End a connection without routes. Raises ConnectionNotFound and ConnectionInUse."""
    former = _open(connection)
    require_unused(former)
    former.ended_at = now
    former.save(update_fields=["ended_at"])
    audit.record(_InNoPlatform(former), "bank_connection.end", actor=actor, now=now, reason=reason)
    return former


def require_unused(connection: BankConnection) -> None:
    """Raise ConnectionInUse if a route leads to a connection."""
    if RailRoute.objects.filter(connection_name=connection.name, ended_at=None).exists():
        raise ConnectionInUse


def current(name: str) -> BankConnection | None:
    """Return the current connection of a name."""
    found: BankConnection | None = (
        BankConnection.objects.select_related("platform").filter(name=name, ended_at=None).first()
    )
    return found


def now_of(connection: BankConnection, real_now: dt.datetime) -> dt.datetime:
    """Return the time by the clock of a connection: its sandbox platform's, or the machine's."""
    return clock.of(connection.platform, real_now)


class _InNoPlatform:
    """The subject of audit rows about a connection; without a platform if it serves all of production."""

    def __init__(self, connection: BankConnection) -> None:
        self.platform_id, self.public_id = connection.platform_id, connection.public_id


def _open(key: uuid.UUID | None) -> BankConnection:
    found = by_key(BankConnection.objects.select_for_update(of=("self",)).filter(ended_at=None), key)
    if found is None:
        raise ConnectionNotFound
    return found


def _save(connection: BankConnection) -> None:
    BankConnection.objects.bulk_create([connection], ignore_conflicts=True)
    if not BankConnection.objects.filter(id=connection.id).exists():
        raise NameTaken


def _audited(connection: BankConnection) -> dict[str, object]:
    audited = [name for name, term in _ALL.items() if term.is_audited]
    return {name: getattr(connection, name) for name in (*audited, "reason")}


def _made(entered: dict[str, Any], *, reason: str, actor: audit.Actor, now: dt.datetime) -> BankConnection:
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "must say why")
    connection = draft(**entered, now=now)
    connection.entered_by, connection.reason = actor.proposed_by or actor.id, reason.strip()
    return connection


def draft(*, now: dt.datetime, platform: uuid.UUID | None = None, **entered: Any) -> BankConnection:
    """Return the connection of these terms, not stored. Raises InvalidInput."""
    problems: Problems = []
    values: dict[str, Any] = {"cut_offs": [], "holidays": [], "worked_days": []}
    for name, value in ({"cut_offs": ""} | entered).items():
        try:
            values[name] = terms.read(_ALL[name], value)
        except ValueError as refusal:
            problems.append((name, str(refusal)))
    connection = BankConnection(**values, platform_id=platform, created_at=now)
    connection.account_number = connection.account_number.replace(" ", "")
    for name, term in _ALL.items():
        value, longest = getattr(connection, name), getattr(BankConnection._meta.get_field(name), "max_length", None)
        if longest and isinstance(value, str) and len(value) > longest:
            problems.append((name, f"must have at most {longest} characters"))
        if problem := terms.problem(term, value):
            problems.append((name, problem))
    for check in _CHECKS_OF_SEVERAL:
        problems += check(connection)
    sandboxes = Platform.objects.exclude(environment=Environment.PRODUCTION)
    if platform is not None and not sandboxes.filter(id=platform).exists():
        problems.append(("platform", "must be a sandbox platform; empty: all production platforms"))
    if not problems:
        problems += _format_problems(connection, now)
    if problems:
        raise errors.InvalidInput(problems)
    return connection


def _account_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    if connection.owner_town and not connection.owner_country:
        yield "owner_country", "must be given with the town: banks take no address without its country"
    if (connection.owner_street or connection.owner_postal_code) and not connection.owner_town:
        yield "owner_town", "must be given with the street or postal code: banks take no address without its town"
    if connection.account_number[:2].isalpha() and (problem := checks.iban_problem(connection.account_number)):
        yield "account_number", problem


def _format_choice_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    if not (connection.credit_format or connection.debit_format):
        yield "credit_format", "must be given, or the format of debits"
    for field in ("credit_format", "debit_format"):
        chosen = formats.FORMATS.get(getattr(connection, field))
        if chosen and chosen.currency not in {None, connection.currency}:
            yield field, f"must fit the currency of the account: it is for {chosen.currency}"


def _nacha_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    if connection.needs_addresses and connection.credit_format == "NACHA_CREDIT":
        yield "needs_addresses", "must not be chosen for NACHA: its files carry no addresses"
    if connection.balances_files and not {connection.credit_format, connection.debit_format} & formats.NACHA:
        yield "balances_files", "must not be chosen without NACHA: other files name the account once for all payments"
    for field, wrong in (("credit_description", EntryClass.WEB), ("debit_description", EntryClass.PPD)):
        if formats.RESERVED.get(getattr(connection, field).upper()) is wrong:
            kept_for = "purchases, which are debits" if wrong is EntryClass.WEB else "wages, which are credits"
            yield field, f"must be another word: Nacha keeps this one for {kept_for}"


def _calendar_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    if both := sorted(set(connection.holidays) & set(connection.worked_days)):
        yield "worked_days", f"must not be bank holidays too: {both[0]}"


def _charge_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    amount, of_day = connection.max_charge, connection.max_day_charges
    has_rule = amount is not None or connection.max_charge_share is not None
    if has_rule and of_day is None:
        yield "max_day_charges", "must say how much of a day such charges may be together"
    if not has_rule and of_day is not None:
        yield "max_day_charges", "must be empty where no charge is booked without people"
    if amount is not None and of_day is not None and of_day < amount:
        yield "max_day_charges", "must be at least the largest charge of one line"


def _delivery_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    if connection.delivery == DeliveryWay.FOLDER:
        for field in ("folder", "answers_folder"):
            path = getattr(connection, field)
            if (path or field == "folder") and not _SAFE_PATH.fullmatch(path):
                yield field, "must be a path of letters, digits, points, hyphens and slashes below BANK_FILES_FOLDER"
        return
    if connection.delivery != DeliveryWay.SFTP:
        return
    patterns = {"folder": _SFTP_PATH, "sftp_host": _HOST, "sftp_user": _USER, "sftp_host_key": _KEY}
    for field, pattern in patterns.items():
        if not pattern.fullmatch(getattr(connection, field)):
            yield field, "must be given for SFTP, in its usual form"
    if connection.answers_folder and not _SFTP_PATH.fullmatch(connection.answers_folder):
        yield "answers_folder", "must be a path on the server, or empty"


def _folder_problems(connection: BankConnection) -> Iterable[tuple[str, str]]:
    """Find folders from which files of others would be taken: what is fetched is removed there."""
    answers, out = _place(connection, connection.answers_folder), _place(connection, connection.folder)
    if answers and answers == out:
        yield "answers_folder", "must be another folder than that of files to the bank"
    for other in BankConnection.objects.filter(ended_at=None).exclude(name=connection.name):
        theirs = _place(other, other.answers_folder)
        if answers and answers in {theirs, _place(other, other.folder)}:
            yield (
                "answers_folder",
                f"must not be a folder of the bank connection {other.name}: its files would be taken",
            )
        if theirs and theirs == out:
            yield "folder", f"must not be the folder of files from the bank of {other.name}: it would take ours"


def _place(connection: BankConnection, folder: str) -> tuple[object, ...]:
    """Return where a folder is; empty without one."""
    if not folder:
        return ()
    path = posixpath.normpath(folder)
    if connection.delivery == DeliveryWay.FOLDER:
        return (path,)
    return (connection.sftp_host.lower(), connection.sftp_port, connection.sftp_user, path)


_ALL = {"name": terms.NAME, **terms.TERMS}
_CHECKS_OF_SEVERAL = (
    *(_account_problems, _format_choice_problems, _nacha_problems, _calendar_problems, _charge_problems),
    *(_delivery_problems, _folder_problems),
)
_SAMPLE: dict[str, Any] = {
    "name": "A",
    "isBusiness": False,
    "number": "DE89370400440532013000",
    "isIban": True,
    "bic": "",
    "clearingNumber": "021000021",
    "country": "DE",
    "town": "Berlin",
    "remittance": "",
}


def _format_problems(connection: BankConnection, now: dt.datetime) -> Iterable[tuple[str, str]]:
    """Try each format with one payment, so that unusable fields of the connection are found before the first batch."""
    for field in ("credit_format", "debit_format"):
        if not (key := getattr(connection, field)):
            continue
        is_iban = formats.FORMATS[key].profile.needs_iban
        content = _SAMPLE if is_iban else _SAMPLE | {"number": "12345678", "isIban": False}
        if formats.FORMATS[key].scheme:
            content = content | {"mandate": {"id": "M1", "signedOn": now.date().isoformat()}}
        try:
            formats.file_of(
                connection=connection,
                key=key,
                items=[formats.Item("TRIAL", 1, content)],
                message_id="TRIAL",
                created=now,
                value_date=now.date(),
            )
        except Unwritable as refusal:
            described = "debit_description" if field == "debit_format" else "credit_description"
            column = described if refusal.field.endswith(".description") else _FIELDS.get(refusal.field, field)
            yield column, f"does not fit the format: {refusal.text}"


_FIELDS = {
    "owner.name": "owner_name",
    "company_name": "owner_name",
    "origin_name": "owner_name",
    "owner.country": "owner_country",
    "owner.town": "owner_town",
    "owner.postal_code": "owner_postal_code",
    "owner.address": "owner_street",
    "account.number": "account_number",
    "account.bic": "bic",
    "account.clearing_number": "clearing_number",
    "destination": "clearing_number",
    "own_account.routing_number": "clearing_number",
    "own_account.account_number": "account_number",
    "destination_name": "bank_name",
    "origin": "sender_id",
    "company_id": "sender_id",
    "collection.creditor_id": "sender_id",
}
"""The connection's column for each field of a file."""
