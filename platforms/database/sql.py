"""SQL that is put together from pieces."""

import string

_FORM = string.Formatter()


def of_constants(text: str, **pieces: str | int) -> str:
    """Return a text of SQL with pieces of SQL in the places that their names have in it: `{name}`.

    Text and pieces are constants of the code, such as names of tables and columns, or conditions that several
    statements share; tests/architecture/test_sql.py sees to it. A value, wherever it comes from, is a parameter of the
    statement instead. Raises KeyError for a place without a piece, and TypeError for a piece without a place.
    """
    places = {name for _, name, _, _ in _FORM.parse(text) if name is not None}
    if unused := pieces.keys() - places:
        raise TypeError(f"no place for {', '.join(sorted(unused))}")
    return text.format(**pieces)
