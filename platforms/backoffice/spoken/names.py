"""Names as people say them: short forms, one word or two, "and" for "&", and their consonants in other scripts."""

import re
from collections.abc import Iterable, Sequence

from platforms.base.spellings import latin

_SHORT = """
alexander alex sasha xander; andrew andy drew; anthony antony tony; barbara barb; benjamin ben; catherine katherine
kathryn kate katie cathy kathy; charles charlie chuck; christine christina chris tina; christopher chris; daniel dan
danny; david dave; deborah debbie; dmitri dmitry dmytro dima; edward ed eddie ted; elizabeth liz lizzie beth betty
eliza; francis frank; francisco paco pancho; frederick fred; gregory greg; guadalupe lupe; henry harry hank; ignacio
nacho; jacob jake; james jim jimmy jamie; jennifer jen jenny; jessica jess; john johnny jack; jonathan jon; joseph joe
joey; jose pepe; joshua josh; kenneth ken kenny; lawrence larry; leonard leo len; margaret maggie meg peggy; matthew
matt; michael mike mick mickey; mohammed mohamed muhammad mohammad mohd; nicholas nick; olena elena helena; patricia
pat patty trish; patrick pat paddy; peter pete; philip phil; rebecca becky; richard rick dick richie; robert rob bob
bobby; ronald ron; samuel samantha sam; stephen steven steve; susan sue susie; theodore theo ted; thomas tom tommy;
timothy tim; victoria vicky; vincent vince; walter walt; william will bill billy liam; yousef yusuf youssef joseph;
limited ltd; company co; incorporated inc; corporation corp; brothers bros; saint st; international intl;
george georgios giorgos yorgos jorge
"""
_GROUPS = [frozenset(group.split()) for group in _SHORT.split(";")]
_JOINERS = frozenset({"and", "und", "et", "y", "e", "n"})
_PARTICLES = frozenset({"o", "d", "l", "mc", "mac", "de", "al", "el", "van", "von", "st"})
_ABDUL = re.compile("^abd[aeou]l$", re.IGNORECASE)
_UMLAUT = re.compile("([aou])e")


def query(words: Sequence[str]) -> str:
    """Return a text search for names that have all words, each as a beginning, in any form that people use."""
    return " & ".join(_parts(_without_joiners(words)))


def any_of(words: Sequence[str], *, least: int) -> str:
    """Return a text search for names that have all words but one, or, with `least` 1, any of them."""
    words = _without_joiners(words)
    if least > 1:
        return " | ".join(
            f"({' & '.join(_parts([*words[:place], *words[place + 1 :]]))})" for place in range(len(words))
        )
    return " | ".join(_parts(words))


def by_sound(words: Iterable[str]) -> str:
    """Return a text search for the consonants of all words, as `spellings` keeps them; empty where one has too few."""
    sounds = [latin.sound(_ABDUL.sub("abd", word)) for word in _without_joiners(list(words))]
    return " & ".join(sounds) if all(map(latin.is_telling, sounds)) else ""


def _without_joiners(words: Sequence[str]) -> list[str]:
    rest = [word for word in words if word.lower() not in _JOINERS]
    return rest if len(rest) > 1 else list(words)


def _parts(words: Sequence[str]) -> list[str]:
    parts, place = [], 0
    while place < len(words):
        word = words[place].lower()
        if word in _PARTICLES and place + 1 < len(words):
            following = words[place + 1].lower()
            parts.append(f"(({word}:* & {_either(following)}) | {word}{following}:*)")
            place += 2
            continue
        parts.append(_either(word))
        place += 1
    return parts


def _either(word: str) -> str:
    forms = dict.fromkeys(form for group in _GROUPS if word in group for form in sorted(group) if form != word)
    searches = [f"{word}:*", *forms]
    if _UMLAUT.search(word):
        searches.append(f"{_UMLAUT.sub(chr(92) + '1', word)}:*")
    if begun := re.match(r"(o|mc|mac|d|l)(?=[bcdfghjklmnpqrstvwxz])(\w{4,})", word):
        searches.append(f"({begun[1]} & {begun[2]}:*)")
    return searches[0] if len(searches) == 1 else f"({' | '.join(searches)})"
