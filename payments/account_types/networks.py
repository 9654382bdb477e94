"""The networks of wallets: one vocabulary of `cryptoNetwork` for accounts, quotes and estimates of fees.

A network is named plainly (`SOLANA`), as its main network (`SOLANA_MAINNET`), or, where the environment has any, as one
of its test networks (`SOLANA_DEVNET`), in upper or lower case. The account types define the networks and the currencies
that they carry.
"""

from collections.abc import Mapping, Sequence

from payments.account_types import table
from platforms.base import errors

_WALLET = "_WALLET"
NETWORKS = {code.removesuffix(_WALLET): row for code, row in table.ACCOUNT_TYPES.items() if not row.beneficiaries}
"""Network → the account type of wallets on it."""
MAX_LENGTH = 64


def pattern(test_networks: Mapping[str, Sequence[str]]) -> str:
    """Return the regular expression of every name in capitals; `test_networks`: the existing ones, by network."""
    parts = {name: "|".join(("MAINNET", *test_networks.get(name, ()))) for name in NETWORKS}
    return f"^({'|'.join(f'{name}(_({part}))?' for name, part in parts.items())})$"


def read(name: str, *, field: str, test_networks: Mapping[str, Sequence[str]], currency: str | None = None) -> str:
    """Return the plain name of a network. Raises InvalidInput for `field` when none, or none of `currency`, is named.

    `test_networks`: those that the environment's provider of network fees knows, by network. At least one network
    carries `currency`.
    """
    network, _, part = name.upper().partition("_")
    row = NETWORKS.get(network)
    is_known = part in ("", "MAINNET") or part in test_networks.get(network, ())
    if row is None or not is_known or (currency is not None and currency not in row.currencies):
        known = [each for each, wallet in NETWORKS.items() if currency is None or currency in wallet.currencies]
        which = f" for {currency}" if currency else ""
        raise errors.InvalidInput.field(field, f"must be one of {', '.join(known)}{which}")
    return network


def test_network(name: str | None) -> str:
    """Return the part of a network's name that says which test network is meant; empty for the main one."""
    part = (name or "").upper().partition("_")[2]
    return "" if part == "MAINNET" else part


def of_account_type(code: str) -> str | None:
    """Return the network of an account type's wallets; None for a type of accounts at banks."""
    network = code.removesuffix(_WALLET)
    return network if network in NETWORKS else None
