"""How many changed names the engine finds, by the way in which they were changed, and how many ordinary names it hits.

The lists are invented: real given names, and family names that are put together of syllables. So nobody ordinary has
the whole name of an entry: what is hit is hit because of what the engine tolerates. 19 ways of changing a name are
those of the package `sanctions-screening-benchmark`, six are ours. Everything follows from seeds.
"""

import collections
import dataclasses
import itertools
import json
import pathlib
import random
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from ssb import perturb

from compliance.models import ListKind, SubjectKind
from compliance.providers import matching
from compliance.providers.screening import Subject


def _weights(text: str) -> dict[str, int]:
    return {culture: int(weight) for culture, weight in (each.split() for each in text.split(", "))}


THRESHOLD, STRICT = 85, 93
"""The score from which a likeness is a hit by default, and one that leaves less than one ordinary name of a hundred."""
_DATA = json.loads(pathlib.Path(__file__).with_name("common_names.json").read_text())
"""Common given and family names by culture, and other spellings of letters."""
GIVEN, FAMILY = ({culture: names.split() for culture, names in _DATA[part].items()} for part in ("given", "family"))
_LISTED_CULTURES = _weights(
    "arabic 30, slavic 28, persian 10, spanish 8, korean 5, chinese 5, english 3, turkish 3, german 2, french 2, "
    "nigerian 2, indian 2"
)
_ORDINARY_CULTURES = _weights(
    "english 30, spanish 15, german 12, french 8, slavic 8, arabic 6, chinese 6, indian 6, turkish 3, nigerian 3, "
    "vietnamese 2, korean 1"
)
CASES, ORDINARY = 10_000, 10_000
_CONSONANTS = [
    "b",
    "d",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "t",
    "v",
    "z",
    "kh",
    "sh",
    "q",
    "z",
    "gh",
]
_ENDINGS = ["", "n", "r", "d", "m", "l", "b", "k", "v", "t"]
_TRADES = [
    "Trading",
    "Shipping",
    "Metals",
    "Gravel",
    "Oil",
    "Holdings",
    "Bank",
    "Construction",
    "Import",
    "Electronics",
    "Logistics",
    "Foundation",
]
_LEGAL_FORMS = ["Ltd", "LLC", "FZE", "S.A.", "GmbH", "JSC", "OOO", "Co.", "Limited", "Inc", "PLC", "B.V."]


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A changed name, and the entry that it is of."""

    way: str
    text: str
    reference: str
    kind: SubjectKind


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """How many cases of a way there were, and how many were found."""

    way: str
    count: int
    found: float
    """Per cent, by the threshold; and by the strict one."""
    found_strictly: float


def entries(people: int, businesses: int) -> list[matching.Entry]:
    chance = random.Random(1)
    listed = [_person_entry(number, chance) for number in range(people)]
    return listed + [_business_entry(number, chance) for number in range(businesses)]


def ordinary(listed: Sequence[matching.Entry], count: int = ORDINARY) -> list[str]:
    """Return names of nobody on the lists: no name of theirs in another order either."""
    chance = random.Random(2)
    taken = {frozenset(name.lower().split()) for entry in listed for name in entry.names}
    found = (
        _person(chance, _ORDINARY_CULTURES, family=lambda culture: chance.choice(FAMILY[culture]))
        for _ in itertools.count()
    )
    return list(itertools.islice((name for name in found if frozenset(name.lower().split()) not in taken), count))


def cases(listed: Sequence[matching.Entry], count: int = CASES) -> list[Case]:
    chance = random.Random(3)
    people = [entry for entry in listed if entry.kind == SubjectKind.PERSON]
    businesses = [entry for entry in listed if entry.kind == SubjectKind.BUSINESS]
    of_people = (case for entry in chance.sample(people, len(people)) for case in _changed(entry, chance))
    of_businesses = (
        Case("company form", text, entry.reference, entry.kind)
        for entry in businesses
        for text in _other_forms(entry.names[0], chance)
    )
    some = list(itertools.islice(of_businesses, count // 20))
    return some + list(itertools.islice(of_people, count - len(some)))


def recall(index: matching.Index, wanted: Sequence[Case]) -> list[Result]:
    scores: dict[str, list[int]] = collections.defaultdict(list)
    for case in wanted:
        hits = index.find(Subject(case.kind, case.text), threshold=THRESHOLD)
        scores[case.way].append(max((hit.score for hit in hits if hit.entry_reference == case.reference), default=0))
    return [
        Result(way, len(found), share(found, THRESHOLD), share(found, STRICT)) for way, found in sorted(scores.items())
    ]


def highest(index: matching.Index, names: Sequence[str]) -> list[int]:
    """Return the score of the best hit of each name, 0 for a name without one."""
    hits = (index.find(Subject(SubjectKind.PERSON, name), threshold=THRESHOLD) for name in names)
    return [max((hit.score for hit in of_name), default=0) for of_name in hits]


def share(scores: Sequence[int], threshold: int) -> float:
    """Return how many per cent reach a threshold."""
    return round(100 * sum(score >= threshold for score in scores) / len(scores), 1)


def table(results: Sequence[Result]) -> str:
    """Return the results as the page for operators shows them."""
    rows = [
        f"| {result.way.replace('_', ' ')} | {result.count:,} | {result.found} % | {result.found_strictly} % |"
        for result in results
    ]
    return "\n".join([f"| Changed by | Cases | Found from {THRESHOLD} | from {STRICT} |", "|---|---|---|---|", *rows])


def _person_entry(number: int, chance: random.Random) -> matching.Entry:
    def family(culture: str) -> str:
        made = _invented(chance)
        return f"al-{made}" if culture == "arabic" and chance.random() < 0.5 else made

    names = [_person(chance, _LISTED_CULTURES, family=family, is_listed=True)]
    for _ in range(chance.choice([0, 1, 2, 3])):
        words = names[0].split()
        names.append(f"{chance.choice(words[:-1])} {chance.choice((words[-1], _invented(chance)))}")
    kept = tuple(dict.fromkeys(names))
    return matching.Entry("LIST", ListKind.SANCTION, f"P{number}", SubjectKind.PERSON, kept)


def _business_entry(number: int, chance: random.Random) -> matching.Entry:
    name = f"{_invented(chance)} {chance.choice(_TRADES)} {chance.choice(_LEGAL_FORMS)}"
    return matching.Entry("LIST", ListKind.SANCTION, f"B{number}", SubjectKind.BUSINESS, (name,))


def _person(
    chance: random.Random, cultures: Mapping[str, int], *, family: Callable[[str], str], is_listed: bool = False
) -> str:
    (culture,) = chance.choices(list(cultures), list(cultures.values()))
    words = [chance.choice(GIVEN[culture])]
    further = 0.75 if is_listed and culture in {"arabic", "persian", "slavic", "spanish"} else 0.25
    while chance.random() < further and len(words) < 4:
        words.append(chance.choice(GIVEN[culture]))
        further /= 2
    words.append(family(culture))
    if culture == "spanish" and chance.random() < 0.6:
        words.append(family(culture))
    return " ".join(words)


def _invented(chance: random.Random) -> str:
    syllables = (chance.choice(_CONSONANTS) + chance.choice("aeiouaiu") for _ in range(chance.choice([2, 2, 3, 3, 4])))
    return ("".join(syllables) + chance.choice(_ENDINGS)).capitalize()


def _changed(entry: matching.Entry, chance: random.Random) -> Iterator[Case]:
    name = entry.names[0]
    for variant in perturb.apply_all(name, entry.reference, seed=0, max_per_class=1):
        yield Case(variant.perturbation, variant.text, entry.reference, entry.kind)
    for way, change in _OURS.items():
        text = change(name, chance)
        if text and text.lower() != name.lower():
            yield Case(f"our {way}", text, entry.reference, entry.kind)


def _in_any_order(name: str, chance: random.Random) -> str:
    words = name.split()
    return " ".join(chance.sample(words, len(words)))


def _romanised(name: str, _: random.Random) -> str:
    text = name.lower()
    for written, other in _DATA["romanisations"].items():
        text = text.replace(written, other)
    return text.title()


def _in_cyrillic(name: str, _: random.Random) -> str:
    text = "".join(char for char in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(char))
    for written, letter in _DATA["cyrillic"].items():
        text = text.replace(written, letter)
    return "" if text.isascii() else text.title()


def _without_a_part(name: str, chance: random.Random) -> str:
    words = name.split()
    if len(words) < 3:
        return ""
    words.pop(chance.randrange(len(words)))
    return " ".join(words)


def _accented(name: str, chance: random.Random) -> str:
    return "".join(_DATA["accented"].get(char, char) if chance.random() < 0.3 else char for char in name)


def _other_forms(name: str, chance: random.Random) -> Iterator[str]:
    core, _, form = name.rpartition(" ")
    yield core
    yield f"{core} {chance.choice([other for other in _LEGAL_FORMS if other != form])}"
    yield f"{form} {core}".upper()


_OURS: Mapping[str, Callable[[str, random.Random], str]] = {
    "order": _in_any_order,
    "transliteration": _romanised,
    "other script": _in_cyrillic,
    "missing part": _without_a_part,
    "diacritics": _accented,
}
