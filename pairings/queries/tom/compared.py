"""What a comparison of an event with a file of TOM found, and what the event can take over of it."""

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
    """What decides on a place; percentages are fractions."""

    place: int
    points: int
    tie_breaks: TieBreaks
    late: bool = False


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One player whose place differs. `why` is the first figure that does: points, late, a tie-break by its key; `cut`
    where only the order of the cut can explain it, `others` where all of their own figures agree.
    """

    player: str
    age_division: str
    ours: Figures | None
    theirs: Figures | None
    why: str


@dataclass(frozen=True)
class Comparison:
    """Everything that differs; `matches` and `places` say how many were compared."""

    differences: tuple[Difference, ...] = ()
    places: tuple[PlaceRow, ...] = ()
    matches_compared: int = 0
    places_compared: int = 0
    official: bool = False

    @property
    def newer(self) -> str:
        """Which of the two has rounds, results or changes of players the other lacks: "here", "there", "both", or ""
        for neither.
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
        """What the event has otherwise than the file, so that it cannot continue with the file."""
        return tuple(one for one in self.differences if not follows(one) and not one.replaces)

    @property
    def continues(self) -> bool:
        """Whether the event can continue with the file: it brings something, and nothing is in the way."""
        return self.newer in ("there", "both") and not self.in_the_way

    @property
    def corrected(self) -> tuple[Difference, ...]:
        """Results that are here and otherwise in the file, which the event can take over."""
        return tuple(one for one in self.differences if corrects(one))

    @property
    def replaced(self) -> tuple[Difference, ...]:
        """What was entered here and would be lost: results, matches and rounds of the cut."""
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
        """Says what would be lost, so that it is confirmed as it was listed; empty where nothing is."""
        lost = [one for one in self.differences if one.replaces]
        return hashlib.sha256(repr(lost).encode()).hexdigest() if lost else ""

    @property
    def renumbered(self) -> dict[str, str]:
        """Player IDs of the file by the one here, of those whose Player ID was corrected in TOM."""
        return {str(one.ours): str(one.theirs) for one in self.differences if one.kind == "PLAYER_ID"}

    @property
    def joined(self) -> tuple[str, ...]:
        """Player IDs of those who came after the event was imported and can be added from the file."""
        return tuple(str(one.theirs) for one in self.differences if one.kind == "PLAYER_JOINED")

    @property
    def paired_again(self) -> frozenset[tuple[str, int]]:
        """Division and number of the rounds that the event would pair again as in the file."""
        return frozenset(
            (one.division, one.round)
            for one in self.differences
            if pairs_a_round(one) and not one.cut and (one.there or one.replaces)
        )

    @property
    def cut_again(self) -> frozenset[str]:
        """The divisions whose top cut the event would begin again as in the file."""
        return frozenset(one.division for one in self.differences if one.cut)

    @property
    def same(self) -> bool:
        return not self.differences and not self.places
