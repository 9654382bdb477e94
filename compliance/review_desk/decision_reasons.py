"""How long the reason of a decision is: of an approval, a rejection, a hit, a rule, and of a case opened by hand."""

from platforms.base import errors

SHORTEST, LONGEST = 10, 1000
"""In characters, without the blanks around it."""


def problems(reason: str, *, must: str = "must say why") -> list[tuple[str, str]]:
    """Return what is wrong with a reason, as fields and sentences that begin with `must`."""
    if SHORTEST <= len(reason.strip()) <= LONGEST:
        return []
    return [("reason", f"{must}, in {SHORTEST} to {LONGEST} characters")]


def checked(reason: str, *, must: str = "must say why") -> str:
    """Return a reason without the blanks around it; raises InvalidInput for one that is too short or too long."""
    if wrong := problems(reason, must=must):
        raise errors.InvalidInput(wrong)
    return reason.strip()
