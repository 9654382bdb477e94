"""JSON bodies: read strictly, and put into one form, by which a repeated request is recognised.

Blanks, the order of keys and the ways to write a character or a number make no difference to a request. Clients that
build a body anew for each attempt differ in them.
"""

import json
from typing import Any

import orjson

from platforms.base import errors

_MOST_LEVELS = 100
"""Limit of nesting: code that walks a value goes down level by level, and Python's recursion is limited."""
_LONGEST_NAME_SHOWN = 100


def read(raw: bytes) -> tuple[Any, bytes]:
    """Return the value of a JSON text, and the text's one form; raises InvalidInput.

    Two texts have the same form if they stand for the same value: 1.50 is 1.5, but neither 1.0 nor "1" is 1.
    """
    try:
        # Refuses what the standard refuses: NaN, lone surrogates, invalid UTF-8, unlimited nesting.
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise errors.InvalidInput.field("", f"the request body is not valid JSON: {_place(raw, error)}") from None
    if raw.count(b"[") + raw.count(b"{") > _MOST_LEVELS and _is_deep(data):
        raise errors.InvalidInput.field("", f"the request body is nested more than {_MOST_LEVELS} levels deep")
    # The reader above takes two long numbers for one, and of a repeated key the last value where others take the first.
    exact = _EXACTLY.decode(raw.decode())
    return data, orjson.dumps(exact, option=orjson.OPT_SORT_KEYS)


def _place(raw: bytes, error: orjson.JSONDecodeError) -> str:
    """Return what is wrong and where, without anything that the body holds."""
    try:
        raw.decode()
    except UnicodeDecodeError as broken:
        before = raw[: broken.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        return f"not UTF-8 at line {line}, byte {column}"
    return f"{error.msg} at line {error.lineno}, column {error.colno}"


def _is_deep(data: Any) -> bool:
    level = [data]
    for _ in range(_MOST_LEVELS):
        inside = [value for value in level if isinstance(value, dict | list)]
        level = [inner for value in inside for inner in (value.values() if isinstance(value, dict) else value)]
    return any(isinstance(value, dict | list) for value in level)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's keys and values; refuses a key that is there twice: two amounts."""
    values = dict(pairs)
    if len(values) != len(pairs):
        known: set[str] = set()
        for name, _ in pairs:
            if name in known:
                raise errors.InvalidInput.field(name[:_LONGEST_NAME_SHOWN], "is given more than once")
            known.add(name)
    return values


def _whole(text: str) -> orjson.Fragment:
    """Return a whole number as its digits, however many: JSON writes each in one way, but for -0."""
    return orjson.Fragment("0" if text == "-0" else text)


def _fraction(text: str) -> orjson.Fragment:
    """Return a number with a point or an exponent as digits and exponent: 1.50 and 0.15e1 are 15e-1."""
    mantissa, _, exponent = text.lower().partition("e")
    sign, digits = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    whole, _, decimals = digits.partition(".")
    shown = (whole + decimals).rstrip("0")
    try:
        power = int(exponent or 0) + len(whole) - len(shown)
    except ValueError:
        # An exponent of thousands of digits, most of them zeros.
        return orjson.Fragment(text)
    shown = shown.lstrip("0")
    return orjson.Fragment(f"{sign}{shown}e{power}" if shown else "0e0")


_EXACTLY = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction)
