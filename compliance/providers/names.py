"""Normalisation of names for comparison: one alphabet, no signs, no titles, no legal forms, words in any order."""

import re
import unicodedata

import anyascii

from compliance.models import SubjectKind

_LONGEST = 512
"""Characters of a name that are compared."""
MOST_WORDS = 24
_APOSTROPHES = re.compile(r"['`\u2018\u2019\u02bb\u02bc\u02bf\u02be]")
_NOT_A_LETTER = re.compile(r"[^0-9a-z]+")
_DOTTED = re.compile(r"\b(?:\w\.){2,}")
"""Abbreviations such as S.A. and L.L.C.: one word, not several of one letter."""

_NOT_AVAILABLE = re.compile(r"(?<!\w)n\s?/\s?a(?!\w)", re.IGNORECASE)
_IGNORED = {
    # What forms and offices write in place of a name that a person does not have: first, last or middle name unknown.
    "filler": "fnu lnu mnu nfn nln nmn nmi fnmu unknown xxx",
    "title": """mr mrs ms miss mx dr prof professor sir dame lord lady sheikh shaikh shaykh sheik haji hajji hajj
        maulavi mawlawi mullah mulla qari imam ayatollah colonel col general gen major maj captain capt lieutenant lt
        brigadier commander engineer eng phd md esq jr sr junior senior""",
    # Words that one writer includes and another leaves out; they do not affect the similarity.
    "particle": """al el ul ad as ar at an ash bin ben ibn bint abd de del della der den des di da dos das du la le van
        von zu zur y of the and""",
    "legal form": """ltd limited llc inc incorporated corp corporation co company plc gmbh ag kg sa sas sarl srl spa bv
        nv ab oy as aps pty pte jsc pjsc ojsc cjsc ooo oao zao pao fze fzc fzco fz ao llp lp sl sae bhd sdn kk pt tbk
        group holding holdings the and of for de""",
}
_FILLERS, _TITLES, _PARTICLES, _LEGAL_FORMS = (frozenset(text.split()) for text in _IGNORED.values())
_SOUNDS = (
    ("sch", "s"), ("tch", "c"), ("ch", "c"), ("sh", "s"), ("kh", "k"), ("gh", "g"), ("ph", "f"), ("th", "t"),
    ("dh", "d"), ("zh", "j"), ("dj", "j"), ("ck", "k"), ("q", "k"), ("w", "v"), ("x", "ks"), ("z", "s"),
)  # fmt: skip
"""Spellings of one sound, longer ones first."""
_VOWELS = frozenset("aeiouyh")
_DOUBLED = re.compile(r"(.)\1+")
_IDENTIFIER_NOISE = re.compile(r"[^0-9A-Z]+")


def words(name: str, kind: SubjectKind) -> tuple[str, ...]:
    """Return the distinctive words of a name, in lower-case ASCII and in the order given.

    A business loses its legal form, a person titles and fillers, and particles where two words remain without them: An
    is also a given name. A name that would lose all words keeps them.
    """
    if kind == SubjectKind.BUSINESS:
        plain = fold(name)
        return tuple(word for word in plain if word not in _LEGAL_FORMS) or plain
    plain = fold(_NOT_AVAILABLE.sub(" ", name)) or fold(name)
    known = tuple(word for word in plain if word not in _FILLERS) or plain
    untitled = tuple(word for word in known if word not in _TITLES) or known
    core = tuple(word for word in untitled if word not in _PARTICLES)
    return core if len(core) >= 2 else untitled


def fold(name: str) -> tuple[str, ...]:
    """Return all words of a name in lower-case ASCII: accents dropped, other scripts transliterated."""
    # Composed first: the library knows a Cyrillic short i, but reads it as two characters when it is written as two.
    composed = unicodedata.normalize("NFKC", name[:_LONGEST])
    text = anyascii.anyascii(_APOSTROPHES.sub("", composed)).lower().replace("'", "")
    text = _DOTTED.sub(lambda found: found.group().replace(".", "") + " ", text)
    return tuple(_NOT_A_LETTER.sub(" ", text).split()[:MOST_WORDS])


def skeleton(word: str) -> str:
    """Return the skeleton of a word, independent of its vowels and doubled letters: Hussein and Husayn are hsn."""
    text = word
    for written, sound in _SOUNDS:
        text = text.replace(written, sound)
    head = "a" if text[:1] in _VOWELS else ""
    consonants = head + "".join(letter for letter in text if letter not in _VOWELS)
    return _DOUBLED.sub(r"\1", consonants)


def near(bones: str) -> set[str]:
    """Return a skeleton with the forms it takes when one letter is left out.

    Two skeletons with one letter different, missing or misplaced have one of these in common. A skeleton of two letters
    keeps its first one, or half of all short words would match each other.
    """
    if len(bones) == 1:
        return {bones, f"{bones}_", f"_{bones}"}
    if len(bones) == 2:
        return {bones, f"{bones[0]}_", f"_{bones[1]}"}
    return {bones} | {bones[:place] + bones[place + 1 :] for place in range(len(bones))}


def identifier(text: str) -> str:
    """Return a document's number in its normal form: capitals and digits only."""
    return _IDENTIFIER_NOISE.sub("", anyascii.anyascii(text[:_LONGEST]).upper())[:64]
