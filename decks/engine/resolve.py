"""Find the cards of list lines by set and number, by name and set, or only by name.

The resolver never guesses silently.

R-001: a name in any language of the catalogue means the English card. R-031: unknown names and names that contradict
their number are errors of the list. R-034: a Pokémon requires expansion and collector number. R-036: the collector
number decides if the name is unclear.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import islice

from cards.engine import card_names, collector_numbers, list_codes
from cards.engine.cards import Catalogue, Printing
from cards.engine.reprints import work_the_same
from decks.engine.faults import DeckFault
from decks.engine.lists import cardline, copy_marks
from decks.engine.lists.deck_list import (
    Deck,
    DeckListLine,
    How,
    ReadList,
    ResolvedLine,
    counting_key_of_unknown_card,
)
from decks.engine.lists.reading import build_line
from decks.engine.typed_names import is_misspelling, is_part_of_name, resembles_name

MAX_OFFERED = 25
"""Maximum number of lines to search similar names for; a text with more unknown names is hardly a deck list."""

COMPLETE_SHARE = 0.9
"""If the catalogue has this share of an expansion's numbers, a missing number is considered nonexistent."""

MAX_PRINTINGS = 5
MAX_EVOLUTION_LINE = 6
PARTS_OF_SETS = ("TG", "GG", "RC", "SV", "SH", "CC")
"""Suffixes of set codes for subsets that are numbered separately, as in CEL-CC 4."""

_COMMON_KINDS = ("expansion", "energy")


def resolve_list(read: ReadList, catalogue: Catalogue, *, on: date) -> Deck:
    """Resolve a list as of a date: a name without a printing means the latest printing released by then.

    Every line is returned. A line that was not read as a card still becomes one if it has a set and number (then
    without a quantity) or, below the first card, the name of a card and a quantity ("Acerola 2", "four N").
    """
    resolver = _Resolver(catalogue, on, tuple(line.name for line in read.lines))
    cards = [resolver.resolve(line) for line in read.lines]
    first_line = min((line.number for line in read.lines), default=0)
    ignored, unread = [], []
    for number, text in read.ignored:
        card = resolver.resolve_without_quantity(number, text)
        if card is None and number > first_line:
            card = resolver.resolve_with_loose_quantity(number, text)
        if card:
            cards.append(card)
        elif cardline.is_comment(text) or not resolver.may_be_a_card(text, before_cards=number < first_line):
            ignored.append((number, text))
        else:
            unread.append((number, text))
    cards.sort(key=lambda card: card.line.number)
    return Deck(tuple(cards), tuple(ignored), read.announced_total, read.source, tuple(unread))


def resolve_line(line: DeckListLine, catalogue: Catalogue, *, on: date) -> ResolvedLine:
    """Resolve a single line in the same way as `resolve_list`."""
    return _Resolver(catalogue, on).resolve(line)


@dataclass
class _Resolver:
    """A resolver with a catalogue as of a date.

    `names` are the names of the list's lines. `offered` is the number of lines for which similar names were
    searched. `named`, `families` and `complete` cache printings by typed name, the first Pokémon of evolution
    lines by name, and whether the catalogue has nearly all cards of an expansion.
    """

    catalogue: Catalogue
    on: date
    names: tuple[str, ...] = ()
    offered: int = 0
    named: dict[str, tuple[Printing, ...]] = field(default_factory=dict)
    families: dict[str, str] = field(default_factory=dict)
    complete: dict[str, bool] = field(default_factory=dict)

    def resolve(self, line: DeckListLine) -> ResolvedLine:
        """Resolve a line by its likeliest reading, or else by the first other reading that identifies a card.

        If no reading does, a card with an unknown name but a known set and number is accepted, with a problem.
        Otherwise an unknown name gets similar names as candidates. A shortened name of a Trainer or Energy is
        completed if only one similar name contains it.
        """
        best = self._identify_card(line)
        if best.problem != DeckFault.UNKNOWN_CARD:
            return best
        unknown_name: ResolvedLine | None = None
        for reading in cardline.possible_readings(line.text)[1:] if line.text else ():
            name, set_code, foil = reading.name, reading.set_code, reading.foil or line.foil
            reread = replace(line, name=name, set_code=set_code, card_number=reading.card_number, foil=foil)
            candidate = self._identify_card(reread)
            if candidate.problem is None or candidate.problem == DeckFault.POKEMON_NUMBER_MISSING:
                return candidate
            # EX is also the code of Expedition, but "Charizrd ex 54" does not name one of its cards.
            if candidate.problem == DeckFault.NAME_NOT_KNOWN and candidate.line.set_code.upper() != "EX":
                unknown_name = unknown_name or candidate
        if unknown_name or best.candidates:
            return unknown_name or best
        # A shortened name of a Trainer or Energy stands for a longer name, if only one similar name contains it.
        card = replace(best, candidates=self._nearest_names(line.name))
        typed_name = card.line.name
        matching_names = [
            name for name in card.candidates if " " in typed_name and is_part_of_name(typed_name, name)
        ]
        named = self.catalogue.printings_with_name(matching_names[0]) if len(matching_names) == 1 else ()
        if not named or named[0].supertype == "pokemon":
            return card
        return replace(self._resolve_by_name(card.line, named), candidates=tuple(matching_names))

    def resolve_without_quantity(self, number: int, text: str) -> ResolvedLine | None:
        """Resolve a line without a quantity that identifies a card by set and number.

        Return None for any other line.
        """
        card = self.resolve_exactly(build_line(number, text, None, text))
        return card if card.how == "number" and card.line.name and card.problem is None else None

    def resolve_with_loose_quantity(self, number: int, text: str) -> ResolvedLine | None:
        """Resolve a line whose quantity follows the name or is written as a word.

        Return None if the rest of the line does not identify a card.
        """
        for quantity, rest in cardline.loose_quantities(text):
            card = self.resolve_exactly(build_line(number, text, quantity, rest))
            # "Guzma Foo 2" is not two Guzma. With a word that is neither name nor set, the line is unreadable.
            is_named = card.problem != DeckFault.NAME_NOT_KNOWN and (
                card.how != "name" or self._printings_named(rest)
            )
            if card.printing is not None and is_named:
                return card
        return None

    def may_be_a_card(self, text: str, *, before_cards: bool) -> bool:
        """Return whether a line may be a card rather than a title: it has the name of a card or, among cards, a number.

        `before_cards` says whether the line precedes the first card, as the deck's name does.
        """
        if before_cards:
            return any(
                self.catalogue.printings_with_name(rest)
                for _quantity, rest in cardline.loose_quantities(text)
            )
        return (
            bool(cardline.loose_quantities(text))
            or cardline.has_digit(text)
            or bool(self.catalogue.printings_with_name(text.strip()))
        )

    def resolve_exactly(self, line: DeckListLine) -> ResolvedLine:
        """Resolve a line without searching for similar names, and without counting as a search."""
        offered, self.offered = self.offered, MAX_OFFERED
        card = self.resolve(line)
        self.offered = offered
        return card

    def _identify_card(self, line: DeckListLine) -> ResolvedLine:
        """Find the card of a line by set and number if it has both, else by its name."""
        printings_of_name = self._printings_named(line.name)
        if line.set_code and line.card_number:
            number = collector_numbers.plain_collector_number(line.card_number)
            exact_printing = min(
                (
                    printing
                    for printing in printings_of_name
                    if self._is_in_set(printing, line.set_code) and number in _numbers_in_lists(printing)
                ),
                key=lambda printing: _numbers_in_lists(printing).index(number),
                default=None,
            )
            if exact_printing := exact_printing or self.catalogue.printing(line.set_code, line.card_number):
                return self._resolve_by_number(line, exact_printing, printings_of_name)
        keys = tuple(dict.fromkeys(printing.key for printing in printings_of_name))
        if len(keys) != 1:
            # The name is unknown, or several cards have it.
            unknown_key = counting_key_of_unknown_card(line.name)
            return ResolvedLine(line, None, unknown_key, "unresolved", keys, DeckFault.UNKNOWN_CARD)
        return self._resolve_by_name(line, printings_of_name)

    def _printings_named(self, name: str) -> tuple[Printing, ...]:
        """Return the printings of a name as typed or, as with "Double Colorless", without "Energy"."""
        if name and name not in self.named:
            self.named[name] = self.catalogue.printings_with_name(name) or self.catalogue.printings_with_name(
                f"{name} Energy"
            )
        return self.named.get(name, ())

    def _is_in_set(self, printing: Printing, code: str) -> bool:
        """Return whether a set code of a list means the expansion of a printing."""
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None:
            return False
        if code == cardline.PROMO:
            return expansion.kind == "promo"
        codes = {expansion.id.upper(), *(expansion_code.upper() for expansion_code in expansion.codes)}
        base, _dash, part = code.upper().rpartition("-")
        # "PR-SV" is the code of a series of promos, not of a part of a set.
        in_part = part in PARTS_OF_SETS and base != "PR" and base in codes
        return code.upper() in codes or in_part or expansion in self.catalogue.expansions_of(code)

    def _resolve_by_number(
        self, line: DeckListLine, printing: Printing, printings_of_name: Sequence[Printing]
    ) -> ResolvedLine:
        """Resolve a line whose set and number identify `printing`, unless its name contradicts them."""
        # The name of another card contradicts the number. For an unknown name, the number decides.
        name_agrees = any(printing_named.key == printing.key for printing_named in printings_of_name)
        if (
            name_agrees
            or printing.announced
            or (not printings_of_name and resembles_name(line.name, printing))
        ):
            return self._resolved_line(
                line, printing, "number", candidates=() if name_agrees else (printing.name,)
            )
        keys = tuple(dict.fromkeys(printing_named.key for printing_named in printings_of_name))
        similar_names = self._nearest_names(line.name) if not printings_of_name else ()
        candidates = tuple(dict.fromkeys([printing.name, *(keys or similar_names)]))
        is_misspelled = is_misspelling(line.name, similar_names)
        if not printings_of_name and not is_misspelled:
            # The name may be in a language that the catalogue does not have.
            card = self._resolved_line(line, printing, "number", candidates=candidates)
            return replace(card, problem=DeckFault.NAME_NOT_KNOWN)
        key = keys[0] if len(keys) == 1 else counting_key_of_unknown_card(line.name)
        return ResolvedLine(line, None, key, "unresolved", candidates, DeckFault.NAME_NUMBER_MISMATCH)

    def _resolve_by_name(self, line: DeckListLine, printings_of_name: Sequence[Printing]) -> ResolvedLine:
        """Resolve a line with a known name as its latest printing with the line's number, or else in its set.

        If set and number contradict the name, the line gets a problem and the released printings as candidates. A
        line from a collector set gets that set as its `product`.
        """
        printings_in_set = (
            [card for card in printings_of_name if self._is_in_set(card, line.set_code)]
            if line.set_code
            else []
        )
        candidates = printings_in_set or list(printings_of_name)
        number = collector_numbers.plain_collector_number(line.card_number)
        numbered_printings = [
            card for card in candidates if line.card_number and number in _numbers_in_lists(card)
        ]
        printing = self._latest_printing(numbered_printings or candidates)
        how: How = "name_and_set" if printings_in_set else "name"
        expansion = self.catalogue.expansion(line.set_code) if line.set_code else None
        if expansion is not None and expansion.kind == "collector" and not printings_in_set:
            # The catalogue does not have these sets, whose cards are never legal.
            year = expansion.id.removeprefix("wc")
            product = (
                copy_marks.championships_product(year) if year.isdecimal() else f"collector {expansion.name}"
            )
            return self._resolved_line(replace(line, product=line.product or product), printing, "name")
        card = self._resolved_line(line, printing, how)
        if list_codes.is_tcg_live_only_code(line.set_code) and all(
            work_the_same(other_printing, printing, self.catalogue) for other_printing in printings_of_name
        ):
            return card
        if not printing.announced and (
            problem := self._problem_of_contradiction(line, printing, is_in_set=bool(printings_in_set))
        ):
            printings = [
                f"{other_printing.name} {self.catalogue.set_code(other_printing)} {other_printing.number}"
                for other_printing in candidates
                if self._is_released(other_printing)
            ]
            return replace(card, candidates=tuple(printings[-MAX_PRINTINGS:]), problem=problem)
        return card

    def _problem_of_contradiction(
        self, line: DeckListLine, printing: Printing, *, is_in_set: bool
    ) -> DeckFault | None:
        """Return the problem of a known name whose set and number match no card, or None.

        Trainers and Energy need no number. `is_in_set` says whether the set has a card of this name.
        """
        expansion = self.catalogue.expansion(line.set_code) if line.set_code and line.card_number else None
        if printing.supertype != "pokemon":
            is_contradiction = (
                expansion and not is_in_set and not printing.basic_energy and self._is_complete(expansion.id)
            )
            return DeckFault.NAME_NUMBER_MISMATCH if is_contradiction else None
        if expansion is None or list_codes.is_tcg_live_only_code(line.set_code):
            return DeckFault.POKEMON_NUMBER_MISSING
        return DeckFault.NAME_NUMBER_MISMATCH if self._is_complete(expansion.id) else DeckFault.UNKNOWN_CARD

    def _is_complete(self, expansion: str) -> bool:
        """Return whether the catalogue has nearly as many cards of an expansion as its numbers suggest."""
        if expansion not in self.complete:
            cards = (card for card in self.catalogue.cards_of(expansion) if not card.announced)
            plain_numbers = [collector_numbers.plain_collector_number(card.number) for card in cards]
            highest = max(
                (int(number) for number in plain_numbers if number.isdecimal()), default=len(plain_numbers)
            )
            self.complete[expansion] = bool(plain_numbers) and len(plain_numbers) >= COMPLETE_SHARE * highest
        return self.complete[expansion]

    def _latest_printing(self, printings: Sequence[Printing]) -> Printing:
        """Return the latest printing released by the date, preferring boosters to promos and products.

        If none is released by then, return the first printing. If an expansion has several printings, return the one
        with the lowest number.
        """
        printings = [card for card in printings if not card.announced] or printings
        expansions = self.catalogue.expansions
        common = [
            card
            for card in printings
            if card.expansion in expansions and expansions[card.expansion].kind in _COMMON_KINDS
        ] or list(printings)
        latest = next((card for card in reversed(common) if self._is_released(card)), common[0])
        return next(card for card in common if card.expansion == latest.expansion)

    def _is_released(self, printing: Printing) -> bool:
        """Return whether a printing may be legal on the date of the resolver.

        Its expansion must be released and legal on that date; a card that is not tournament legal never is.
        """
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None or printing.not_tournament_legal:
            return False
        first_day = max((day for day in (expansion.released, expansion.legal_from) if day), default=None)
        return first_day is not None and first_day <= self.on

    def _resolved_line(
        self, line: DeckListLine, printing: Printing, how: How, *, candidates: tuple[str, ...] = ()
    ) -> ResolvedLine:
        """Build the result for a line and its printing. A card that is only announced counts as unknown."""
        if printing.announced:
            return ResolvedLine(line, None, printing.key, "unresolved", problem=DeckFault.UNKNOWN_CARD)
        if printing.supertype == "pokemon" and printing.key not in self.families:
            # Follow the evolution line to its first Pokémon, as far as the catalogue has it.
            name, below = printing.key, printing.evolves_from
            for _step in range(MAX_EVOLUTION_LINE):
                printings = self.catalogue.printings(name)
                below = below or next((card.evolves_from for card in printings if card.evolves_from), "")
                if not below:
                    break
                name, below = card_names.card_name_identity(below), ""
            self.families[printing.key] = name
        return ResolvedLine(
            line,
            printing,
            printing.key,
            how,
            candidates,
            set_code=self.catalogue.set_code(printing),
            family=self.families[printing.key] if printing.supertype == "pokemon" else "",
        )

    def _nearest_names(self, name: str) -> tuple[str, ...]:
        """Return card names similar to this one. The result is empty after MAX_OFFERED searches."""
        if self.offered >= MAX_OFFERED:
            return ()
        self.offered += 1
        nearest = self._nearest_of_unknown_names.get(name)
        return self.catalogue.nearest(name) if nearest is None else nearest

    @cached_property
    def _nearest_of_unknown_names(self) -> dict[str, tuple[str, ...]]:
        """Card names similar to the list's first unknown names, which are all searched in one pass."""
        unknown_names = (name for name in dict.fromkeys(self.names) if not self._printings_named(name))
        return self.catalogue.nearest_of_each(list(islice(unknown_names, MAX_OFFERED)))


def _numbers_in_lists(printing: Printing) -> tuple[str, ...]:
    """Return the numbers under which a list may refer to a printing, the printed number first."""
    live = list_codes.tcg_live_number(printing.expansion, printing.number, printing.key)
    return (
        collector_numbers.plain_collector_number(printing.number),
        live,
        collector_numbers.collector_number_without_letters(printing.number),
    )
