"""Regular expressions that the OpenAPI document shows, beside those of single account types.

Anchored, and without look-around or classes specific to one language: Python and ECMA-262 read them alike, so that
generators of clients and of data can use them. A value that matches may still be refused for its meaning.
"""

from collections.abc import Iterable

_LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
_PORT = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
# All printable characters of ASCII but the number sign, which begins a fragment.
_PATH = '([/?][!-"$-~]*)?'

DOMAIN = rf"^({_LABEL}\.)+[A-Za-z]{{2,63}}$"
UMA_ADDRESS = rf"^\$[A-Za-z0-9_.+-]{{1,64}}@({_LABEL}\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]$"
_UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
PAYEE = rf"^((ExternalAccount|InternalAccount):{_UUID}|{UMA_ADDRESS[1:-1]})$"
"""Who is paid: the id of an account, or a UMA address."""
HTTPS_ADDRESS = f"^https://{_HOST}(:{_PORT})?{_PATH}$"
ENDPOINT = f"^(https?://{_HOST}(:{_PORT})?{_PATH})?$"
"""Webhook endpoints: http only for a developer's own machine; the empty text removes the endpoint."""

_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
_OVERRIDES = r"\u202a-\u202e\u2066-\u2069"
PRINTABLE = f"^[^{_CONTROLS}{_OVERRIDES}]*$"
"""No control characters, line separators, or characters that reverse the direction of text."""

_OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_GROUP = "[0-9A-Fa-f]{1,4}"
_IPV6 = "|".join(
    [
        f"({_GROUP}:){{7}}{_GROUP}",
        f"({_GROUP}:){{1,7}}:",
        *(f"({_GROUP}:){{1,{7 - behind}}}(:{_GROUP}){{1,{behind}}}" for behind in range(1, 7)),
        f":(:{_GROUP}){{1,7}}",
        "::",
    ]
)
NETWORK = (
    rf"^({_OCTET}(\.{_OCTET}){{3}}(/(3[0-2]|[12]?[0-9]))?"
    rf"|({_IPV6})(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?)$"
)
"""An IP address, or a network in CIDR notation."""


def one_of(codes: Iterable[str]) -> str:
    """Return the expression for some codes. An enumeration would break generated clients when a code is added."""
    return f"^({'|'.join(sorted(codes))})$"
