"""Matching of a subject with the entries of lists: candidates by their words, then a score from 0 to 100.

An index is in the memory of a process: a screening reads no row of a list. Words are found by skeletons that agree
except for one letter, so that neither a typing error nor another transliteration hides a name, and only few words must
be compared letter by letter. Nothing depends on chance or on the order of entries: the same lists and the same subject
give the same hits.
"""

import collections
import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rapidfuzz import fuzz, process

from compliance.models import ListKind, SubjectKind
from compliance.providers import names
from compliance.providers.screening import Hit, Subject

MOST_HITS = 20
"""The best hits of one subject: more of them would tell a reviewer nothing new."""
_LEAST_WORD_LIKENESS = 0.65
_LEAST_RATIO = 50
"""Share of common letters, in percent, below which two words never count as alike, even with equal skeletons."""
_SAME_SKELETON = 0.9
_LONG_SKELETON, _LEAST_OF_SHORT_SKELETON = 3, 0.7
"""Two consonants in common say little: Sayed is not Zosad. Such words must share letters too."""
_INITIAL = 0.8
_SHORTEST_WHOLE = 8
"""Letters from which two names may be compared as one word each."""
_SHORTEST_IDENTIFIER = 5
_MOST_KEPT = 20_000
"""Words for which an index keeps what is like them: the same names come again and again. Some 10 MB."""
_NOTHING: Mapping[str, float] = {}

_EXTRA_WORD = 4
"""Deduction for each word in only one of two people's names, for three of them at most."""
_NEARLY_SAME, _OTHER_BESIDE_EXTRA = 0.9, 3
"""Deduction where one name has more words and those in common are not the same either: one of both is a variant."""
_EXTRA_PART = 40
"""Deduction if only one of two businesses' names had all the letters; proportionally less for a part of them."""
_ONE_WORD_ONLY = 30
"""Deduction when only one of several words is like another."""
_SAME_BIRTH_DATE, _SAME_BIRTH_YEAR, _OTHER_BIRTH_YEAR = 5, 3, -12
_SAME_COUNTRY, _OTHER_COUNTRY = 3, -5


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A person or business on a list."""

    list_name: str
    list_kind: ListKind
    reference: str
    kind: SubjectKind
    names: tuple[str, ...]
    birth_dates: tuple[dt.date, ...] = ()
    birth_years: tuple[int, int] | None = None
    """First and last possible one."""
    countries: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    listed_on: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class _Name:
    text: str
    words: tuple[str, ...]
    entry: Entry


class Index:
    """The entries of one or more lists, ready to be searched. Immutable, so threads share it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Take all entries; about 10 µs for each of their names."""
        self._of_kind = {kind: _Names() for kind in SubjectKind}
        self._by_identifier: dict[str, list[Entry]] = {}
        self.size = 0
        for entry in entries:
            self.size += 1
            for text in entry.names:
                self._of_kind[entry.kind].add(_Name(text, names.words(text, entry.kind), entry))
            for number in entry.identifiers:
                self._by_identifier.setdefault(number, []).append(entry)

    def find(self, subject: Subject, *, threshold: int) -> tuple[Hit, ...]:
        """Return the entries that score at least `threshold`, the best first and MOST_HITS at most."""
        best: dict[tuple[str, str], Hit] = {}
        for hit in self._hits(subject, threshold):
            key = (hit.list_name, hit.entry_reference)
            if key not in best or _rank(hit) < _rank(best[key]):
                best[key] = hit
        return tuple(sorted(best.values(), key=_rank)[:MOST_HITS])

    def _hits(self, subject: Subject, threshold: int) -> Iterator[Hit]:
        for number in subject.identifiers:
            plain = names.identifier(number)
            if len(plain) >= _SHORTEST_IDENTIFIER:
                for entry in self._by_identifier.get(plain, ()):
                    yield _hit(entry, entry.names[0], 100, by="IDENTIFIER")
        for text in (subject.name, *subject.aliases):
            yield from self._alike(text, subject, threshold)

    def _alike(self, text: str, subject: Subject, threshold: int) -> Iterator[Hit]:
        wanted, whole = names.words(text, subject.kind), _wholes(names.fold(text))
        likenesses = _Likenesses()
        for name in self._of_kind[subject.kind].candidates(wanted, likenesses):
            # Facts beside the name add up to eight points.
            likeness = _score(wanted, name.words, subject.kind, likenesses)
            if likeness >= threshold - _SAME_BIRTH_DATE - _SAME_COUNTRY:
                points = _circumstances(subject, name.entry)
                if "".join(names.fold(name.text)) in whole:
                    likeness = 100
                if likeness == 100 or _has_only_middle_names_more(wanted, name):
                    # Birth and nationality are what the person says: they can't tell somebody of this name apart.
                    points = max(0, points)
                score = max(0, min(100, round(likeness) + points))
                if score >= threshold:
                    yield _hit(name.entry, name.text, score, by="NAME")


def likeness(one: str, other: str, kind: SubjectKind) -> float:
    """Return how alike two names are, from 0 to 100, by the measure that lists are searched with."""
    return _score(names.words(one, kind), names.words(other, kind), kind, _Likenesses())


class _Names:
    """The names of one kind of subject, with the indexes to find them."""

    def __init__(self) -> None:
        self._names: list[_Name] = []
        self._words: list[tuple[str, ...]] = []
        """Of each name."""
        self._by_word: dict[str, list[int]] = {}
        self._alone: dict[str, list[int]] = {}
        """Names of one word."""
        self._by_joined: dict[str, list[int]] = {}
        self._bones: dict[str, str] = {}
        self._near: dict[str, list[str]] = {}
        self._of_initial: dict[str, list[str]] = {}
        self._like: dict[str, _Like] = {}

    def add(self, name: _Name) -> None:
        number = len(self._names)
        self._names.append(name)
        self._words.append(name.words)
        for word in dict.fromkeys(name.words):
            numbers = self._by_word.get(word)
            if numbers is None:
                numbers = self._by_word[word] = []
                self._of_initial.setdefault(word[0], []).append(word)
                bones = self._bones[word] = names.skeleton(word)
                for key in names.near(bones):
                    self._near.setdefault(key, []).append(word)
            numbers.append(number)
        if len(name.words) == 1:
            self._alone.setdefault(name.words[0], []).append(number)
        for joined in _joined(name.words) | _joined(names.fold(name.text)):
            self._by_joined.setdefault(joined, []).append(number)

    def candidates(self, wanted: Sequence[str], likenesses: "_Likenesses") -> Iterator[_Name]:
        """Return the names that share enough words with the wanted one, or look the same when written as one word."""
        likes = sorted((self._words_like(word) for word in dict.fromkeys(wanted)), key=lambda like: like.count)
        bits: dict[str, int] = {}
        for place, like in enumerate(likes):
            likenesses.remember(like.word, like.likenesses)
            for word in like.words:
                bits[word] = bits.get(word, 0) | 1 << place
        enough = [_enough(min(count, len(wanted))) for count in range(names.MOST_WORDS + 1)]
        numbers: set[int] = set()
        for number in self._pool(likes):
            shared = 0
            for word in self._words[number]:
                shared |= bits.get(word, 0)
            if shared.bit_count() >= enough[len(self._words[number])]:
                numbers.add(number)
        for joined in _joined(wanted):
            numbers.update(self._by_joined.get(joined, ()))
        return (self._names[number] for number in sorted(numbers))

    def _pool(self, likes: Sequence["_Like"]) -> set[int]:
        """Return all names that can share enough words, and others. `likes`: the rarest word first.

        A name that shares two of the wanted words shares one beside the most frequent, whose names are most of all and
        need not be looked at. Names of one word share enough by that word.
        """
        if len(likes) == 1:
            return {number for word in likes[0].words for number in self._by_word[word]}
        pool = {number for like in likes for word in like.words for number in self._alone.get(word, ())}
        for like in likes[:-1]:
            others = {word for other in likes if other is not like for word in other.words}
            for word in like.words:
                pool.update(number for number in self._by_word[word] if not others.isdisjoint(self._words[number]))
        return pool

    def _words_like(self, word: str) -> "_Like":
        like = self._like.get(word)
        if like is None:
            if len(self._like) >= _MOST_KEPT:
                self._like = {}
            like = self._like[word] = self._look_up(word)
        return like

    def _look_up(self, word: str) -> "_Like":
        if len(word) == 1:
            words: tuple[str, ...] = tuple(self._of_initial.get(word, ()))
            return _Like(word, words, {}, self._count(words))
        bones = names.skeleton(word)
        known = {like for key in names.near(bones) for like in self._near.get(key, ())}
        close = process.extract(word, known, scorer=fuzz.ratio, processor=None, score_cutoff=_LEAST_RATIO, limit=None)
        likenesses = {
            like: _likeness(percent / 100, bones=bones if self._bones[like] == bones else "")
            for like, percent, _ in close
        }
        words = tuple(like for like, likeness in likenesses.items() if likeness >= _LEAST_WORD_LIKENESS)
        words = (*words, word[0]) if word[0] in self._by_word else words
        return _Like(word, words, {like: likenesses[like] for like in words if like in likenesses}, self._count(words))

    def _count(self, words: Iterable[str]) -> int:
        return sum(len(self._by_word[word]) for word in words)


@dataclasses.dataclass(frozen=True, slots=True)
class _Like:
    """The words of the lists that are like a wanted one."""

    word: str
    words: tuple[str, ...]
    likenesses: Mapping[str, float]
    count: int
    """How many names have one of these words; a name with two of them counts twice."""


def _enough(words: int) -> int:
    """Return how many words two names must share to be compared, given the number of words in the shorter one."""
    return words if words <= 2 else words - 1


class _Likenesses:
    """Similarities of words, from 0 to 1, while one name is looked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], float] = {}
        self._of_wanted: dict[str, Mapping[str, float]] = {}

    def remember(self, wanted: str, likenesses: Mapping[str, float]) -> None:
        self._of_wanted[wanted] = likenesses

    def of(self, one: str, other: str) -> float:
        known = self._of_wanted.get(one, _NOTHING).get(other)
        if known is not None:
            return known
        known = self._known.get((one, other))
        if known is None:
            known = self._known[one, other] = _compare(one, other)
        return known


def _compare(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if len(one) == 1 or len(other) == 1:
        return _INITIAL if one[0] == other[0] else 0.0
    ratio = fuzz.ratio(one, other, score_cutoff=_LEAST_RATIO) / 100
    bones = names.skeleton(one) if ratio else ""
    return _likeness(ratio, bones=bones if bones == names.skeleton(other) else "")


def _likeness(ratio: float, *, bones: str) -> float:
    """Return the similarity of two words by their letters; `bones` is the skeleton that both have, if they have one."""
    least = _LEAST_OF_SHORT_SKELETON if len(bones) < _LONG_SKELETON else 0.0
    return max(ratio, _SAME_SKELETON) if bones and ratio >= least else ratio


def _score(wanted: tuple[str, ...], listed: tuple[str, ...], kind: SubjectKind, likenesses: _Likenesses) -> float:
    """Return the similarity of two names, from 0 to 100, by the similarity of their words in the best order."""
    pairs = _pair(wanted, listed, likenesses)
    longer, shorter = (wanted, listed) if len(wanted) >= len(listed) else (listed, wanted)
    weights = [(likeness, (len(one) + len(other)) / 2) for one, other, likeness in pairs]
    matched = sum(weight for _, weight in weights)
    letters = sum(map(len, shorter))
    matched_letters = sum(len(one if shorter is wanted else other) for one, other, _ in pairs)
    total = matched + letters - matched_letters
    by_words = 100 * sum(likeness * weight for likeness, weight in weights) / total if total else 0.0
    extra_words = len(longer) - len(shorter)
    if kind == SubjectKind.BUSINESS:
        all_letters = sum(map(len, longer))
        extra_letters = all_letters - sum(len(one if longer is wanted else other) for one, other, _ in pairs)
        by_words -= _EXTRA_PART * extra_letters / all_letters if extra_words else 0
    else:
        by_words -= _EXTRA_WORD * min(extra_words, 3)
        if extra_words and any(likeness < _NEARLY_SAME for likeness, _ in weights):
            by_words -= _OTHER_BESIDE_EXTRA
    if len(pairs) < 2 <= len(longer):
        by_words -= _ONE_WORD_ONLY
    return max(by_words, _as_wholes(wanted, listed))


def _has_only_middle_names_more(wanted: Sequence[str], listed: _Name) -> bool:
    """Tell whether a person's name is a listed one of several words, in any order, with names put in between."""
    if listed.entry.kind == SubjectKind.BUSINESS or len(listed.words) < 2:
        return False
    has_same_ends = {wanted[0], wanted[-1]} == {listed.words[0], listed.words[-1]}
    return has_same_ends and not collections.Counter(listed.words) - collections.Counter(wanted)


def _pair(wanted: Sequence[str], listed: Sequence[str], likenesses: _Likenesses) -> list[tuple[str, str, float]]:
    """Return pairs of words, the most alike first, each word once."""
    ranked = sorted(
        (-likenesses.of(one, other), left, right)
        for left, one in enumerate(wanted)
        for right, other in enumerate(listed)
    )
    pairs: list[tuple[str, str, float]] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for negative, left, right in ranked:
        if -negative < _LEAST_WORD_LIKENESS:
            break
        if left not in taken_left and right not in taken_right:
            taken_left.add(left)
            taken_right.add(right)
            pairs.append((wanted[left], listed[right], -negative))
    return pairs


def _as_wholes(wanted: Sequence[str], listed: Sequence[str]) -> float:
    """Compare names without regard to where one word ends: Al Zawahiri and Alzawahiri."""
    one, other = "".join(wanted), "".join(listed)
    if min(len(one), len(other)) < _SHORTEST_WHOLE:
        return 100.0 if one == other else 0.0
    return max(fuzz.ratio(one, other), fuzz.ratio("".join(sorted(wanted)), "".join(sorted(listed))))


def _joined(words: Sequence[str]) -> set[str]:
    """Return the skeleton of a name written as one word, in the order given and in both orders of two words."""
    return {bones for bones in map(names.skeleton, _wholes(words)) if len(bones) >= 3}


def _wholes(words: Sequence[str]) -> set[str]:
    """Return a name written as one word, in the order given and in the reverse."""
    return {"".join(words), "".join(reversed(words))}


def _circumstances(subject: Subject, entry: Entry) -> int:
    """Return the points that birth and country add to the similarity of two names, or take from it."""
    points = 0
    if subject.birth_date is not None and entry.birth_years is not None:
        first, last = entry.birth_years
        if subject.birth_date in entry.birth_dates:
            points += _SAME_BIRTH_DATE
        elif first <= subject.birth_date.year <= last:
            points += _SAME_BIRTH_YEAR
        elif not first - 1 <= subject.birth_date.year <= last + 1:
            points += _OTHER_BIRTH_YEAR
    if subject.countries and entry.countries:
        points += _SAME_COUNTRY if set(subject.countries) & set(entry.countries) else _OTHER_COUNTRY
    return points


def _hit(entry: Entry, matched_name: str, score: int, *, by: str) -> Hit:
    details = {
        "by": by,
        "birthYears": list(entry.birth_years) if entry.birth_years else None,
        "countries": list(entry.countries),
        "listedOn": entry.listed_on,
    }
    return Hit(entry.list_name, entry.reference, matched_name, score, entry.list_kind, details)


def _rank(hit: Hit) -> tuple[int, str, str, str]:
    return -hit.score, hit.list_name, hit.entry_reference, hit.matched_name
