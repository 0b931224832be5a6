"""Result of comparing an event with a TOM file, and the differences the event can import."""

import hashlib
from dataclasses import dataclass

from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.queries.tom.differences import (
    OPEN,
    Difference,
    changes_a_player,
    changes_pairing,
    corrects_result,
    is_importable,
    is_missing,
)


@dataclass(frozen=True, slots=True)
class PlaceFigures:
    """The figures that decide a place; percentages are fractions."""

    place: int
    points: int
    tie_breaks: TieBreaks
    late: bool = False

    def first_difference(self, other: "PlaceFigures") -> str:
        """Return the first figure that differs: "points", "late" or a tie-break key, or "" if all are equal."""
        if self.points != other.points:
            return "points"
        if self.late != other.late:
            return "late"
        different = (key for key in TIE_BREAKS if abs(self.tie_breaks[key] - other.tie_breaks[key]) > 0.00005)
        return next(different, "")


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A player whose place differs.

    `why` is the first figure that differs: "points", "late", or a tie-break key. If all figures are
    equal, it is "cut" if the file has a cut, or else "others". It is "missing" if one side has no place
    for the player.
    """

    player: str
    age_division: str
    ours: PlaceFigures | None
    theirs: PlaceFigures | None
    why: str


@dataclass(frozen=True)
class FileComparison:
    """Comparison of an event with a TOM file.

    `matches_compared` and `places_compared` are counts. `official` means that the file contains final
    places.
    """

    differences: tuple[Difference, ...] = ()
    places: tuple[PlaceRow, ...] = ()
    matches_compared: int = 0
    places_compared: int = 0
    official: bool = False

    @property
    def newer(self) -> str:
        """Side with data that the other side lacks: "here", "there", "both" or "".

        The data are rounds, results and changes of players.
        """
        is_newer_in_event = any(
            is_missing(difference.kind, difference.theirs, "ROUND_ONLY_HERE") and not difference.replaces
            for difference in self.differences
        )
        is_newer_in_file = any(
            is_missing(difference.kind, difference.ours, "ROUND_ONLY_THERE")
            or changes_a_player(difference)
            or difference.replaces
            for difference in self.differences
        )
        return (
            "both"
            if is_newer_in_event and is_newer_in_file
            else "here"
            if is_newer_in_event
            else "there"
            if is_newer_in_file
            else ""
        )

    @property
    def in_the_way(self) -> tuple[Difference, ...]:
        """Differences that prevent continuing the event with the file."""
        return tuple(
            difference
            for difference in self.differences
            if not is_importable(difference) and not difference.replaces
        )

    @property
    def continues(self) -> bool:
        """Whether the event can continue with the file.

        The file must have newer data, and no difference may prevent it.
        """
        return self.newer in ("there", "both") and not self.in_the_way

    @property
    def corrected(self) -> tuple[Difference, ...]:
        """Differing results that the event can import."""
        return tuple(difference for difference in self.differences if corrects_result(difference))

    @property
    def replaced(self) -> tuple[Difference, ...]:
        """Data entered in Stadium that an import would delete: results, matches and rounds of the cut."""
        return tuple(
            difference
            for difference in self.differences
            if difference.replaces and (difference.ours is not None or difference.kind == "ROUND_ONLY_HERE")
        )

    @property
    def stays(self) -> tuple[Difference, ...]:
        """Results entered in Stadium for matches that are open in the file; an import does not change them."""
        return tuple(
            difference
            for difference in self.differences
            if difference.kind == "RESULT"
            and difference.theirs in OPEN
            and not difference.cut
            and not corrects_result(difference)
        )

    @property
    def replaced_key(self) -> str:
        """Hash of the data an import would delete, so that users confirm exactly this data.

        It is "" if no data would be deleted.
        """
        lost_differences = [difference for difference in self.differences if difference.replaces]
        return hashlib.sha256(repr(lost_differences).encode()).hexdigest() if lost_differences else ""

    @property
    def corrected_player_ids(self) -> dict[str, str]:
        """Player IDs corrected in the file, by the ID stored in Stadium."""
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
        """Rounds to pair again as in the file, as (division, number)."""
        return frozenset(
            (difference.division, difference.round)
            for difference in self.differences
            if changes_pairing(difference)
            and not difference.cut
            and (difference.there or difference.replaces)
        )

    @property
    def divisions_to_restart_cut(self) -> frozenset[str]:
        """Divisions whose top cut must be started again as in the file."""
        return frozenset(difference.division for difference in self.differences if difference.cut)

    @property
    def same(self) -> bool:
        """Whether the event and the file agree, in all data and in all places."""
        return not self.differences and not self.places
