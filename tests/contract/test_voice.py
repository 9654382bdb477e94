"""Every reason of a refusal that the code holds speaks in one voice: `tests/support/contract/voice.py` has the rules.

`tests/support/refusals.py` holds every refusal that any test meets against them too, so that what is put together at
run time is read as well.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rest_framework import serializers

from platforms.base.errors import DomainError
from platforms.http.fields import Variants
from tests.support import endpoints
from tests.support.contract import voice

_ROOT = Path(__file__).parents[2]
_APPS = ("platforms", "compliance", "payments", "banks", "webhooks", "invitations")
_FOR_PEOPLE = {"admin", "backoffice", "hosted", "review_desk", "migrations", "monitor_subjects.py"}
"""Screens and pages, whose sentences stand beside their fields."""
_UNKNOWN = "…"


def _text(node: ast.AST) -> str | None:
    """Return a text of the code, with … for what is put in at run time; None for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else _UNKNOWN for part in node.values)
    return None


def _reasons_of(call: ast.Call) -> Iterator[tuple[str, bool]]:
    """Yield the reasons in a call that makes a refusal, and whether each is said of a field."""
    name = ast.unparse(call.func).rpartition(".")[2]
    if ast.unparse(call.func).endswith("InvalidInput.field") or name in {"Finding", "_impossible"}:
        field, reason = call.args[0], call.args[1]
        is_of_field = _text(field) != ""
    elif name == "ValidationError" and call.args:
        reason, is_of_field = call.args[0], True
    elif ast.unparse(call.func) == "problems.append" and isinstance(call.args[0], ast.Tuple):
        field, reason = call.args[0].elts
        is_of_field = _text(field) != ""
    else:
        return
    for each in (reason.body, reason.orelse) if isinstance(reason, ast.IfExp) else (reason,):
        if (text := _text(each)) is not None:
            yield text, is_of_field


def _reasons() -> Iterator[tuple[str, str, bool]]:
    """Yield where a reason stands, the reason, and whether it is said of a field."""
    for path in (path for app in _APPS for path in sorted((_ROOT / app).rglob("*.py"))):
        inside = path.relative_to(_ROOT)
        if _FOR_PEOPLE & set(inside.parts):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            for reason, is_of_field in _reasons_of(node):
                yield f"{inside}:{node.lineno}", reason, is_of_field


def test_reasons_in_the_code():
    reasons = list(_reasons())
    wrong = {
        f"{place}: {reason}": faults
        for place, reason, is_of_field in reasons
        if not reason.startswith(_UNKNOWN) and (faults := voice.faults(reason, of_field=is_of_field))
    }

    assert len(reasons) > 100
    assert wrong == {}


def _fields(field: Any) -> Iterator[Any]:
    """Yield a field and all within it."""
    yield field
    inner = list(field.fields.values()) if isinstance(field, serializers.Serializer) else []
    inner += field.kinds.values() if isinstance(field, Variants) else []
    inner += [getattr(field, name) for name in ("child", "known") if getattr(field, name, None) is not None]
    for each in inner:
        yield from _fields(each)


def _serializers(declared: Any) -> Iterator[Any]:
    """Yield instances of what an endpoint declares as its body: a class, or a union of several."""
    kinds = getattr(declared, "serializers", None)
    if kinds is not None:
        kinds = kinds.values() if isinstance(kinds, dict) else kinds
        for kind in kinds:
            yield from _serializers(kind)
    elif declared is not None:
        yield declared() if isinstance(declared, type) else declared


def _said_by_fields() -> Iterator[tuple[str, str]]:
    for endpoint in endpoints.every():
        for declared in (endpoint.declared.query, endpoint.declared.body):
            for serializer in _serializers(declared):
                for field in _fields(serializer):
                    for name, message in field.error_messages.items():
                        yield f"{type(field).__name__}.{name}", str(message)


def test_reasons_of_every_field_that_an_endpoint_takes():
    reasons = dict(_said_by_fields())
    wrong = {place: reason for place, reason in reasons.items() if voice.faults(reason, of_field=True)}

    assert len(reasons) > 50
    assert wrong == {}


def _subclasses(kind: type[DomainError]) -> Iterator[type[DomainError]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def test_messages_of_refusals_are_sentences():
    endpoints.every()
    messages = {
        kind.__name__: kind.message
        for kind in _subclasses(DomainError)
        if kind.message and not kind.__module__.startswith("tests.")
    }
    wrong = {
        name: message for name, message in messages.items() if re.match("[a-z]+ ", message) or not message.endswith(".")
    }

    assert len(messages) > 80
    assert wrong == {}


@pytest.mark.parametrize(
    ("reason", "is_of_field"),
    [
        ("This field is required.", True),
        ("Must be one of: INDIVIDUAL, BUSINESS.", True),
        ('"individual" is not a valid choice.', True),
        ("Ensure this field has at most 5 characters", True),
        ("the platform does not use EUR", True),
        ("is not a URL", True),
        ("can't be changed", True),
        ("must be JSON", False),
        ("", True),
    ],
)
def test_what_went_wrong_before_is_found(reason, is_of_field):
    assert voice.faults(reason, of_field=is_of_field)
