"""The places of the newest standings by entry, including those decided by a top cut (M-027)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.models import Bracket
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
        lambda: [_places(bracket) for bracket in brackets.of_division(division)],
    )


def of_entry(cuts: Iterable[CutPlaces], entry: int) -> CutPlaces | None:
    """The places that include an entry."""
    return next((cut for cut in cuts if entry in cut.places), None)


def _places(bracket: Bracket) -> CutPlaces:
    ending = brackets.ending_of_age_division(bracket)
    return CutPlaces({entry: place for place, entry in ending.placed}, ending.final)
