"""What a payment by Lightning names: an invoice for one payment, an offer or an address for many."""

import re
from collections.abc import Collection, Mapping
from typing import TypeAlias

from payments.account_types import bolt11, bolt12

_MSAT_PER_SATOSHI = 1000
_INVOICE_NETWORKS: Mapping[str, str] = {"": "bc", "TESTNET": "tb", "SIGNET": "tbs", "REGTEST": "bcrt"}
_OFFER_CHAINS: Mapping[str, bytes] = {
    "": bolt12.BITCOIN,
    "TESTNET": bolt12.TESTNET,
    "SIGNET": bolt12.SIGNET,
    "REGTEST": bolt12.REGTEST,
}
"""By test network; the empty text is bitcoin's main network."""
_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"[^@]{{1,64}}@({_LABEL}\.)+(?P<end>(?=[a-z]){_LABEL})(:(?P<port>[0-9]{{1,5}}))?", re.IGNORECASE)
_NOT_OF_THE_INTERNET = frozenset(
    {"alt", "arpa", "corp", "home", "internal", "invalid", "lan", "local", "localdomain", "localhost", "onion", "test"}
)
"""Ends of names that lead to this machine, into its own network, or nowhere (RFC 6761, 6762, 7686, 9476; ICANN)."""
_LISTED = ", ".join(f".{end}" for end in sorted(_NOT_OF_THE_INTERNET))
_HIGHEST_PORT = 65_535


def invoice_problem(text: str) -> str | None:
    """Return why a text is no invoice that can be paid, on whatever network and at whatever time."""
    try:
        amount = bolt11.decode(text).amount_msat
    except bolt11.Invalid as error:
        return f"must be an invoice that can be paid: {error}"
    if amount is not None and amount % _MSAT_PER_SATOSHI:
        return "must ask for whole satoshis"
    return None


def offer_problem(text: str) -> str | None:
    """Return why a text is no offer that can be paid, on whatever network and at whatever time."""
    try:
        bolt12.decode(text)
    except bolt12.Invalid as error:
        return f"must be an offer that can be paid: {error}"
    return None


def address_problem(text: str) -> str | None:
    """Return why a text is no Lightning address: behind the `@` has to be a domain of the Internet."""
    address = _ADDRESS.fullmatch(text)
    if address is None:
        return 'must have a domain behind the "@", such as example.com'
    if address["end"].lower() in _NOT_OF_THE_INTERNET:
        return f'must have a domain of the Internet behind the "@", such as example.com, not one of {_LISTED}'
    if address["port"] and not 0 < int(address["port"]) <= _HIGHEST_PORT:
        return f"must have a port from 1 to {_HIGHEST_PORT} behind the colon"
    return None


def invoice(text: str) -> bolt11.Invoice | None:
    """Return the content of an invoice; None for a text that is none."""
    try:
        return bolt11.decode(text)
    except bolt11.Invalid:
        return None


def satoshis(content: bolt11.Invoice) -> int | None:
    """Return how many satoshis an invoice asks for, rounded up; None for any amount."""
    return None if content.amount_msat is None else -(-content.amount_msat // _MSAT_PER_SATOSHI)


def offer(text: str) -> bolt12.Offer | None:
    """Return the content of an offer; None for a text that is none."""
    try:
        return bolt12.decode(text)
    except bolt12.Invalid:
        return None


Payable: TypeAlias = bolt11.Invoice | bolt12.Offer


def is_on(content: Payable, networks: Collection[str]) -> bool:
    """Tell whether it can be paid on one of these networks; the empty text is the main one."""
    if isinstance(content, bolt11.Invoice):
        return content.network in {_INVOICE_NETWORKS.get(network) for network in networks}
    return not content.chains.isdisjoint({_OFFER_CHAINS.get(network, b"") for network in networks})
