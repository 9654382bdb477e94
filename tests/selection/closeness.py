"""Which tests speak of what has changed: hundreds reach a function, and those that are about it have its words."""

import collections
import functools
import keyword
import math
import pathlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from tests.selection import units

_ROOT = pathlib.Path(__file__).parents[2]
_WORD = re.compile(r"[A-Za-z]\w+")
_SHORTEST = 5
"""A shorter part of a name says little: `read`, `page`, `send`."""
_MOST_PARTS = 4


def words(text: str) -> set[str]:
    """Return the names in a text, and what of them could be a name by itself, in small letters.

    `test_found_by_last_four` says `last_four` too.
    """
    names = {name.lower() for name in _WORD.findall(text) if not keyword.iskeyword(name)}
    return {part for name in names for part in _parts(name) if len(part) >= _SHORTEST}


@functools.cache
def _parts(name: str) -> Collection[str]:
    parts = name.split("_")
    lengths = range(1, min(_MOST_PARTS, len(parts)) + 1)
    return {name} | {"_".join(parts[at : at + length]) for length in lengths for at in range(len(parts) - length + 1)}


def closest(changed: Collection[str], tests: Sequence[str]) -> list[str]:
    """Return those of some test functions that have one of these words, those first that have many and rare ones.

    A word is rare if few of these tests have it: what all that reach a function say does not tell them apart.
    """
    have = {name: _of_test(name) & set(changed) for name in tests}
    count = collections.Counter(word for found in have.values() for word in found)
    weights = {word: math.log(1 + len(tests) / number) for word, number in count.items()}
    scores = {name: sum(weights[word] for word in found) for name, found in have.items() if found}
    return sorted(scores, key=scores.__getitem__, reverse=True)


def alternately(*lists: Iterable[str]) -> list[str]:
    """Return the names of several lists, the first of each before the second ones, each once."""
    left = [iter(names) for names in lists]
    taken: dict[str, None] = {}
    while left:
        for names in [*left]:
            name = next((name for name in names if name not in taken), None)
            if name is None:
                left.remove(names)
            else:
                taken[name] = None
    return list(taken)


def _of_test(name: str) -> set[str]:
    path, _, place = name.partition("::")
    return _of_file(path).get(place, set())


@functools.cache
def _of_file(path: str) -> Mapping[str, set[str]]:
    """Return the words of each test function of a file, with those of the file's path."""
    source = (_ROOT / path).read_text()
    lines = source.splitlines()
    of_path = words(path)
    return {
        name.partition(":")[2].replace(".", "::"): of_path
        | words("\n".join(lines[statements[0].lineno - 1 : statements[-1].end_lineno]))
        for name, statements in units.of_module(path, source).items()
        if units.is_function(statements)
    }
