"""Sums by day as a journal of Beancount, in plain text: all currencies in one file."""

import re
from collections.abc import Callable, Iterable, Iterator

from payments.general_ledger.codes import Codes
from payments.general_ledger.journal import Move, decimal_text
from payments.ledger.chart import CLASSES

_ROOTS = {
    "asset": "Assets",
    "liability": "Liabilities",
    "position": "Equity",
    "income": "Income",
    "expense": "Expenses",
}
_WHOLE = re.compile(rf"({'|'.join(_ROOTS.values())})(:[A-Z0-9][A-Za-z0-9-]*)+")


def account(codes: Codes) -> Callable[[str, str], str]:
    """Return the function that names the account of a kind and currency.

    A code that is a whole name stays; any other stands behind the root of its class; without one, the kind does.
    """

    def name(kind: str, currency: str) -> str:
        code = codes.of(kind, currency)
        if _WHOLE.fullmatch(code):
            return code
        part = re.sub(r"[^A-Za-z0-9-]", "-", code) if code else kind.title().replace("_", "")
        return f"{_ROOTS[CLASSES[kind]]}:{part[0].upper()}{part[1:]}"

    return name


def written(moves: Iterable[Move]) -> Iterator[str]:
    """Yield the text of a file. A debit is positive."""
    # Files of several periods are read together, so none of them opens accounts.
    yield 'plugin "beancount.plugins.auto_accounts"\n'
    for move in moves:
        amount = decimal_text(move.amount, move.currency)
        yield f'\n{move.day} * "{move.purpose}"\n'
        if move.corrects:
            yield f'  corrects: "{move.corrects:%Y-%m}"\n'
        yield f"  {move.debit}  {amount} {move.currency}\n  {move.credit}  -{amount} {move.currency}\n"
