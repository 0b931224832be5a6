"""The legality of printings in a format on a day."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.editions import EDITIONS, LATEST, Edition, is_basic_energy
from cards.engine.facts import Ref
from cards.engine.first_legal_days import expansion_legal_from
from cards.engine.promos import promo_day
from cards.engine.reprints import newest_printing, work_the_same
from cards.engine.rotations import FormatContents, format_contents_on, mark_legal_from

State = Literal["legal", "reprint", "errata", "needs_judge", "early", "out"]
"""Legal itself, as a reprint, with its current text (R-010), if the head judge agrees, later, or not at all."""
BEST_FIRST: tuple[State, ...] = ("legal", "reprint", "errata", "needs_judge", "early", "out")
RELEASE_ONLY = frozenset({"any", "rulebook"})
"""Card pools without set lists and dates, which contain all released cards."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The legality of a printing.

    `by` is the printing that makes this one legal, or else a legal printing of its name, if any. `legal_from` is
    the first legal day of a printing that is not legal yet.
    """

    state: State
    by: Printing | None = None
    legal_from: date | None = None


class PoolRules(Protocol):
    """The rules that determine an event's card pool, a part of `legality.DeckContext`."""

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
    """The rules of a format, for pages without an event."""

    card_format: str
    rulebook: Edition = EDITIONS[LATEST]
    event_class: str = ""
    prerelease_expansion: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class CardPool:
    """The card pool of an event on a day, with cached findings."""

    rules: PoolRules
    catalogue: Catalogue
    day: date
    sets: FormatContents = field(init=False)
    banned: frozenset[Ref] = field(init=False)
    banned_names: frozenset[str] = field(init=False)

    _findings: dict[Ref, Finding] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.sets = format_contents_on(self.rules.card_format, self.day, self.rules.rulebook, self.catalogue)
        bans = (ban for ban in self.catalogue.bans if ban.format == self.rules.card_format)
        self.banned = frozenset(ban.printing for ban in bans if ban.applies_on(self.day))
        cards = (self.catalogue.printing(*ref) for ref in self.banned)
        self.banned_names = frozenset(card.key for card in cards if card)

    def in_format(self, card_format: str) -> "CardPool":
        """Return the pool of another format, with everything else unchanged."""
        rules = self.rules
        format_rules = FormatRules(
            card_format, rules.rulebook, rules.event_class, rules.prerelease_expansion, rules.settings
        )
        return CardPool(format_rules, self.catalogue, self.day)

    def legality_of(self, printing: Printing) -> Finding:
        """Return the cached legality of a printing."""
        if printing.ref not in self._findings:
            self._findings[printing.ref] = self._judge(printing)
        return self._findings[printing.ref]

    def most_legal_printing(self, printings: tuple[Printing, ...]) -> tuple[Printing, Finding]:
        """Return the most legal of several printings with its legality; among equals, the newest.

        A name without a number in a list refers to this printing.
        """
        findings = [(printing, self.legality_of(printing)) for printing in reversed(printings)]
        return min(findings, key=lambda item: BEST_FIRST.index(item[1].state))

    def printing_with_current_text(self, printing: Printing) -> Printing:
        """Return the printing whose text applies to a printing today (R-009, R-086).

        This is the newest printing of the name if the two work the same, or else the printing itself.
        """
        latest = newest_printing(printing, self.day, self.catalogue)
        return latest if work_the_same(printing, latest, self.catalogue) else printing

    def _judge(self, printing: Printing) -> Finding:
        """Determine the legality of a printing, without the cache and ignoring bans."""
        expansion = self.catalogue.expansions.get(printing.expansion)
        if expansion is None:
            return Finding("out")
        # The expansion of this prerelease is legal.
        code = self.rules.prerelease_expansion if self.rules.event_class == "prerelease" else ""
        if code and self.catalogue.expansion(code) == expansion:
            return Finding("legal")
        if is_basic_energy(printing, self.rules.rulebook):
            # Basic Energy of any age is legal (R-081, M-043), and counts as a reprint in a coming expansion.
            if self._is_energy_legal(printing, expansion):
                return Finding("legal")
            legal_energies = (
                card
                for card in reversed(self.catalogue.printings(printing.key))
                if card.ref != printing.ref
                and is_basic_energy(card, self.rules.rulebook)
                and self._is_energy_legal(card, self.catalogue.expansions.get(card.expansion))
            )
            return self._early_finding(next(legal_energies, None), self._legal_from(printing, expansion))
        membership = self.sets.membership_of(printing, expansion)
        if membership == "out":
            return self._judge_outside_format(printing)
        day = self._legal_from(printing, expansion)
        if membership == "in" and self._is_reached(day):
            return Finding("legal")
        # Before its first legal day, a printing is legal as a reprint only if another is certainly legal
        #
        return self._early_finding(self._legal_twin(printing, certain_only=True), day)

    def _is_energy_legal(self, printing: Printing, expansion: Expansion | None) -> bool:
        """Return whether a basic Energy is legal without a reprint. False without an `expansion`.

        It is legal from the release of its expansion if the edition has the two-week rule, and otherwise from its
        first legal day.
        """
        if expansion is None:
            return False
        is_legal_on_release = self.rules.rulebook.two_weeks
        return self._is_reached(
            expansion.released if is_legal_on_release else self._legal_from(printing, expansion)
        )

    def _judge_outside_format(self, printing: Printing) -> Finding:
        """Return the legality of a printing outside the format, which may be legal through a reprint.

        Otherwise it may be played with the current text (R-009, R-010), or is not legal; then a legal printing is
        suggested.
        """
        if twin := self._legal_twin(printing):
            return Finding("reprint", twin)
        legal_printings = [
            card for card in reversed(self.catalogue.printings(printing.key)) if self._is_legal_itself(card)
        ]
        has_erratum = any(
            erratum.key == printing.key and (erratum.starts_on or self.day) <= self.day
            for erratum in self.catalogue.errata
        )
        if legal_printings and printing.supertype != "pokemon" and has_erratum:
            return Finding("errata", legal_printings[0])
        # Suggest the lowest number in the newest expansion. Promos are only suggested if no booster has the card,
        # since the first legal days of some promos are unknown.
        boosters = [
            card for card in legal_printings if self.catalogue.expansions[card.expansion].kind == "expansion"
        ]
        candidates = boosters or legal_printings
        lowest_number = next(
            (card for card in reversed(candidates) if card.expansion == candidates[0].expansion), None
        )
        return Finding("out", lowest_number)

    def _early_finding(self, by: Printing | None, day: date | None) -> Finding:
        """Return the legality of a printing before its first legal `day`, None if that day is unknown.

        `by` is another printing that is legal, or None.
        """
        if by is None:
            return Finding("early", None, day)
        at_once_since = self.rules.rulebook.reprints_at_once
        return Finding("reprint" if at_once_since and at_once_since <= self.day else "needs_judge", by, day)

    def _legal_twin(self, printing: Printing, *, certain_only: bool = False) -> Printing | None:
        """Return a legal printing that works the same, if the newest printing works the same too (R-009).

        `certain_only` excludes printings that may still be unreleased, such as promos without a known day (R-005).
        """
        if not work_the_same(printing, newest_printing(printing, self.day, self.catalogue), self.catalogue):
            return None
        for card in reversed(self.catalogue.printings(printing.key)):
            if card.ref == printing.ref or not work_the_same(card, printing, self.catalogue):
                continue
            if not self._is_legal_itself(card):
                continue
            is_promo = self.catalogue.expansions[card.expansion].kind == "promo"
            if not certain_only or not is_promo or self._is_reached(promo_day(card, self.catalogue).last):
                return card
        return None

    def _is_legal_itself(self, printing: Printing) -> bool:
        """Return whether a printing is legal without a reprint, ignoring bans."""
        expansion = self.catalogue.expansions.get(printing.expansion)
        if (
            expansion is None
            or self.sets.membership_of(printing, expansion) != "in"
            or printing.not_tournament_legal
        ):
            return False
        return self._is_reached(self._legal_from(printing, expansion))

    def _legal_from(self, printing: Printing, expansion: Expansion) -> date | None:
        """Return the first legal day of a printing, or None if unknown.

        For a numbered promo, the stored first day counts (R-005). A promo is not legal before its regulation mark
        (M-040). In formats of RELEASE_ONLY, only the release counts and the first day of a promo.
        """
        promo = promo_day(printing, self.catalogue) if expansion.kind == "promo" else None
        if self.rules.card_format in RELEASE_ONLY:
            return _later_day(expansion.released, promo.first if promo else None)
        day = expansion_legal_from(
            expansion,
            card_format=self.rules.card_format,
            edition=self.rules.rulebook,
            settings=self.rules.settings,
        )
        if promo is None:
            return day
        return _later_day(_later_day(day, promo.first), mark_legal_from(printing.mark, self.catalogue))

    def _is_reached(self, day: date | None) -> bool:
        return day is not None and day <= self.day


def _later_day(day: date | None, other: date | None) -> date | None:
    """Return the later of two days, `day` if `other` is unknown, or None if `day` is unknown."""
    return max(day, other) if day and other else day
