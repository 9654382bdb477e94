"""Who has paid money in, where what the bank or network calls the arrival is an object that says it.

An app above registers the types of its own objects.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from payments.models import Deposit
from platforms.backoffice import links

Find = Callable[[Sequence[uuid.UUID]], Mapping[uuid.UUID, str]]
_finders: dict[str, Find] = {}


def of_type(public_type: str) -> Callable[[Find], Find]:
    """Register the function that finds the names of payers by objects of a type: one query for any number of keys."""

    def register(find: Find) -> Find:
        _finders[public_type] = find
        return find

    return register


def load(rows: Sequence[Deposit]) -> None:
    """Find the payers of deposits at once; `of` then costs nothing."""
    by_type: dict[str, dict[uuid.UUID, list[Deposit]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        row.__dict__["payer"] = ""
        typed_key = links.key_in(row.provider_reference)
        if typed_key is not None and typed_key[0] in _finders:
            by_type[typed_key[0]][typed_key[1]].append(row)
    for public_type, deposits_of in by_type.items():
        for key, name in _finders[public_type](list(deposits_of)).items():
            for row in deposits_of.get(key, ()):
                row.__dict__["payer"] = name


def of(row: Deposit) -> str:
    """Return the name of who has paid, empty where nobody said it."""
    if "payer" not in row.__dict__:
        load([row])
    name: str = row.__dict__["payer"]
    return name
