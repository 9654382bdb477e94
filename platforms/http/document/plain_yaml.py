"""Texts of digits in docs/openapi.yaml: quoted where any reader would take them for numbers.

PyYAML writes YAML 1.1, in which `0321` with a digit above 7 and `12e3` are texts. In YAML 1.2, which most tools read,
they are numbers.
"""

import re
from typing import Any

import yaml

from platforms.http.document.parts import Part

_INTEGER, _FLOAT = r"^[-+]?0[0-9]+$", r"^[-+]?[0-9]+[eE][-+]?[0-9]+$"
_FIRST = list("-+0123456789")


def quote_numbers(result: Part, **_: Any) -> Part:
    """Have PyYAML quote texts that YAML 1.2 takes for numbers. It changes nothing in the document itself."""
    for dumper in (yaml.SafeDumper, getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
        dumper.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(_INTEGER), _FIRST)
        dumper.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(_FLOAT), _FIRST)
    return result
