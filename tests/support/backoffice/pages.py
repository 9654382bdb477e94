"""Reading pages of the back office."""

import re


def words(html: str) -> str:
    """The text of a page with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).replace("&#x27;", "'")
