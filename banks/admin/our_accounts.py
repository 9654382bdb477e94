"""Our accounts at banks, by the bank's name and the last four of the number."""

from banks.models import BankConnection
from platforms.backoffice import masking


def named(connection: BankConnection) -> str:
    """Return the bank, the currency and the last four; where the bank has no name, the connection's."""
    return f"{connection.bank_name or connection.name}, {connection.currency} {masking.DOTS} {_last_four(connection)}"


def _last_four(connection: BankConnection) -> str:
    return connection.account_number.replace(" ", "")[-4:]
