"""A statement as PDF: the rows, signs and balances of the CSV, with the holder and the references of payments."""

import datetime as dt
import itertools
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence

from payments.ledger import statements
from payments.models import Deposit, LedgerAccount, Transaction
from platforms.base import errors, identifiers, money
from platforms.base.pdf import files
from platforms.base.pdf.files import Block, Facts, Heading, Table, Text

MOST = 10_000
"""Entries of a file, which is 455 pages then."""
_CHUNK = 500
_HEADERS = ("Time (UTC)", "Entry", "What", "Payment or deposit, references", "Debit", "Credit", "Balance")
_WIDTHS = (24, 12, 27, 54, 19, 19, 21)
_ADDRESS = ("line1", "line2", "postalCode", "city", "state", "country")


class TooManyEntries(errors.DomainError):
    """The period has more entries than a file may have."""

    code = "INVALID_INPUT"

    def __init__(self, number: int) -> None:
        """Take the number of entries."""
        super().__init__(
            f"A PDF has {MOST:,} entries at most, and this period has {number:,}. Choose a shorter period, or export it"
            " as CSV or camt.053."
        )


def check(whole: statements.Summary) -> None:
    """Raise TooManyEntries for a statement that is too long."""
    number = whole.credits.number + whole.debits.number
    if number > MOST:
        raise TooManyEntries(number)


def draw(
    account: LedgerAccount, whole: statements.Summary, *, is_final: bool, shows_address: bool, now: dt.datetime
) -> bytes:
    """Return the file. Without `shows_address` it has of the holder's address the country alone.

    Raises NotDrawn, and Busy when others have theirs drawn.
    """
    blocks = _blocks(account, whole, is_final=is_final, shows_address=shows_address, now=now)
    title = f"Statement of {account.currency} account {account.pk}"
    footer = f"LedgerAccount:{account.pk} · {account.currency} · made {_moment(now)}"
    return files.draw(blocks, title=title, footer=footer, made_at=now, is_wide=True).content


def _blocks(
    account: LedgerAccount, whole: statements.Summary, *, is_final: bool, shows_address: bool, now: dt.datetime
) -> Iterator[Block]:
    until = whole.until - dt.timedelta(milliseconds=1)
    yield Heading("Statement of account", 0)
    yield Facts(
        [
            *_holder(account, shows_address=shows_address),
            ("Platform", str(account.platform)),
            ("Account", f"{_words(account.kind)}, number {account.pk} in the ledger"),
            ("Currency", account.currency),
            ("Period", f"{_moment(whole.since)} to {_moment(until)}"),
            ("Made", f"{_moment(now)}, by the clock of the platform"),
            ("State", _FINAL if is_final else _PRELIMINARY),
        ]
    )
    yield Heading("Balances")
    yield Facts(
        [
            ("Opening balance", _money(whole.opening, account)),
            (f"Turnover, credits: {whole.credits.number:,}", _money(whole.credits.amount, account)),
            (f"Turnover, debits: {whole.debits.number:,}", _money(-whole.debits.amount, account)),
            ("Closing balance", _money(whole.closing, account)),
        ]
    )
    yield Text("A balance is the credits less the debits, here as in the CSV and in camt.053.")
    yield Heading("Entries")
    if not (whole.credits.number or whole.debits.number):
        yield Text("There is no entry in this period.")
    else:
        yield Table(_HEADERS, _rows(account, whole), _WIDTHS, numeric=(4, 5, 6))


_FINAL = "Final: the books are closed, and nothing is booked in this period any more."
_PRELIMINARY = "Preliminary: the books are open, and entries may still be booked in this period."


def _holder(account: LedgerAccount, *, shows_address: bool) -> list[tuple[str, str]]:
    """Return the holder of a customer's or a platform's account; of an account of the house nothing."""
    internal = getattr(account, "internal_account", None)
    if internal is None:
        return []
    number = ("Account of the API", internal.public_id)
    customer = internal.customer
    if customer is None:
        return [("Holder", f"The platform {account.platform.name}"), number]
    address: Mapping[str, str] = customer.address or {}
    parts = _ADDRESS if shows_address else _ADDRESS[-1:]
    return [
        ("Holder", customer.name or customer.platform_customer_id),
        ("Address" if shows_address else "Country", ", ".join(filter(None, map(address.get, parts)))),
        ("Customer", customer.public_id),
        number,
    ]


def _rows(account: LedgerAccount, whole: statements.Summary) -> Iterator[Sequence[str]]:
    lines = statements.lines(whole)
    while chunk := list(itertools.islice(lines, _CHUNK)):
        payments = _payments({line.transaction_id for line in chunk if line.transaction_id})
        deposits = _deposits({line.entry_id for line in chunk if not line.transaction_id})
        for line in chunk:
            amount = _amount(line.amount, account)
            yield (
                _moment(line.at),
                f"{line.entry_id}",
                _words(line.purpose),
                payments[line.transaction_id] if line.transaction_id else deposits.get(line.entry_id, ""),
                "" if line.is_credit else amount,
                amount if line.is_credit else "",
                _amount(line.balance, account),
            )


def _payments(keys: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    rows = Transaction.objects.filter(pk__in=list(keys)).values_list("pk", "reference", "provider_reference")
    return {
        key: _lines(identifiers.public("Transaction", key), reference, provider_reference)
        for key, reference, provider_reference in rows
    }


def _deposits(entries: Iterable[int]) -> dict[int, str]:
    rows = Deposit.objects.filter(entry__in=list(entries)).values_list("entry_id", "pk", "provider_reference")
    return {entry: _lines(identifiers.public("Deposit", key), "", reference) for entry, key, reference in rows}


def _lines(public_id: str, reference: str, provider_reference: str) -> str:
    """Return what names a movement. Of a payment by bank file the rail's reference is the end-to-end id."""
    said = (public_id, reference and f"Reference {reference}", provider_reference and f"Rail {provider_reference}")
    return "\n".join(filter(None, said))


def _words(code: str) -> str:
    return code.replace("_", " ").capitalize()


def _moment(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _money(amount: int, account: LedgerAccount) -> str:
    return f"{_amount(amount, account)} {account.currency}"


def _amount(amount: int, account: LedgerAccount) -> str:
    """Return an amount in the major unit, exact, with commas between thousands."""
    decimals = money.currency(account.currency).decimals
    whole, rest = divmod(abs(amount), 10**decimals)
    return f"{'-' if amount < 0 else ''}{whole:,}" + (f".{rest:0{decimals}d}" if decimals else "")
