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
            lacks(difference.kind, difference.theirs, "ROUND_ONLY_HERE") and not difference.replaces
            for difference in self.differences
        )
        there = any(
            lacks(difference.kind, difference.ours, "ROUND_ONLY_THERE")
            or changes_a_player(difference)
            or difference.replaces
            for difference in self.differences
        )
        return "both" if here and there else "here" if here else "there" if there else ""

    @property
    def in_the_way(self) -> tuple[Difference, ...]:
        """Differences that prevent continuing with the file."""
        return tuple(
            difference
            for difference in self.differences
            if not follows(difference) and not difference.replaces
        )

    @property
    def continues(self) -> bool:
        """Whether the event can continue with the file: it has something new, and no difference prevents it."""
        return self.newer in ("there", "both") and not self.in_the_way

    @property
    def corrected(self) -> tuple[Difference, ...]:
        """Results that differ and that the event can import."""
        return tuple(difference for difference in self.differences if corrects(difference))

    @property
    def replaced(self) -> tuple[Difference, ...]:
        """Data entered here that would be lost: results, matches and rounds of the cut."""
        return tuple(
            difference
            for difference in self.differences
            if difference.replaces and (difference.ours is not None or difference.kind == "ROUND_ONLY_HERE")
        )

    @property
    def stays(self) -> tuple[Difference, ...]:
        """Results entered here of matches that are open in the file."""
        return tuple(
            difference
            for difference in self.differences
            if difference.kind == "RESULT"
            and difference.theirs in OPEN
            and not difference.cut
            and not corrects(difference)
        )

    @property
    def replaced_key(self) -> str:
        """A hash of what would be lost, so that exactly this list is confirmed; empty if nothing is lost."""
        lost = [difference for difference in self.differences if difference.replaces]
        return hashlib.sha256(repr(lost).encode()).hexdigest() if lost else ""

    @property
    def renumbered(self) -> dict[str, str]:
        """Corrected Player IDs: that of the file by the one here."""
        return {
            str(difference.ours): str(difference.theirs)
            for difference in self.differences
            if difference.kind == "PLAYER_ID"
        }

    @property
    def joined(self) -> tuple[str, ...]:
        """Player IDs of late entries that can be added from the file."""
        return tuple(
            str(difference.theirs) for difference in self.differences if difference.kind == "PLAYER_JOINED"
        )

    @property
    def paired_again(self) -> frozenset[tuple[str, int]]:
        """Division and number of the rounds to pair again as in the file."""
        return frozenset(
            (difference.division, difference.round)
            for difference in self.differences
            if pairs_a_round(difference) and not difference.cut and (difference.there or difference.replaces)
        )

    @property
    def cut_again(self) -> frozenset[str]:
        """The divisions whose top cut is to be started again as in the file."""
        return frozenset(difference.division for difference in self.differences if difference.cut)

    @property
    def same(self) -> bool:
        return not self.differences and not self.places
