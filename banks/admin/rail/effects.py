"""Effects of decisions about bank connections, routes and batches, shown to both people before they decide."""

import decimal
import uuid
from typing import Any

from django.db import transaction

from banks.models import BankBatch, BankConnection, BankPayment, DeliveryWay, RailRoute
from banks.rail import bank_days, batches, connections, formats, routes, terms
from platforms.backoffice import masking
from platforms.backoffice.effects import Effect
from platforms.base import clock, identifiers
from platforms.base.money import major_units
from platforms.database.rows import by_key

_LISTED = 20
"""Limit of payments named one by one."""
_LESS_SPECIFIC = "The next most specific route, else the rail of the settings."


def enter_connection(*, platform: uuid.UUID | None, **entered: Any) -> Effect:
    """Return the effect of entering a bank connection; raises as `connections.enter` does."""
    made = connections.draft(platform=platform, **entered, now=clock.real_now())
    if connections.current(made.name):
        raise connections.NameTaken
    return Effect(
        does=f"Connects the bank account {_account(made)} as {made.name}. Payments go by it once a route leads there.",
        booked="Nothing.",
        more=_terms(made),
        notes={"Account number": made.account_number},
    )


def replace_connection(*, connection: uuid.UUID | None, **entered: Any) -> Effect:
    """Return the effect of replacing a bank connection; raises as `connections.replace` does."""
    former = _connection(connection)
    made = connections.draft(**{**entered, "name": former.name, "platform": former.platform_id}, now=clock.real_now())
    then, now = _terms(former), _terms(made)
    changed = {line for line in now if now[line] != then[line]}
    # Two numbers may have the same last four.
    if made.account_number != former.account_number:
        changed.add(terms.ACCOUNT)
    listed = ", ".join(line.lower() for line in now if line in changed) or "nothing"
    return Effect(
        does=f"Changes of the bank connection {made.name}: {listed}. Open batches keep the former terms.",
        booked="Nothing.",
        more={line: f"{now[line]}; until then: {then[line]}" for line in now if line in changed},
        notes={"Account number": f"{made.account_number}; until then: {former.account_number}"}
        if terms.ACCOUNT in changed
        else {},
    )


def end_connection(*, connection: uuid.UUID | None) -> Effect:
    """Return the effect of ending a bank connection; raises as `connections.end` does."""
    former = _connection(connection)
    connections.require_unused(former)
    unsent = BankBatch.objects.filter(connection=former, state__in=["OPEN", "CLOSED"]).count()
    return Effect(
        does=f"Ends the bank connection {former.name} to {_account(former)}: it takes no more payments.",
        booked="Nothing.",
        notes={"Batches that can still be released": f"{unsent}"},
    )


def enter_route(*, platform: uuid.UUID | None, currency: str, account_type: str, connection_name: str) -> Effect:
    """Return the effect of a route; raises as `routes.enter` does."""
    routes.check(platform=platform, currency=currency, account_type=account_type, connection_name=connection_name)
    made = RailRoute(
        platform_id=platform, currency=currency, account_type=account_type, connection_name=connection_name
    )
    same = RailRoute.objects.filter(platform=platform, currency=currency, account_type=account_type, ended_at=None)
    earlier: RailRoute | None = same.order_by("-effective_at", "-id").first()
    return Effect(
        does=f"{_payments(made)} go by {_way(made)}, if they are made {_grace()} after the approval or later.",
        booked="Nothing.",
        more={"Until then": f"By {_way(earlier)}." if earlier else _LESS_SPECIFIC},
    )


def end_route(*, route: uuid.UUID | None) -> Effect:
    """Return the effect of ending a route; raises RouteNotFound."""
    found: RailRoute | None = by_key(RailRoute.objects.filter(ended_at=None), route)
    if found is None:
        raise routes.RouteNotFound
    return Effect(
        does=f"{_payments(found)} no longer go by {_way(found)}, if they are made {_grace()} after the approval or "
        "later. Earlier payments stay there.",
        booked="Nothing.",
        more={"Afterwards": _LESS_SPECIFIC},
    )


def release_batch(*, batch: uuid.UUID | None, digest: str) -> Effect:
    """Return the effect of releasing a batch; raises as `batches.release` does."""
    with transaction.atomic():  # for the locks of what the batch pays
        released, payments = batches.as_shown(batch=batch, digest=digest, now=clock.real_now())
    form, connection = formats.FORMATS[released.format], released.connection
    amount, own = major_units(released.total, released.currency), f"{connection.name}: {_account(connection)}"
    count = _counted(len(payments), "payment")
    people = len({(payment.content["number"], payment.content["clearingNumber"]) for payment in payments})
    if form.is_debit:
        does, source, target = f"Collects {amount} by {count}", _counted(people, "payer"), own
        booked = "Nothing now. Each payment is booked once the bank has answered."
    else:
        does, source, target = f"Pays {amount} by {count}", own, _counted(people, "payee")
        booked = "Nothing now. The money stays in payout clearing until the bank answers."
    return Effect(
        does=f"{does} in one file for the bank of {connection.name}, for {released.value_date}.",
        amount=amount,
        source=source,
        target=target,
        booked=booked,
        sent=f"One file to the bank: {form.label}, {count}. {_delivery(connection)}.",
        more={"Digest of the payments": digest},
    )


def cancel_batch(*, batch: uuid.UUID | None) -> Effect:
    """Return the effect of cancelling a batch; raises as `batches.cancel` does."""
    cancelled = batches.find(batch)
    if cancelled.state not in batches.CANCELLABLE:
        raise batches.WrongState(cancelled.state)
    payments = [payment for payment in batches.payments_of(cancelled) if payment.state == "BATCHED"]
    listed = {"Payments": _listed(payments)} if payments else {}
    into = f"the next batch of {cancelled.connection.name}"
    is_open = cancelled.state == "OPEN"
    total = major_units(sum(payment.amount for payment in payments), cancelled.currency)
    now = f"{_counted(len(payments), 'payment')}, {total}"
    return Effect(
        does=f"Cancels the batch of {cancelled.connection.name} for {cancelled.value_date}. "
        + (f"Its payments go into {into}." if is_open else f"{now}, into {into}."),
        booked="Nothing. The money stays in payout clearing.",
        sent="Nothing.",
        more={} if is_open else listed,
        # More payments may come into an open batch before the approval.
        notes={"Now": now, **listed} if is_open else {},
    )


def holidays_end(row: BankConnection) -> str:
    """Return what to do where the known holidays of a bank end soon; nothing for an ended connection."""
    found = None if row.ended_at else bank_days.ending(row, connections.now_of(row, clock.real_now()).date())
    return found.sentence if found else ""


def _connection(key: uuid.UUID | None) -> BankConnection:
    found: BankConnection | None = by_key(BankConnection.objects.filter(ended_at=None), key)
    if found is None:
        raise connections.ConnectionNotFound
    return found


def _account(connection: BankConnection) -> str:
    """Return an own account by its owner and the last four of its number."""
    return f"{connection.owner_name}, {connection.currency} account {masking.DOTS} {connection.account_number[-4:]}"


def _terms(connection: BankConnection) -> dict[str, str]:
    """Return the terms of a connection, in words: for each line what its terms say."""
    told: dict[str, list[str]] = {}
    for name, term in terms.TERMS.items():
        value = terms.text(term, getattr(connection, name), currency=connection.currency)
        told.setdefault(term.line, []).append(term.told.format(value) if value else term.told_empty)
    joined = {line: _SEPARATORS.get(line, ", ").join(filter(None, parts)) for line, parts in told.items()}
    lines = {line: text or ("none named" if line == terms.BANK else "none") for line, text in joined.items()}
    whole = {
        terms.ACCOUNT: _account(connection),
        terms.ADDRESS: _address(connection),
        terms.CALENDAR: bank_days.named(connection),
        terms.CHARGES: _charges(connection),
        terms.DELIVERY: _delivery(connection),
    }
    return lines | whole | {"Platforms": _platforms(connection.platform_id)}


_SEPARATORS = {terms.FORMATS: "; ", terms.CUT_OFFS: " "}


def _charges(connection: BankConnection) -> str:
    """Return up to which difference a line is matched without people."""
    amount, share, of_day = connection.max_charge, connection.max_charge_share, connection.max_day_charges
    limits = [major_units(amount, connection.currency)] if amount is not None else []
    limits += [f"{decimal.Decimal(share) / 100} % of the payment"] if share is not None else []
    if not limits or of_day is None:
        return "people decide about each difference"
    least = "the smaller of " if len(limits) > 1 else "up to "
    return f"booked without people: {least}{' and '.join(limits)}, {major_units(of_day, connection.currency)} a day"


def _address(connection: BankConnection) -> str:
    """Return the owner's address as files carry it."""
    if not connection.owner_town:
        return "none: files carry it with town and country only"
    place = f"{connection.owner_postal_code} {connection.owner_town}".strip()
    return ", ".join(filter(None, (connection.owner_street, place, connection.owner_country)))


def _delivery(connection: BankConnection) -> str:
    if connection.delivery == DeliveryWay.FOLDER:
        return f"Into the folder {connection.folder}"
    server = f"{connection.sftp_user}@{connection.sftp_host}:{connection.sftp_port}"
    return f"By SFTP to {server}, path {connection.folder}, host key {connection.sftp_host_key}"


def _platforms(platform: uuid.UUID | None) -> str:
    return identifiers.public("PlatformConfig", platform) if platform else "all production platforms"


def _payments(route: RailRoute) -> str:
    kind = f"to accounts of type {route.account_type}" if route.account_type else "to any account"
    return f"Payments of {_platforms(route.platform_id)} in {route.currency or 'any currency'} {kind}"


def _way(route: RailRoute) -> str:
    if not route.connection_name:
        return "the rail of the settings"
    found = connections.current(route.connection_name)
    return f"the bank connection {route.connection_name}" + (f" ({_account(found)})" if found else "")


def _grace() -> str:
    return f"{routes.GRACE.seconds} seconds"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _listed(payments: list[BankPayment]) -> str:
    named = [f"{one.public_id} ({major_units(one.amount, one.currency)})" for one in payments[:_LISTED]]
    rest = len(payments) - len(named)
    return ", ".join([*named, f"and {rest} more"] if rest else named)
