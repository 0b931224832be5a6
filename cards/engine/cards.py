"""Cards as the rules see them: expansions, printings, and the catalogue that finds them.

The catalogue is built from rows once per process, and read-only afterwards. Its indexes are built when they are first
used, or all of them by `build_indexes`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal, Self

from cards.engine import card_names, collector_numbers, list_codes
from cards.engine.card_names import fold_card_name_loosely
from cards.engine.collector_numbers import plain_collector_number
from cards.engine.facts import Ban, Erratum, FactTables, LocalName, PromoCutoff, Ref, Reprint, Rotation
from cards.engine.spellings import MIN_WITHIN, Spellings, keys_by_spelling, match_rank

Supertype = Literal["pokemon", "trainer", "energy"]
ExpansionKind = Literal["expansion", "promo", "product", "collector", "energy"]
LANGUAGES = ("en", "es", "es-mx", "fr", "pt", "de", "it")
"""Languages of card names; the English name counts (R-001). `es-mx` is Latin American Spanish."""

_PARTS_OF_SETS = ("TG", "GG", "RC", "SV", "SH", "CC")
"""Subsets with separate numbers. Lists write these letters after the code (BRS-TG 5), data before the number."""
_OLD_RADIANT_OFFSET = 100
"""The offset in lists of 2016, which write RC27 of Generations as 127."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """A set of cards released together.

    - `codes`: all codes used in lists, starting with the printed one, if any.
    - `legal_from`: an explicit date, which overrides computed ones (R-003, R-008).
    - `kind`: expansion (boosters, R-006), promo (Black Star Promos, cut off by number), product (trainer kits,
      McDonald's, boxes, R-005), collector (never legal, R-021) or energy (basic Energy).
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
        """The code to print; for a set without a code, its id."""
        return self.codes[0] if self.codes else self.id


@dataclass(frozen=True, slots=True)
class Printing:
    """A card as printed in an expansion.

    `name` is English, and `key` the name to which the copy limit applies (`card_names.card_name_identity`). `limit`
    is the copy limit in its text (R-076), None if it has none; it applies to this name, or to all Unown. 0 allows any
    number. `text_key` is a fingerprint of the rules text, or "" if unknown. Equal fingerprints suggest a reprint, but
    the table decides (R-009). `announced`: whether only the name and number are known so far.
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

    def is_same_kind(self, other: Self) -> bool:
        """Return whether both are Pokémon, Trainers, basic Energy or special Energy."""
        return self.supertype == other.supertype and self.basic_energy == other.basic_energy


class Catalogue:
    """All cards and the facts about them, in one version of the data."""

    def __init__(
        self,
        expansions: Iterable[Expansion],
        printings: Iterable[Printing],
        local_names: Iterable[LocalName] = (),
        facts: FactTables | None = None,
        version: int = 0,
    ) -> None:
        self.version = version
        self.facts = facts or FactTables()
        self.expansions: Mapping[str, Expansion] = {expansion.id: expansion for expansion in expansions}
        self._local_rows = tuple(local_names)
        self._by_code = _expansions_by_code(self.expansions.values())
        released = {expansion.id: expansion.released or date.max for expansion in self.expansions.values()}

        def order(printing: Printing) -> tuple[date, str, tuple[tuple[int, int, str], ...]]:
            binder_order = collector_numbers.binder_order(printing.number)
            return released.get(printing.expansion, date.max), printing.expansion, binder_order

        self.all: tuple[Printing, ...] = tuple(sorted(printings, key=order))
        self._by_ref: dict[Ref, Printing] = {}
        self._by_key: dict[str, list[Printing]] = defaultdict(list)
        for printing in self.all:
            self._by_ref.setdefault((printing.expansion, plain_collector_number(printing.number)), printing)
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
        facts = FactTables(tuple(reprints), tuple(errata), tuple(bans), tuple(cutoffs), tuple(rotations))
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
        """Return the copy limit in a printing's text, None for none. The table overrides it (R-076)."""
        key = (printing.expansion, plain_collector_number(printing.number), printing.key)
        return self._limits_by_printing.get(key, printing.limit)

    def expansion(self, code: str) -> Expansion | None:
        """Return the expansion with a code, alias or id, in any case, or the main one if several share the code."""
        expansions = self._by_code.get(code.strip().upper())
        return expansions[0] if expansions else None

    def expansions_of(self, code: str) -> tuple[Expansion, ...]:
        """Return every expansion with a code, alias or id. For "BRS-TG" without a match, return those for BRS."""
        code = code.strip().upper()
        return tuple(self._by_code.get(code) or self._by_code.get(code.rpartition("-")[0]) or ())

    def set_code(self, printing: Printing) -> str:
        """Return the set code of a printing as written in lists, or its id if the catalogue lacks the expansion."""
        expansion = self.expansions.get(printing.expansion)
        return expansion.code if expansion else printing.expansion

    def is_released(self, printing: Printing, on: date) -> bool:
        """Return whether the expansion of a printing is released on a day."""
        expansion = self.expansions.get(printing.expansion)
        return expansion is not None and expansion.released is not None and expansion.released <= on

    def cards_of(self, expansion: str) -> tuple[Printing, ...]:
        """Return every printing of an expansion, given its id."""
        return tuple(self._by_expansion.get(expansion, ()))

    def printing(self, code: str, number: str) -> Printing | None:
        """Return the card with a set and number as written in lists, or None: PR-SM 30, BRS-TG 5, GEN 127."""
        expansions, number = self.expansions_of(code), plain_collector_number(number)
        subset = code.strip().upper().rpartition("-")[2]
        spellings = [subset + number, number] if subset in _PARTS_OF_SETS else [number]
        for spelling in spellings:
            for expansion in expansions:
                if printing := self._by_ref.get((expansion.id, spelling)):
                    return printing
        # An alternate print such as 60a matches the card with number 60, and 103 matches 103a.
        variant = (number[:-1] if number[-1:].isalpha() else f"{number}A") if number[:1].isdigit() else ""
        for expansion in expansions:
            if printing := self._printings_by_unprinted_number.get((expansion.id, number)):
                return printing
            if printing := self._by_ref.get((expansion.id, variant)):
                return printing
        return None

    def booster_cards(self, code: str) -> tuple[Printing, ...]:
        """Return every card of an expansion, and of galleries with the same code, in binder order."""
        expansions_with_code = self._by_code.get(code.strip().upper(), [])
        return tuple(
            printing
            for expansion in expansions_with_code
            if expansion is expansions_with_code[0] or expansion.kind not in ("promo", "collector", "energy")
            for printing in self._by_expansion.get(expansion.id, ())
        )

    def printings_with_name(self, name: str) -> tuple[Printing, ...]:
        """Return every printing with this name in English or another language, oldest first.

        Exact matches take precedence. If there are none, accents, apostrophes, hyphens and braces are ignored, then
        also the difference between ex and EX, so that the result may include several names. Short names of basic
        Energy are tried last.
        """
        if exact_matches := self._by_key.get(card_names.card_name_identity(name)):
            return tuple(exact_matches)
        folded_name = card_names.fold_card_name(name)
        loose_name = folded_name.casefold()
        keys = self._name_keys_by_fold.get(folded_name)
        keys = keys or self._name_keys_by_loose_fold.get(loose_name)
        # The index of names in other languages is built when first used, so it is tried last.
        keys = keys or self._name_keys_by_local_name.get(loose_name, [])
        if printings := tuple(printing for key in keys for printing in self._by_key.get(key, ())):
            return printings
        full_name = card_names.expand_short_energy_name(name)
        return tuple(printing for printing in self._by_key.get(full_name, ()) if printing.basic_energy)

    def printings(self, key: str) -> tuple[Printing, ...]:
        """Return every printing with this name identity, oldest first."""
        return tuple(self._by_key.get(key, ()))

    def search(self, text: str, limit: int = 50, language: str = "en") -> tuple[str, ...]:
        """Return the English names of cards whose name contains a text in any language, even across spaces.

        Names that begin with the text are first, then names with the text as whole words, then names with a word
        that begins with the text, then all others. Among these, matches in `language` are first, then English
        matches.
        """
        plain = fold_card_name_loosely(text)
        if not plain:
            return ()
        matches = []
        for spelling in self._spellings.containing(plain):
            for key in self._spellings.keys[spelling]:
                local_name = fold_card_name_loosely(self.local_name(key, language))
                preferred = [local_name, fold_card_name_loosely(key), spelling]
                matches.append((match_rank(spelling, plain), preferred.index(spelling), key))
        return tuple(dict.fromkeys(key for *_order, key in sorted(matches)))[:limit]

    def nearest(self, name: str, limit: int = 5) -> tuple[str, ...]:
        """Return similar English names: those containing the text first, then others by similarity."""
        plain = fold_card_name_loosely(name)
        return self._containing_then(name, plain, self._spellings.similar(plain, limit * 3), limit)

    def nearest_of_each(self, names: Sequence[str], limit: int = 5) -> dict[str, tuple[str, ...]]:
        """Return by name what `nearest` returns for it, in much less time than name by name."""
        plain_names = [fold_card_name_loosely(name) for name in names]
        similar = self._spellings.similar_to_each(plain_names, limit * 3)
        return {
            name: self._containing_then(name, plain, spellings, limit)
            for name, plain, spellings in zip(names, plain_names, similar, strict=True)
        }

    def _containing_then(self, name: str, plain: str, similar: Iterable[str], limit: int) -> tuple[str, ...]:
        """Return the English names that contain a text, then those of the similar spellings."""
        containing = self.search(name, limit) if len(plain) >= MIN_WITHIN else ()
        keys = (key for spelling in similar for key in self._spellings.keys[spelling])
        return tuple(dict.fromkeys([*containing, *keys]))[:limit]

    def build_indexes(self) -> None:
        """Build the indexes that are otherwise built when they are first used."""
        _ = self._by_expansion, self._limits_by_printing, self._local, self._printings_by_unprinted_number
        self._spellings.build_lines()

    def local_name(self, key: str, language: str) -> str:
        """Return the name in a language, or the English name if unknown."""
        return self._local.get((key, language), key)

    @cached_property
    def _limits_by_printing(self) -> dict[tuple[str, str, str], int]:
        limits = self.facts.copy_limits
        return {
            (row.printing[0], plain_collector_number(row.printing[1]), row.key): row.most for row in limits
        }

    @cached_property
    def _by_expansion(self) -> dict[str, list[Printing]]:
        by_expansion: dict[str, list[Printing]] = defaultdict(list)
        for printing in self.all:
            by_expansion[printing.expansion].append(printing)
        return by_expansion

    @cached_property
    def _printings_by_unprinted_number(self) -> dict[Ref, Printing]:
        """Printings by numbers that are not printed on cards: numbers of TCG Live, and numbers without letters."""
        by_number: dict[Ref, Printing] = {}
        for printing in self.all:
            if live_number := list_codes.tcg_live_number(printing.expansion, printing.number, printing.key):
                by_number[printing.expansion, live_number] = printing
        for printing in self.all:
            if not (number := collector_numbers.collector_number_without_letters(printing.number)):
                continue
            by_number.setdefault((printing.expansion, number), printing)
            if printing.number.startswith("RC"):
                by_number.setdefault((printing.expansion, str(int(number) + _OLD_RADIANT_OFFSET)), printing)
        return by_number

    @cached_property
    def _name_keys_by_fold(self) -> dict[str, list[str]]:
        return keys_by_spelling((card_names.fold_card_name(key), key) for key in self._by_key)

    @cached_property
    def _name_keys_by_loose_fold(self) -> dict[str, list[str]]:
        return keys_by_spelling(
            (folded.casefold(), key) for folded, keys in self._name_keys_by_fold.items() for key in keys
        )

    @cached_property
    def _local(self) -> dict[tuple[str, str], str]:
        name_by_language: dict[tuple[str, str], str] = {}
        for row in self._local_rows:
            name_by_language.setdefault((row.key, row.language), row.name)
        return name_by_language

    @cached_property
    def _name_keys_by_local_name(self) -> dict[str, list[str]]:
        # Some names are the same in several languages.
        folds = {name: fold_card_name_loosely(name) for name in {row.name for row in self._local_rows}}
        return keys_by_spelling((folds[row.name], row.key) for row in self._local_rows)

    @cached_property
    def _spellings(self) -> Spellings:
        """Every spelling in every language, with the possible keys. English spellings are first."""
        spellings = {spelling: list(keys) for spelling, keys in self._name_keys_by_loose_fold.items()}
        for spelling, keys in self._name_keys_by_local_name.items():
            keys_of_spelling = spellings.setdefault(spelling, [])
            keys_of_spelling += [key for key in keys if key not in keys_of_spelling and key in self._by_key]
        return Spellings(spellings)


def _expansions_by_code(expansions: Iterable[Expansion]) -> dict[str, list[Expansion]]:
    """Map codes, aliases and ids in capitals to expansions, those that print the code first.

    A set and its gallery may share a code. An id or alias that another set prints as its code is left out.
    """
    expansions = list(expansions)
    printed_codes = {expansion.code.upper() for expansion in expansions}
    pairs = [(expansion.code.upper(), expansion) for expansion in expansions]
    pairs += [(code.upper(), expansion) for expansion in expansions for code in expansion.codes[1:]]
    ids = [(expansion.id.upper(), expansion) for expansion in expansions]
    pairs += [(code, expansion) for code, expansion in ids if code not in printed_codes]
    by_id = {expansion.id: expansion for expansion in expansions}
    pairs += [
        (code, by_id[alias_of])
        for code, alias_of in list_codes.expansion_code_aliases()
        if alias_of in by_id and code not in printed_codes
    ]
    by_code: dict[str, list[Expansion]] = defaultdict(list)
    for code, expansion in pairs:
        if expansion not in by_code[code]:
            by_code[code].append(expansion)
    return dict(by_code)


COMPLETE_FROM = 15_000
"""The fewest printings of a full import; the starter catalogue has a few hundred."""


def is_complete(catalogue: Catalogue) -> bool:
    """Return whether a catalogue has the cards of a full import. Only then is an unknown card an error."""
    return len(catalogue) >= COMPLETE_FROM
