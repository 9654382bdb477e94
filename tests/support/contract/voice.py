"""The one voice of refusals: a reason completes the sentence that its field begins, and says what would be right."""

import re

_VERBS = {"must", "can't", "may", "are"}
_NO_VERBS = {"this", "its", "as", "always", "addresses"}
_ONLY_NEGATIVE = re.compile(r"(is|are) (not|no)\b|can't ")
_OF_THE_FRAMEWORK = re.compile(r"[Tt]his field|[Ee]nsure |valid choice|[Ee]nter a|may not be|has wrong format")


def faults(reason: str, *, of_field: bool) -> list[str]:
    """Return what is against the rules in a reason, which is said of a field or of the request as a whole."""
    if not reason:
        return ["says nothing"]
    first = reason.split(maxsplit=1)[0]
    found = []
    if reason.endswith("."):
        found.append("ends with a full stop, as if it were a sentence by itself")
    if _OF_THE_FRAMEWORK.search(reason):
        found.append("speaks as the framework does")
    if of_field and not (first in _VERBS or (re.fullmatch("[a-z]+s", first) and first not in _NO_VERBS)):
        found.append("does not go on after the name of its field, as in: must be a date")
    if not of_field and not reason.startswith("the "):
        found.append("does not say what it is about, as in: the request body ended early")
    if _ONLY_NEGATIVE.match(reason) and not re.search("[:;,]", reason):
        found.append("does not say what would be right")
    return found
