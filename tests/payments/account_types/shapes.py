"""The published shape of every account type and payment instruction, as JSON schemas, and an example of each type."""

import functools
import json
import pathlib
import uuid
from typing import Any

import jsonschema

from payments.providers.sandbox import funding

KEY = uuid.UUID("0192f5a0-7c1e-7d5e-8f00-0123456789ab")
FUNDING = funding.SandboxFundingInstructions()


@functools.cache
def published() -> Any:
    shapes = json.loads(pathlib.Path(__file__).with_name("published_shapes.json").read_text("utf-8"))
    for (code, field), shape in _ADDED.items():
        for part in ("request", "response"):
            shapes[part][code]["properties"][field] = shape
    return shapes


_ADDED = {("USD_ACCOUNT", "bankAccountType"): {"type": "string", "enum": ["CHECKING", "SAVINGS"]}}
"""Fields that we take beyond the published ones: optional ones alone."""


def assert_fits(value: object, part: str, code: str) -> None:
    """Fail unless the value has this shape, and no field beyond it; part: request, response, funding."""
    schema = {**published()[part][code], "$defs": published()["$defs"]}
    jsonschema.Draft202012Validator(schema).validate(value)
