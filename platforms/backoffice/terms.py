"""What a person typed into the search box, taken apart: identifier, days, amounts, words."""

import dataclasses
import datetime as dt
import functools
import re

from platforms.backoffice import links
from platforms.backoffice.spoken import amounts, days
from platforms.backoffice.spoken.amounts import Amount
from platforms.backoffice.spoken.days import Days

_ONE_CASE = str.maketrans("\u0131\u0130\u017f", "iis")
"""Letters that a pattern without regard to case takes for i or s, and that are no letters of its words."""
_WORDS = re.compile(r"\w+")
_FILLER = """
a about account all am an and any are arrive at be been but by call called caller can charged customer did do does fee
fees for from get got had has have her here him his how i in into is it its last me mr mrs ms my name named never no
not of on or our paid pay payment payments please ref reference said says sent she he that the their them there they
this to transfer transferred transaction was we what when where which who whose why with you your
"""
_FILLERS = frozenset(_FILLER.split())
"""Words that say nothing of a payment. A name is not made of them alone."""


@dataclasses.dataclass(frozen=True)
class Parts:
    """The parts of a description of a payment: each narrows it."""

    days: tuple[Days, ...]
    """Those of one date, which some write in another order; empty for any time."""
    amounts: tuple[Amount, ...]
    words: tuple[str, ...]

    @property
    def others(self) -> list[str]:
        """Those that are no words, as they were typed."""
        return list(dict.fromkeys((*(amount.text for amount in self.amounts), *(each.text for each in self.days))))


@dataclasses.dataclass(frozen=True)
class Term:
    """The text typed by a person on a day."""

    text: str
    today: dt.date

    @property
    def words(self) -> list[str]:
        """The words in it."""
        return _WORDS.findall(self.text)

    @property
    def telling_words(self) -> list[str]:
        """The words in it without those that say nothing."""
        return [word for word in self.words if word.lower() not in _FILLERS]

    @property
    def compact(self) -> str:
        """Its letters and digits alone, as those of a reference that was read out in groups."""
        return re.sub(r"[\W_]+", "", self.text)

    @property
    def is_identifier(self) -> bool:
        """Tell whether it is a UUID, with a type or without."""
        return links.key_in(self.text) is not None

    @functools.cached_property
    def amount(self) -> Amount | None:
        """The amount that the whole of it is, if it is one."""
        return amounts.whole(self.text.translate(_ONE_CASE))

    @functools.cached_property
    def parts(self) -> Parts:
        """What it says of a payment."""
        rest, said = days.taken(self.text.translate(_ONE_CASE), self.today)
        rest, written = amounts.taken(rest)
        words = [word for word in _WORDS.findall(rest) if word.lower() not in _FILLERS]
        return Parts(tuple(said), tuple(written), tuple(words))
