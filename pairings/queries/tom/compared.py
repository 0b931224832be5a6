"""The result of comparing an event with a TOM file, and the differences the event can import."""

import hashlib
from dataclasses import dataclass

from pairings.engine.metrics import TieBreaks
from pairings.queries.tom.differences import (
    OPEN,
    Difference,
    changes_a_player,
    corrects,
    follows,
    lacks,
    pairs_a_round,
)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that decide a place; percentages are fractions."""

    place: int
    points: int
    tie_breaks: TieBreaks
    late: bool = False


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One player whose place differs. `why` is the first figure that differs: points, late, a tie-break by its key.

    `cut` where only the order of the cut can explain it, `others` where all of their own figures agree.
    """

    player: str
    age_division: str
    ours: Figures | None
    theirs: Figures | None
    why: str


@dataclass(frozen=True)
class Comparison:
    """All differences; `matches_compared` and `places_compared` are counts."""

    differences: tuple[Difference, ...] = ()
    places: tuple[PlaceRow, ...] = ()
    matches_compared: int = 0
    places_compared: int = 0
    official: bool = False

    @property
    def newer(self) -> str:
        """The side with rounds, results or changes of players the other lacks: "here", "there", "both", or "" for
        neither.
        """
        here = any(
            lacks(one.kind, one.theirs, "ROUND_ONLY_HERE") and not one.replaces for one in self.differences
        )
        there = any(
            lacks(one.kind, one.ours, "ROUND_ONLY_THERE") or changes_a_player(one) or one.replaces
            for one in self.differences
        )
        return "both" if here and there else "here" if here else "there" if there else ""

    @property
    def in_the_way(self) -> tuple[Difference, ...]:
        """Differences that prevent continuing with the file."""
        return tuple(one for one in self.differences if not follows(one) and not one.replaces)

    @property
    def continues(self) -> bool:
        """Whether the event can continue with the file: it has something new, and no difference prevents it."""
        return self.newer in ("there", "both") and not self.in_the_way

    @property
    def corrected(self) -> tuple[Difference, ...]:
        """Results that differ and that the event can import."""
        return tuple(one for one in self.differences if corrects(one))

    @property
    def replaced(self) -> tuple[Difference, ...]:
        """Data entered here that would be lost: results, matches and rounds of the cut."""
        return tuple(
            one
            for one in self.differences
            if one.replaces and (one.ours is not None or one.kind == "ROUND_ONLY_HERE")
        )

    @property
    def stays(self) -> tuple[Difference, ...]:
        """Results entered here of matches that are open in the file."""
        return tuple(
            one
            for one in self.differences
            if one.kind == "RESULT" and one.theirs in OPEN and not one.cut and not corrects(one)
        )

    @property
    def replaced_key(self) -> str:
        """A hash of what would be lost, so that exactly this list is confirmed; empty if nothing is lost."""
        lost = [one for one in self.differences if one.replaces]
        return hashlib.sha256(repr(lost).encode()).hexdigest() if lost else ""

    @property
    def renumbered(self) -> dict[str, str]:
        """Corrected Player IDs: that of the file by the one here."""
        return {str(one.ours): str(one.theirs) for one in self.differences if one.kind == "PLAYER_ID"}

    @property
    def joined(self) -> tuple[str, ...]:
        """Player IDs of late entries that can be added from the file."""
        return tuple(str(one.theirs) for one in self.differences if one.kind == "PLAYER_JOINED")

    @property
    def paired_again(self) -> frozenset[tuple[str, int]]:
        """Division and number of the rounds to pair again as in the file."""
        return frozenset(
            (one.division, one.round)
            for one in self.differences
            if pairs_a_round(one) and not one.cut and (one.there or one.replaces)
        )

    @property
    def cut_again(self) -> frozenset[str]:
        """The divisions whose top cut is to be started again as in the file."""
        return frozenset(one.division for one in self.differences if one.cut)

    @property
    def same(self) -> bool:
        return not self.differences and not self.places
