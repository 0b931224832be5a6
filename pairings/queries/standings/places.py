"""The places of the newest standings by entry, including those decided by a top cut (M-027)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.queries.bracket import brackets
from tournaments.models import Division
from tournaments.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """Places of an age division by entry, as far as its cut is played; `final` once it is over."""

    places: dict[int, int]
    final: bool


def by_cut(division: Division) -> list[CutPlaces]:
    """One for each bracket of a division, empty before its cut.

    One query and eight for each bracket; none before the next change at the event.
    """
    return remembered_of(
        division.tournament,
        f"places.{division.pk}",
        lambda: [
            CutPlaces({entry: place for place, entry in ending.placed}, ending.final)
            for ending in map(brackets.ending_of_age_division, brackets.of_division(division))
        ],
    )


def of_entry(cuts: Iterable[CutPlaces], entry: int) -> CutPlaces | None:
    """The places that include an entry."""
    return next((cut for cut in cuts if entry in cut.places), None)
