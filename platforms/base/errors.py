"""Domain errors: each carries a public code and a sentence for the platform's developer."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self


class DomainError(Exception):
    """A refusal with a public code. Subclasses stand next to the function that raises them."""

    code: ClassVar[str]
    message: ClassVar[str] = ""
    is_passing: ClassVar[bool] = False
    """The cause lies with another party, such as a counterparty, a source of rates or the operator's staff: the same
    request may succeed later."""

    def __init__(self, message: str | None = None, **details: object) -> None:
        """Take an optional message in place of the class's own, and details that may be shown to the caller."""
        self.text = message or self.message
        self.details = details
        super().__init__(self.text)


MOST_NAMED = 10
"""How many wrong fields a message names; `details` names all."""


class InvalidInput(DomainError):
    """One or more fields of a request are wrong; all of them are named at once."""

    code = "INVALID_INPUT"
    message = "The request has invalid fields."

    def __init__(
        self, problems: Iterable[tuple[str, str]], *, code: str | None = None, message: str | None = None
    ) -> None:
        """Take (dotted field path, reason) pairs and, where the catalogue has one, a more precise code."""
        self.problems: list[dict[str, Any]] = [{"field": field, "reason": reason} for field, reason in problems]
        super().__init__(message or _summary(self.problems), errors=self.problems)
        if code is not None:
            self.code = code  # type: ignore[misc]

    def expecting(self, of_fields: Mapping[str, object]) -> Self:
        """Add what is expected of wrong fields, by their paths: the accepted values in a list, or bounds by name."""
        for problem in self.problems:
            if problem["field"] in of_fields:
                problem["expected"] = of_fields[problem["field"]]
        if len(self.problems) == 1 and "expected" in self.problems[0]:
            self.details["expected"] = self.problems[0]["expected"]
        return self

    @classmethod
    def field(cls, field: str, reason: str, *, code: str | None = None) -> "InvalidInput":
        """Return the error for a single field."""
        return cls([(field, reason)], code=code)


class NotFound(DomainError):
    """The caller's platform has no such object. Objects of other platforms are not found either."""

    code = "NOT_FOUND"
    message = "There is no such resource."


class RecordDamaged(DomainError):
    """Stored rows contradict each other: they were changed by something other than this service. Nothing was done."""

    code = "RECORD_DAMAGED"
    message = (
        "What the service has stored about this was changed outside of it. Nothing was done, and the operator was told."
    )


def _summary(problems: list[dict[str, Any]]) -> str:
    """Return the problems in one line: many clients show nothing but the message."""
    if len(problems) == 1:
        return ": ".join(filter(None, (problems[0]["field"], problems[0]["reason"])))
    named = list(dict.fromkeys(problem["field"] or "the request as a whole" for problem in problems))
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    return f"The request has invalid fields: {', '.join(named[:MOST_NAMED])}{more}."
