"""Cards as the rules see them: expansions, printings and the catalogue that finds them.

The catalogue is built once per process from rows and then only read. Names in other languages and the list for similar
names are prepared on first use.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal, Self

from rapidfuzz import fuzz, process

from cards.engine import list_codes, names, numbers
from cards.engine.facts import Ban, Erratum, Facts, LocalName, PromoCutoff, Ref, Reprint, Rotation

Supertype = Literal["pokemon", "trainer", "energy"]
ExpansionKind = Literal["expansion", "promo", "product", "collector", "energy"]
LANGUAGES = ("en", "es", "es-mx", "fr", "pt", "de", "it")
"""Languages of card names in the catalogue; the English name counts (R-001). `es-mx` is that of Latin America."""

NEAR = 60.0
"""Lowest similarity, of 100, of a name worth offering."""

_LEAST_WITHIN = 3
"""Characters of a text whose names that contain it are similar ones."""

_LEAST_JOINED = 4
"""Characters of a text that is also found across the spaces of a name: "ultraball"."""

_PARTS_OF_SETS = ("TG", "GG", "RC", "SV", "SH", "CC")
"""Parts of sets with their own numbers: in lists after the code (BRS-TG 5), in data before the number."""
_OLD_RADIANT_OFFSET = 100
"""Lists of 2016 write RC27 of Generations as 127."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """A set of cards released together.

    `codes`: all codes used in lists, the printed one first; may be empty. `legal_from`: an explicit date, which
    overrides computed ones (R-003, R-008). `kind`: expansion (boosters, R-006), promo (Black Star Promos, cut off by
    number), product (trainer kits, McDonald's, boxes, R-005), collector (never legal, R-021), energy (basic Energy
    only).
    """

    id: str
    name: str
    codes: tuple[str, ...] = ()
    released: date | None = None
    legal_from: date | None = None
    kind: ExpansionKind = "expansion"
    series: str = ""

    @property
    def code(self) -> str:
        """The code to print, or the id of a set without a code."""
        return self.codes[0] if self.codes else self.id


@dataclass(frozen=True, slots=True)
class Printing:
    """One card as printed in one expansion.

    `name`: English; `key`: the name the copy limit counts (`names.identity`). `limit`: from the card's text (R-076): 0
    for any number, else copies of its name, for Unown in all; None if the text has none. `text_key`: a fingerprint of
    the rules text, "" if unknown; equal ones propose a reprint, the table decides (R-009). `announced`: only its name
    and number are known yet.
    """

    expansion: str
    number: str
    name: str
    key: str
    supertype: Supertype
    subtypes: tuple[str, ...] = ()
    mark: str = ""
    basic: bool = False
    restored: bool = False
    basic_energy: bool = False
    ace_spec: bool = False
    radiant: bool = False
    prism_star: bool = False
    star: bool = False
    limit: int | None = None
    not_tournament_legal: bool = False
    text_key: str = ""
    evolves_from: str = ""
    hp: int | None = None
    types: tuple[str, ...] = ()
    announced: bool = False

    @property
    def ref(self) -> Ref:
        return (self.expansion, self.number)


class Catalogue:
    """All known facts about cards, at one version of the data."""

    def __init__(
        self,
        expansions: Iterable[Expansion],
        printings: Iterable[Printing],
        local_names: Iterable[LocalName] = (),
        facts: Facts | None = None,
        version: int = 0,
    ) -> None:
        self.version = version
        self.facts = facts or Facts()
        self.expansions: Mapping[str, Expansion] = {expansion.id: expansion for expansion in expansions}
        self._local_rows = tuple(local_names)
        self._by_code = _codes(self.expansions.values())
        released = {expansion.id: expansion.released for expansion in self.expansions.values()}
        self.all: tuple[Printing, ...] = tuple(
            sorted(
                printings,
                key=lambda printing: (
                    released.get(printing.expansion) or date.max,
                    printing.expansion,
                    numbers.order(printing.number),
                ),
            )
        )
        self._by_ref: dict[Ref, Printing] = {}
        self._by_key: dict[str, list[Printing]] = defaultdict(list)
        for printing in self.all:
            self._by_ref.setdefault((printing.expansion, numbers.plain(printing.number)), printing)
            self._by_key[printing.key].append(printing)

    @classmethod
    def of(
        cls,
        expansions: Iterable[Expansion],
        printings: Iterable[Printing],
        local_names: Iterable[LocalName] = (),
        reprints: Iterable[Reprint] = (),
        bans: Iterable[Ban] = (),
        *,
        errata: Iterable[Erratum] = (),
        cutoffs: Iterable[PromoCutoff] = (),
        rotations: Iterable[Rotation] = (),
        version: int = 0,
    ) -> Self:
        facts = Facts(tuple(reprints), tuple(errata), tuple(bans), tuple(cutoffs), tuple(rotations))
        return cls(expansions, printings, local_names, facts, version)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def reprints(self) -> tuple[Reprint, ...]:
        return self.facts.reprints

    @property
    def errata(self) -> tuple[Erratum, ...]:
        return self.facts.errata

    @property
    def bans(self) -> tuple[Ban, ...]:
        return self.facts.bans

    @property
    def cutoffs(self) -> tuple[PromoCutoff, ...]:
        return self.facts.cutoffs

    @property
    def rotations(self) -> tuple[Rotation, ...]:
        return self.facts.rotations

    def copy_limit(self, printing: Printing) -> int | None:
        """The copy limit of a printing's text; the table overrides what was parsed (R-076)."""
        place = (printing.expansion, numbers.plain(printing.number), printing.key)
        return self._copy_limits.get(place, printing.limit)

    def expansion(self, code: str) -> Expansion | None:
        """The expansion of a code, alias or id, in any case; the main one if a code is shared."""
        expansions = self._by_code.get(code.strip().upper())
        return expansions[0] if expansions else None

    def expansions_of(self, code: str) -> tuple[Expansion, ...]:
        """Every expansion of a code, alias or id; of "BRS-TG" those of BRS if none has that code itself."""
        code = code.strip().upper()
        return tuple(self._by_code.get(code) or self._by_code.get(code.rpartition("-")[0]) or ())

    def cards_of(self, expansion: str) -> tuple[Printing, ...]:
        """Every printing of an expansion, by its id."""
        return tuple(self._by_expansion.get(expansion, ()))

    def printing(self, code: str, number: str) -> Printing | None:
        """The card of a set and number, as written in lists: PR-SM 30, BRS-TG 5, GEN 127, ex7 053."""
        expansions, number = self.expansions_of(code), numbers.plain(number)
        part = code.strip().upper().rpartition("-")[2]
        spellings = [part + number, number] if part in _PARTS_OF_SETS else [number]
        for spelling in spellings:
            for expansion in expansions:
                if printing := self._by_ref.get((expansion.id, spelling)):
                    return printing
        return self._by_odd_number(expansions, number)

    def booster_cards(self, code: str) -> tuple[Printing, ...]:
        """Every known card of an expansion and of the galleries that share its code, in binder order."""
        shared = self._by_code.get(code.strip().upper(), [])
        return tuple(
            printing
            for expansion in shared
            if expansion is shared[0] or expansion.kind not in ("promo", "collector", "energy")
            for printing in self._by_expansion.get(expansion.id, ())
        )

    def named(self, name: str) -> tuple[Printing, ...]:
        """Every printing with this name, oldest first, in English or another language.

        An exact match wins; then accents, apostrophes, hyphens and braces are ignored; then also the difference between
        ex and EX, and the result may have several names. Last comes the short name of a basic Energy.
        """
        if exact := self._by_key.get(names.identity(name)):
            return tuple(exact)
        for keys in (self._by_fold.get(names.fold(name)), self._by_loose.get(names.loose(name))):
            if keys:
                return self._together(keys)
        if local := self._together(self._by_local.get(names.loose(name), ())):
            return local
        short = names.basic_energy_of_short(name)
        return tuple(printing for printing in self._by_key.get(short, ()) if printing.basic_energy)

    def printings(self, key: str) -> tuple[Printing, ...]:
        """Every printing of one name identity, oldest first."""
        return tuple(self._by_key.get(key, ()))

    def search(self, text: str, limit: int = 50) -> tuple[str, ...]:
        """English names that contain this text in any language, with or without its spaces.

        Those that begin with it come first, then those with its words, with a word that begins so, and the others.
        """
        plain = names.loose(text)
        joined = plain.replace(" ", "")
        if not plain:
            return ()
        ranked = (
            (_rank(spelling, plain), key)
            for spelling, keys in self._spellings.items()
            if plain in spelling or (len(joined) >= _LEAST_JOINED and joined in spelling.replace(" ", ""))
            for key in keys
        )
        return tuple(dict.fromkeys(key for _rank, key in sorted(ranked)))[:limit]

    def nearest(self, name: str, limit: int = 5) -> tuple[str, ...]:
        """The most similar English names without duplicates: those that contain the text, then the best first."""
        matches = process.extract(
            names.loose(name), self._spellings.keys(), scorer=fuzz.ratio, limit=limit * 3, score_cutoff=NEAR
        )
        within = self.search(name, limit) if len(names.loose(name)) >= _LEAST_WITHIN else ()
        similar = (key for spelling, _score, _row in matches for key in self._spellings[spelling])
        return tuple(dict.fromkeys([*within, *similar]))[:limit]

    def local_name(self, key: str, language: str) -> str:
        """The name in a language, or the English one if none is known."""
        return self._local.get((key, language), key)

    def _together(self, keys: Iterable[str]) -> tuple[Printing, ...]:
        return tuple(printing for key in keys for printing in self._by_key.get(key, ()))

    def _by_odd_number(self, expansions: Iterable[Expansion], number: str) -> Printing | None:
        # An alternate print, 60a, is the card of number 60; and 103 is one of 103a and 103b.
        alike = (number[:-1] if number[-1:].isalpha() else f"{number}A") if number[:1].isdigit() else ""
        for expansion in expansions:
            if printing := self._odd_numbers.get((expansion.id, number)):
                return printing
            if printing := self._by_ref.get((expansion.id, alike)):
                return printing
        return None

    @cached_property
    def _copy_limits(self) -> dict[tuple[str, str, str], int]:
        limits = self.facts.copy_limits
        return {(row.printing[0], numbers.plain(row.printing[1]), row.key): row.most for row in limits}

    @cached_property
    def _by_expansion(self) -> dict[str, list[Printing]]:
        by_expansion: dict[str, list[Printing]] = defaultdict(list)
        for printing in self.all:
            by_expansion[printing.expansion].append(printing)
        return by_expansion

    @cached_property
    def _odd_numbers(self) -> dict[Ref, Printing]:
        """Unprinted numbers used in lists: those of TCG Live, promos without letters, gallery cards without theirs."""
        odd: dict[Ref, Printing] = {}
        for printing in self.all:
            if live := list_codes.written_number(printing.expansion, printing.number, printing.key):
                odd[printing.expansion, live] = printing
        for printing in self.all:
            if not (number := numbers.bare(printing.number)):
                continue
            odd.setdefault((printing.expansion, number), printing)
            if printing.number.startswith("RC"):
                odd.setdefault((printing.expansion, str(int(number) + _OLD_RADIANT_OFFSET)), printing)
        return odd

    @cached_property
    def _by_fold(self) -> dict[str, list[str]]:
        return _grouped((names.fold(key), key) for key in self._by_key)

    @cached_property
    def _by_loose(self) -> dict[str, list[str]]:
        return _grouped((folded.casefold(), key) for folded, keys in self._by_fold.items() for key in keys)

    @cached_property
    def _local(self) -> dict[tuple[str, str], str]:
        local: dict[tuple[str, str], str] = {}
        for row in self._local_rows:
            local.setdefault((row.key, row.language), row.name)
        return local

    @cached_property
    def _by_local(self) -> dict[str, list[str]]:
        return _grouped((names.loose(row.name), row.key) for row in self._local_rows)

    @cached_property
    def _spellings(self) -> dict[str, list[str]]:
        """Every spelling in every language with its possible keys; English ones first."""
        spellings = {spelling: list(keys) for spelling, keys in self._by_loose.items()}
        for spelling, keys in self._by_local.items():
            keys_here = spellings.setdefault(spelling, [])
            keys_here += [key for key in keys if key not in keys_here and key in self._by_key]
        return spellings


def _codes(expansions: Iterable[Expansion]) -> dict[str, list[Expansion]]:
    """Codes and ids in capitals -> expansions, those that print the code first.

    A set and its gallery may share a code. An id is included unless another set prints it as its code.
    """
    expansions = list(expansions)
    printed = {expansion.code.upper() for expansion in expansions}
    rows = [(expansion.code.upper(), expansion) for expansion in expansions]
    rows += [(code.upper(), expansion) for expansion in expansions for code in expansion.codes[1:]]
    rows += [
        (expansion.id.upper(), expansion) for expansion in expansions if expansion.id.upper() not in printed
    ]
    by_id = {expansion.id: expansion for expansion in expansions}
    rows += [
        (code, by_id[home]) for code, home in list_codes.aliases() if home in by_id and code not in printed
    ]
    by_code: dict[str, list[Expansion]] = defaultdict(list)
    for code, expansion in rows:
        if expansion not in by_code[code]:
            by_code[code].append(expansion)
    return dict(by_code)


def _rank(spelling: str, plain: str) -> int:
    """0 for a spelling that begins with a text, 1 for one with its words, 2 for one with a word that begins so."""
    if spelling.startswith(plain):
        return 0
    if f" {plain} " in f"{spelling} ":
        return 1
    return 2 if f" {plain}" in spelling else 3


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for folded, key in pairs:
        if key not in groups[folded]:
            groups[folded].append(key)
    return dict(groups)


COMPLETE_FROM = 15_000
"""Printings of a full import at least; the starter catalogue has some hundred."""


def is_complete(catalogue: Catalogue) -> bool:
    """Whether a catalogue has the cards of a full import, so that an unknown card is an error."""
    return len(catalogue) >= COMPLETE_FROM
