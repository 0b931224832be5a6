"""Where a term of the glossary occurs in a message, and whether a translation contains its name in some form."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

NOT_SPOKEN = re.compile(r"<[^>]*>|%\(\w+\)\d*[sd]|\{\w*\}|https?:\S+")
"""Tags, placeholders and URLs."""

TOKEN = re.compile(r"\w+|[^\w\s’'\-]")

LITTLE = {
    "es": {
        "a",
        "al",
        "con",
        "de",
        "del",
        "el",
        "en",
        "la",
        "las",
        "los",
        "más",
        "o",
        "por",
        "que",
        "un",
        "una",
    },
    "fr": {
        "à",
        "au",
        "aux",
        "d",
        "dans",
        "de",
        "des",
        "du",
        "en",
        "et",
        "l",
        "la",
        "le",
        "les",
        "qui",
        "un",
        "une",
    },
    "pt_BR": {
        "a",
        "à",
        "as",
        "com",
        "da",
        "de",
        "do",
        "dos",
        "em",
        "na",
        "no",
        "o",
        "os",
        "para",
        "um",
        "uma",
    },
}
"""Words of a name that may be replaced in a sentence."""

VERBS = {
    *(
        "appeal",
        "attach",
        "concede",
        "cut",
        "draft",
        "drop",
        "evolve",
        "pair",
        "pick",
        "redraft",
        "reinstate",
    ),
    *("report", "retreat", "shuffle", "trade"),
}
"""Words of English names that also end in -ed and -ing."""

ENDINGS = {
    "es": (
        (r"z$", "ces"),
        (r"[oae]$", "o a os as"),
        (r"or$", "ora ores oras"),
        (r"es$", ""),
        (r"s$", ""),
        (r"$", "s es"),
    ),
    "fr": (
        (r"eur$", "euse euses rice rices"),
        (r"al$", "aux ale ales"),
        (r"if$", "ive ives"),
        (r"(?<=[eiu])e$", ""),
        (r"el$", "elle elles"),
        (r"en$", "enne ennes"),
        (r"s$", ""),
        (r"$", "s e es x"),
    ),
    "pt_BR": (
        (r"ao$", "oes aos a as"),
        (r"[oae]$", "o a os as"),
        (r"m$", "ns"),
        (r"l$", "is"),
        (r"is$", "l"),
        (r"or$", "ora oras"),
        (r"es$", ""),
        (r"s$", ""),
        (r"$", "s es"),
    ),
}
"""How nouns and adjectives, without their accents, change with gender and number."""

VERB_ENDING = re.compile(r"(?:[aei]r(?:se)?|re)$")


TODAY = "GLOSSARY_TODAY.csv"
"""A file beside a glossary with the terms whose names have changed since its documents were printed."""

QUOTATION = re.compile("“[^”]*”|«[^»]*»")


@dataclass(frozen=True, eq=False)
class Line:
    """One line of a glossary: a term, its names by language, and its former names by language."""

    key: str
    names: Mapping[str, str]
    until: Mapping[str, str] = field(default_factory=dict)


@cache
def lines(path: Path) -> tuple[Line, ...]:
    """Return the terms of a glossary. A current name, from the file beside it, comes before the printed one."""
    today = {row["key"]: row for row in _rows(path.with_name(TODAY))}
    return tuple(_line(row, today.get(row["key"])) for row in _rows(path))


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _line(row: Mapping[str, str], today: Mapping[str, str] | None) -> Line:
    names = {code: row[code] for code in ("en", *LITTLE)}
    if today is None:
        return Line(row["key"], names)
    return Line(row["key"], {**names, "pt_BR": today["pt_BR_today"]}, {"pt_BR": today["pt_BR_until"]})


def tokens(text: str) -> list[str]:
    """Return words and punctuation; a placeholder counts as punctuation, so that no term spans it."""
    return TOKEN.findall(NOT_SPOKEN.sub(" · ", text))


class Finder:
    """Finds the terms of a glossary in English. The longest one wins: in “deck list” there is no “list”."""

    def __init__(
        self, glossary: Iterable[Line], also: Mapping[str, tuple[str, ...]], other: Iterable[str]
    ) -> None:
        self._terms: dict[tuple[str, ...], Line | None] = {_words(phrase): None for phrase in other}
        for line in glossary:
            for name in (line.names["en"], *also.get(line.key, ())):
                for form in _english_forms(_words(name)):
                    self._terms.setdefault(form, line)
        self._longest = max(map(len, self._terms))

    def find(self, text: str) -> set[Line]:
        words = tokens(text)
        small = [word.lower() for word in words]
        taken: set[int] = set()
        found: set[Line] = set()
        for size in range(min(self._longest, len(words)), 0, -1):
            for start in range(len(words) - size + 1):
                place = range(start, start + size)
                if taken.isdisjoint(place) and (term := self._term(words, small, place)) is not None:
                    taken.update(place)
                    found |= {term} if isinstance(term, Line) else set()
        return found

    def _term(self, words: list[str], small: list[str], place: range) -> Line | bool | None:
        """Return the term at this position, True if the word has another meaning, None if there is neither."""
        for spelled in (words, small):
            form = tuple(spelled[place.start : place.stop])
            if form in self._terms:
                return self._terms[form] or True
        return None


def _words(name: str) -> tuple[str, ...]:
    """Return words in lower case, except for single capitalized words: Bench, Resistance, Stage."""
    words = tokens(name)
    return tuple(words) if len(words) == 1 else tuple(word.lower() for word in words)


def _english_forms(words: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    last = len(words) - 1
    return product(*(_english(word, place == last) for place, word in enumerate(words)))


def _english(word: str, last: bool) -> set[str]:
    forms = {word}
    if last:
        forms |= {f"{word}s", f"{word}es", re.sub("y$", "ies", word), re.sub("(?<=...)s$", "", word)}
    if word in VERBS:
        stem = word.removesuffix("e")
        forms |= {f"{word}s", *(f"{one}{end}" for one in (stem, stem + stem[-1]) for end in ("ed", "ing"))}
    return forms


def holds(text: str, name: str, language: str) -> bool:
    """Return whether the text contains each relevant word of a name in some form."""
    said = fold(NOT_SPOKEN.sub(" · ", text))
    return all(word.search(said) for word in _forms(name, language))


def says(text: str, phrase: str, language: str) -> bool:
    """Return whether a text contains a phrase, each word in some form, outside quotations."""
    return (
        _phrase(phrase, language).search(fold(QUOTATION.sub(" · ", NOT_SPOKEN.sub(" · ", text)))) is not None
    )


@cache
def _phrase(phrase: str, language: str) -> re.Pattern[str]:
    words = (rf"(?:{_form(fold(word), language)})" for word in phrase.split())
    return re.compile(r"\b" + r"\s+".join(words) + r"\b")


@cache
def _forms(name: str, language: str) -> tuple[re.Pattern[str], ...]:
    spoken = re.findall(r"\w+…?", name)
    that_matter = [word for word in spoken if word.lower() not in LITTLE[language]] or spoken
    return tuple(re.compile(rf"\b(?:{_form(fold(word), language)})\b") for word in that_matter)


def _form(word: str, language: str) -> str:
    if word.endswith("…"):
        return rf"{word[:-1]}\w*"
    forms = {word}
    for _twice in range(2):
        forms |= {
            re.sub(ending, other, form, count=1)
            for form in forms
            for ending, others in ENDINGS[language]
            if re.search(ending, form) and len(form) > 1
            for other in (others.split() or [""])
        }
    root = VERB_ENDING.sub("", word)
    conjugated = [rf"{root}\w*"] if root != word and len(root) > 2 else []
    return "|".join([*sorted(forms), *conjugated])


def fold(text: str) -> str:
    """Return a text in lower case and without accents."""
    apart = unicodedata.normalize("NFD", text.lower())
    return "".join(one for one in apart if not unicodedata.combining(one))
