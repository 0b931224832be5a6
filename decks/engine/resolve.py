"""Find the cards of list lines: by set and number, by name and set, by name alone; never by a silent guess.

R-001: a name in any language of the catalogue means the English card. R-031: unknown names and names that contradict
their number are errors of the list. R-034: a Pokémon needs expansion and collector number. R-036: an unclear name is
resolved by the collector number.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from rapidfuzz import fuzz

from cards.engine import list_codes, names, numbers
from cards.engine.cards import Catalogue, Printing
from cards.engine.reprints import identical
from decks.engine.faults import DeckFault
from decks.engine.lists import cardline, copy_marks
from decks.engine.lists.reading import line_of
from decks.engine.lists.values import Deck, How, Line, ReadList, Resolved, key_of_unknown

ALIKE = 80.0
"""Similarity, of 100, from which an unknown name counts as a misspelling of the card its number names (R-036)."""

MOST_OFFERED = 25
"""Lines of one list for which similar names are searched; with more it is hardly a list of cards."""

NEARLY_ALL = 0.9
"""Share of an expansion's numbers in the catalogue from which a missing number counts as nonexistent."""

MOST_PRINTINGS = 5
LONGEST_LINE_OF_EVOLUTION = 6
PARTS_OF_SETS = ("TG", "GG", "RC", "SV", "SH", "CC")
"""Suffixes of a set code for a part with its own numbers: CEL-CC 4."""

_COMMON_KINDS = ("expansion", "energy")


def resolve(read: ReadList, catalogue: Catalogue, *, on: date) -> Deck:
    """The deck of a list, as of a date: a name without a printing means the latest printing released by then.

    Every line is returned. An unreadable line that contains a set and number is included without a quantity, as is one
    that is the name of a card and a number: "Acerola 2", "four N".
    """
    looking = _Looking(catalogue, on)
    cards = [looking.resolved(line) for line in read.lines]
    first = min((line.number for line in read.lines), default=0)
    ignored, unread = [], []
    for number, text in read.ignored:
        if card := looking.saved(number, text) or (number > first and looking.counted(number, text)):
            cards.append(card)
        elif cardline.is_comment(text) or not looking.may_be_a_card(text, before=number < first):
            ignored.append((number, text))
        else:
            unread.append((number, text))
    cards.sort(key=lambda card: card.line.number)
    return Deck(tuple(cards), tuple(ignored), read.announced_total, read.source, tuple(unread))


def resolve_line(line: Line, catalogue: Catalogue, *, on: date) -> Resolved:
    """Resolve one line, as `resolve` does."""
    return _Looking(catalogue, on).resolved(line)


@dataclass
class _Looking:
    """One catalogue on one date, and how many similar names were searched so far."""

    catalogue: Catalogue
    on: date
    offered: int = 0
    families: dict[str, str] = field(default_factory=dict)
    complete: dict[str, bool] = field(default_factory=dict)

    def resolved(self, line: Line) -> Resolved:
        best = self._identified(line)
        if best.problem != DeckFault.UNKNOWN_CARD:
            return best
        question: Resolved | None = None
        for reading in cardline.readings(line.text)[1:] if line.text else ():
            reread = replace(
                line,
                name=reading.name,
                set_code=reading.set_code,
                card_number=reading.card_number,
                foil=reading.foil or line.foil,
            )
            other = self._identified(reread)
            if other.problem is None or other.problem == DeckFault.POKEMON_NUMBER_MISSING:
                return other
            # "Charizrd ex 54" does not name a card of Expedition, whose code is EX.
            if other.problem == DeckFault.NAME_NOT_KNOWN and other.line.set_code.upper() != "EX":
                question = question or other
        if question or best.candidates:
            return question or best
        # A Trainer or Energy with a shortened name, if only one similar name continues it.
        card = replace(best, candidates=self._nearest(line.name))
        written = card.line.name
        fitting = [name for name in card.candidates if " " in written and _is_part(written, name)]
        named = self.catalogue.named(fitting[0]) if len(fitting) == 1 else ()
        if not named or named[0].supertype == "pokemon":
            return card
        return replace(self._by_name(card.line, named), candidates=tuple(fitting))

    def saved(self, number: int, text: str) -> Resolved | None:
        """A line without a quantity that names a card by set and number."""
        card = self.resolved_quietly(line_of(number, text, None, text))
        return card if card.how == "number" and card.line.name and card.problem is None else None

    def counted(self, number: int, text: str) -> Resolved | None:
        """A line whose quantity follows the name or is a word, if the rest is the name of a card."""
        for quantity, rest in cardline.loosely(text):
            card = self.resolved_quietly(line_of(number, text, quantity, rest))
            # "Guzma Foo 2" is not two Guzma: with a word that is neither name nor set the line is unreadable.
            is_named = card.problem != DeckFault.NAME_NOT_KNOWN and (card.how != "name" or self._named(rest))
            if card.printing is not None and is_named:
                return card
        return None

    def may_be_a_card(self, text: str, *, before: bool) -> bool:
        """Whether a line is more than a title: the name of a card or, among the cards, with a number.

        `before`: it precedes the first card, where the deck's name may be.
        """
        if before:
            return any(self.catalogue.named(rest) for _quantity, rest in cardline.loosely(text))
        return (
            bool(cardline.loosely(text))
            or cardline.has_digit(text)
            or bool(self.catalogue.named(text.strip()))
        )

    def resolved_quietly(self, line: Line) -> Resolved:
        """As `resolved`, without searching similar names."""
        offered, self.offered = self.offered, MOST_OFFERED
        card = self.resolved(line)
        self.offered = offered
        return card

    def _identified(self, line: Line) -> Resolved:
        named = self._named(line.name)
        if line.set_code and line.card_number:
            wanted = numbers.plain(line.card_number)
            exact = min(
                (
                    printing
                    for printing in named
                    if self._in_set(printing, line.set_code) and _has_number(printing, line.card_number)
                ),
                key=lambda printing: _numbers(printing).index(wanted),
                default=None,
            )
            if exact := exact or self.catalogue.printing(line.set_code, line.card_number):
                return self._by_number(line, exact, named)
        if not named:
            return Resolved(
                line, None, key_of_unknown(line.name), "unresolved", problem=DeckFault.UNKNOWN_CARD
            )
        keys = tuple(dict.fromkeys(printing.key for printing in named))
        if len(keys) > 1:
            unclear = key_of_unknown(line.name)
            return Resolved(
                line, None, unclear, "unresolved", candidates=keys, problem=DeckFault.UNKNOWN_CARD
            )
        return self._by_name(line, named)

    def _named(self, name: str) -> tuple[Printing, ...]:
        """The printings of a name as typed, or without "Energy": "Double Colorless"."""
        printings = self.catalogue.named(name) if name else ()
        return printings or (self.catalogue.named(f"{name} Energy") if name else ())

    def _in_set(self, printing: Printing, code: str) -> bool:
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None:
            return False
        if code == cardline.PROMO:
            return expansion.kind == "promo"
        codes = {expansion.id.upper(), *(other.upper() for other in expansion.codes)}
        base, _dash, part = code.upper().rpartition("-")
        in_part = part in PARTS_OF_SETS and base != "PR" and base in codes
        return code.upper() in codes or in_part or expansion in self.catalogue.expansions_of(code)

    def _by_number(self, line: Line, printing: Printing, named: Sequence[Printing]) -> Resolved:
        # a name of another card is a contradiction; one of no card is resolved by the number.
        agrees = any(other.key == printing.key for other in named)
        if agrees or printing.announced or (not named and _resembles(line.name, printing)):
            return self._found(line, printing, "number", candidates=() if agrees else (printing.name,))
        near = self._nearest(line.name) if not named else ()
        written = names.loose(line.name)
        misspelt = any(fuzz.ratio(written, names.loose(name)) >= ALIKE for name in near)
        if not named and not misspelt:
            # it may be the card's name in a language the catalogue does not have.
            taken = self._found(line, printing, "number", candidates=_first_of(printing.name, near))
            return replace(taken, problem=DeckFault.NAME_NOT_KNOWN)
        keys = tuple(dict.fromkeys(other.key for other in named))
        key = keys[0] if len(keys) == 1 else key_of_unknown(line.name)
        offered = _first_of(printing.name, keys or near)
        return Resolved(line, None, key, "unresolved", offered, DeckFault.NAME_NUMBER_MISMATCH)

    def _by_name(self, line: Line, named: Sequence[Printing]) -> Resolved:
        within = [card for card in named if self._in_set(card, line.set_code)] if line.set_code else []
        pool = within or list(named)
        numbered = [card for card in pool if line.card_number and _has_number(card, line.card_number)]
        chosen = self._newest(numbered or pool)
        how: How = "name_and_set" if within else "name"
        expansion = self.catalogue.expansion(line.set_code) if line.set_code else None
        if expansion is not None and expansion.kind == "collector" and not within:
            # the cards of these sets are not in the catalogue, and never legal.
            year = expansion.id.removeprefix("wc")
            product = copy_marks.championships(year) if year.isdecimal() else f"collector {expansion.name}"
            return self._found(replace(line, product=line.product or product), chosen, "name")
        if list_codes.is_live(line.set_code) and all(
            identical(card, chosen, self.catalogue) for card in named
        ):
            return self._found(line, chosen, how)
        if not chosen.announced and (problem := self._contradiction(line, chosen, within=bool(within))):
            refs = [f"{card.name} {self._code(card)} {card.number}" for card in pool if self._is_out(card)]
            return replace(
                self._found(line, chosen, how), candidates=tuple(refs[-MOST_PRINTINGS:]), problem=problem
            )
        return self._found(line, chosen, how)

    def _contradiction(self, line: Line, chosen: Printing, *, within: bool) -> DeckFault | None:
        """The problem of a name whose set and number match no card. Trainers and Energy need no number."""
        expansion = self.catalogue.expansion(line.set_code) if line.set_code and line.card_number else None
        if chosen.supertype != "pokemon":
            wrong = expansion and not within and not chosen.basic_energy and self._is_complete(expansion.id)
            return DeckFault.NAME_NUMBER_MISMATCH if wrong else None
        if expansion is None or list_codes.is_live(line.set_code):
            return DeckFault.POKEMON_NUMBER_MISSING
        return DeckFault.NAME_NUMBER_MISMATCH if self._is_complete(expansion.id) else DeckFault.UNKNOWN_CARD

    def _is_complete(self, expansion: str) -> bool:
        """Whether the catalogue has nearly as many cards of an expansion as its numbers suggest."""
        if expansion not in self.complete:
            cards = (card for card in self.catalogue.cards_of(expansion) if not card.announced)
            known_numbers = [numbers.plain(card.number) for card in cards]
            highest = max(
                (int(number) for number in known_numbers if number.isdecimal()), default=len(known_numbers)
            )
            self.complete[expansion] = bool(known_numbers) and len(known_numbers) >= NEARLY_ALL * highest
        return self.complete[expansion]

    def _newest(self, pool: Sequence[Printing]) -> Printing:
        """The latest printing released by the date, boosters before promos and products; else the first.

        Of several in one expansion the one with the lowest number.
        """
        pool = [card for card in pool if not card.announced] or pool
        homes = self.catalogue.expansions
        common = [
            card for card in pool if card.expansion in homes and homes[card.expansion].kind in _COMMON_KINDS
        ] or list(pool)
        newest = next((card for card in reversed(common) if self._is_out(card)), common[0])
        return next(card for card in common if card.expansion == newest.expansion)

    def _is_out(self, printing: Printing) -> bool:
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None or printing.not_tournament_legal:
            return False
        first = max((day for day in (expansion.released, expansion.legal_from) if day), default=None)
        return first is not None and first <= self.on

    def _found(
        self, line: Line, printing: Printing, how: How, *, candidates: tuple[str, ...] = ()
    ) -> Resolved:
        if printing.announced:
            return Resolved(line, None, printing.key, "unresolved", problem=DeckFault.UNKNOWN_CARD)
        return Resolved(
            line,
            printing,
            printing.key,
            how,
            candidates,
            set_code=self._code(printing),
            family=self._family(printing),
        )

    def _code(self, printing: Printing) -> str:
        expansion = self.catalogue.expansions.get(printing.expansion)
        return expansion.code if expansion else printing.expansion

    def _family(self, printing: Printing) -> str:
        """The first Pokémon of the evolution line, as far as the catalogue knows it."""
        if printing.supertype != "pokemon":
            return ""
        if printing.key not in self.families:
            name, below = printing.key, printing.evolves_from
            for _step in range(LONGEST_LINE_OF_EVOLUTION):
                printings = self.catalogue.printings(name)
                below = below or next((card.evolves_from for card in printings if card.evolves_from), "")
                if not below:
                    break
                name, below = names.identity(below), ""
            self.families[printing.key] = name
        return self.families[printing.key]

    def _nearest(self, name: str) -> tuple[str, ...]:
        if self.offered >= MOST_OFFERED:
            return ()
        self.offered += 1
        return self.catalogue.nearest(name)


def _has_number(printing: Printing, number: str) -> bool:
    return numbers.plain(number) in _numbers(printing)


def _numbers(printing: Printing) -> tuple[str, ...]:
    """The numbers a list may name a printing by, the printed one first."""
    live = list_codes.written_number(printing.expansion, printing.number, printing.key)
    return (numbers.plain(printing.number), live, numbers.bare(printing.number))


def _resembles(written: str, printing: Printing) -> bool:
    """Whether the text is a misspelling, the initials or a part of a card's name, or empty."""
    folded, name = names.loose(written), names.loose(printing.name)
    initials = "".join(part[0] for part in name.split())
    return (
        not folded
        or folded.replace(" ", "") == initials
        or _is_part(written, printing.name)
        or fuzz.ratio(folded, name) >= ALIKE
    )


def _first_of(name: str, others: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([name, *others]))


def _is_part(written: str, name: str) -> bool:
    """Whether the text is whole words at either end: "Battle Compressor" of "Battle Compressor Team Flare Gear"."""
    short, long = f" {names.loose(written)} ", f" {names.loose(name)} "
    return len(short) > len("  ") and (long.startswith(short) or long.endswith(short))
