"""The legality of one printing in a format on one day: legal itself, through a reprint, not yet, or not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.dates import expansion_legal_from
from cards.engine.editions import EDITIONS, LATEST, Edition, is_basic_energy
from cards.engine.facts import Ref
from cards.engine.promos import promo_day
from cards.engine.reprints import identical, newest
from cards.engine.rotations import SetList, mark_entered, set_list

State = Literal["legal", "reprint", "errata", "needs_judge", "early", "out"]
BEST_FIRST: tuple[State, ...] = ("legal", "reprint", "errata", "needs_judge", "early", "out")
RELEASE_ONLY = frozenset({"any", "rulebook"})
"""Card pools without set lists and dates: everything released."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The legality of a printing.

    `by`: the legal printing that makes this one legal, or the nearest legal one of the name. `legal_from`: the first
    day of a printing that is early.
    """

    state: State
    by: Printing | None = None
    legal_from: date | None = None


class PoolRules(Protocol):
    """What determines an event's card pool; names as in `legality.Context`."""

    @property
    def card_format(self) -> str: ...
    @property
    def rulebook(self) -> Edition: ...
    @property
    def event_class(self) -> str: ...
    @property
    def prerelease_expansion(self) -> str: ...
    @property
    def settings(self) -> Mapping[str, str]: ...


@dataclass(frozen=True, slots=True)
class FormatRules:
    """A format alone, for pages without an event."""

    card_format: str
    rulebook: Edition = EDITIONS[LATEST]
    event_class: str = ""
    prerelease_expansion: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class CardPool:
    """The card pool of an event on one day; caches its findings."""

    rules: PoolRules
    catalogue: Catalogue
    day: date
    sets: SetList = field(init=False)
    banned: frozenset[Ref] = field(init=False)
    banned_names: frozenset[str] = field(init=False)
    _found: dict[Ref, Finding] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.sets = set_list(self.rules.card_format, self.day, self.rules.rulebook, self.catalogue)
        bans = (ban for ban in self.catalogue.bans if ban.format == self.rules.card_format)
        self.banned = frozenset(ban.printing for ban in bans if ban.on(self.day))
        cards = (self.catalogue.printing(*ref) for ref in self.banned)
        self.banned_names = frozenset(card.key for card in cards if card)

    def in_format(self, card_format: str) -> "CardPool":
        """The pool of another format, with everything else equal."""
        rules = self.rules
        other = FormatRules(
            card_format, rules.rulebook, rules.event_class, rules.prerelease_expansion, rules.settings
        )
        return CardPool(other, self.catalogue, self.day)

    def finding(self, printing: Printing) -> Finding:
        """The cached legality of a printing."""
        if printing.ref not in self._found:
            self._found[printing.ref] = self._judge(printing)
        return self._found[printing.ref]

    def best(self, printings: tuple[Printing, ...]) -> tuple[Printing, Finding]:
        """The best of several printings, on a tie the newest: the meaning of a name alone."""
        findings = [(printing, self.finding(printing)) for printing in reversed(printings)]
        return min(findings, key=lambda pair: BEST_FIRST.index(pair[1].state))

    def text_of_today(self, printing: Printing) -> Printing:
        """The printing whose text is played for this one (R-009, R-086); another card of the name is no reprint."""
        latest = newest(printing, self.day, self.catalogue)
        return latest if identical(printing, latest, self.catalogue) else printing

    def _judge(self, printing: Printing) -> Finding:
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None:
            return Finding("out")
        # The expansion of this prerelease is legal.
        code = self.rules.prerelease_expansion if self.rules.event_class == "prerelease" else ""
        if code and self.catalogue.expansion(code) == expansion:
            return Finding("legal")
        if is_basic_energy(printing, self.rules.rulebook):
            return self._basic_energy(printing, expansion)
        belongs = self.sets.holds(printing, expansion)
        if belongs == "out":
            return self._older(printing)
        day = self._legal_from(printing, expansion)
        if belongs == "in" and self._reached(day):
            return Finding("legal")
        # Before its day a printing is legal as a reprint only if another is certainly legal.
        return self._ahead(self._stand_in(printing, surely=True), day)

    def _basic_energy(self, printing: Printing, expansion: Expansion) -> Finding:
        # Basic Energy is legal at any age (R-081, M-043); of an expansion not yet legal it counts as a reprint.
        if self._energy_legal(printing, expansion):
            return Finding("legal")
        earlier = (
            card
            for card in self._same_name(printing)
            if card.ref != printing.ref
            and is_basic_energy(card, self.rules.rulebook)
            and self._energy_legal(card, self.catalogue.expansions.get(card.expansion))
        )
        return self._ahead(next(earlier, None), self._legal_from(printing, expansion))

    def _energy_legal(self, printing: Printing, expansion: Expansion | None) -> bool:
        if expansion is None:
            return False
        at_once = self.rules.rulebook.two_weeks
        return self._reached(expansion.released if at_once else self._legal_from(printing, expansion))

    def _older(self, printing: Printing) -> Finding:
        """A printing outside the format, which may be legal through a reprint within it (R-009, R-010)."""
        if by := self._stand_in(printing):
            return Finding("reprint", by)
        within = [card for card in self._same_name(printing) if self._itself_legal(card)]
        has_erratum = any(
            erratum.key == printing.key and (erratum.starts_on or self.day) <= self.day
            for erratum in self.catalogue.errata
        )
        if within and printing.supertype != "pokemon" and has_erratum:
            return Finding("errata", within[0])
        # Of a booster expansion if there is one, since the dates of numbered promos are not all known; of
        # the newest expansion, with its lowest number.
        boosters = [card for card in within if self.catalogue.expansions[card.expansion].kind == "expansion"]
        offered = boosters or within
        plainest = next((card for card in reversed(offered) if card.expansion == offered[0].expansion), None)
        return Finding("out", plainest)

    def _ahead(self, by: Printing | None, day: date | None) -> Finding:
        if by is None:
            return Finding("early", None, day)
        at_once = self.rules.rulebook.reprints_at_once
        return Finding("reprint" if at_once and at_once <= self.day else "needs_judge", by, day)

    def _stand_in(self, printing: Printing, *, surely: bool = False) -> Printing | None:
        """A legal printing that works the same, if the newest one does too (R-009)."""
        if not identical(printing, newest(printing, self.day, self.catalogue), self.catalogue):
            return None
        alike = (card for card in self._same_name(printing) if identical(card, printing, self.catalogue))
        others = (card for card in alike if card.ref != printing.ref and self._itself_legal(card))
        return next((card for card in others if not surely or self._surely_out(card)), None)

    def _same_name(self, printing: Printing) -> Iterator[Printing]:
        return reversed(self.catalogue.printings(printing.key))

    def _itself_legal(self, printing: Printing) -> bool:
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None or self.sets.holds(printing, expansion) != "in" or printing.not_tournament_legal:
            return False
        return self._reached(self._legal_from(printing, expansion))

    def _surely_out(self, printing: Printing) -> bool:
        """Whether a promo without a known day is certainly released by this day (R-005)."""
        expansion = self.catalogue.expansions.get(printing.expansion)
        return (
            expansion is None
            or expansion.kind != "promo"
            or self._reached(promo_day(printing, self.catalogue).last)
        )

    def _legal_from(self, printing: Printing, expansion: Expansion) -> date | None:
        """The first legal day of a printing.

        For a numbered promo its own, if known (R-005), and not before its mark entered (M-040).
        """
        promo = promo_day(printing, self.catalogue) if expansion.kind == "promo" else None
        if self.rules.card_format in RELEASE_ONLY:
            return _later(expansion.released, promo.first if promo else None)
        day = expansion_legal_from(
            expansion,
            card_format=self.rules.card_format,
            edition=self.rules.rulebook,
            settings=self.rules.settings,
        )
        if promo is None:
            return day
        return _later(_later(day, promo.first), mark_entered(printing.mark, self.catalogue))

    def _reached(self, day: date | None) -> bool:
        return day is not None and day <= self.day


def _later(day: date | None, other: date | None) -> date | None:
    """The later of two days; `day` if the other is None, None if `day` is None."""
    return max(day, other) if day and other else day
