"""What the schemas of errors say: which of the codes that they list no operation answers with."""

from typing import Any

from platforms.http import errors


def explain(document: dict[str, Any]) -> None:
    """Describe the schema of each status, with the codes of the catalogue that this version keeps from operations."""
    components = document["components"]
    sent: dict[str, set[str]] = {}
    for response in components.get("responses", {}).values():
        reference = response["content"]["application/json"]["schema"]["$ref"]
        sent.setdefault(reference.rpartition("/")[2], set()).update(response["x-codes"])
    for name, codes in sent.items():
        schema = components["schemas"][name]
        schema["description"] = _sentence(int(name.removeprefix("Error")), codes)
        for field, said in _FIELDS.items():
            schema["properties"][field]["description"] = said


_FIELDS = {
    "status": "The HTTP status of the reply.",
    "code": "What to decide by: each operation says which of these it answers with.",
}
"""Beside references: the generator would wrap these."""


def _sentence(status: int, sent: set[str]) -> str:
    others = [f"`{code}`" for code in errors.CODES_OF_STATUS[status] if code not in sent]
    said = f"A refusal with status {status}."
    if not others:
        return said
    return (
        f"{said} No operation of this version answers with {', '.join(others)}: listed for other institutions, the"
        " hosted pages, or later versions."
    )
