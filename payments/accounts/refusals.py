"""Refusals of accounts and amounts named by a request."""

from platforms.base import errors


class CurrencyMismatch(errors.DomainError):
    """The two accounts hold different currencies."""

    code = "CURRENCY_MISMATCH"
    message = "Both accounts of a transfer must hold the same currency; use a quote to exchange."


class CurrencyContradicted(CurrencyMismatch):
    """A request names another currency than that of its account."""

    message = "The request names another currency than that of the account."


class PullNotSupported(errors.DomainError):
    """Money can't be collected from an account of this type."""

    code = "PULL_NOT_SUPPORTED"
    message = "Money can't be pulled from this type of account. Fund the internal account by its payment instructions."


class AmountOutOfRange(errors.InvalidInput):
    """The amount is outside of what the platform allows in this currency."""

    def __init__(self, minimum: int, maximum: int, *, field: str = "amount") -> None:
        """Take the bounds, and the field that determined the amount."""
        super().__init__(
            [(field, f"must be between {minimum} and {maximum}")],
            code="AMOUNT_OUT_OF_RANGE",
            message="The amount is outside the platform's limits for this currency.",
        )
        self.expecting({field: {"minimum": minimum, "maximum": maximum}})
