"""Latest places by entry, including places decided by a top cut (M-027)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.models import Round, Standing
from pairings.queries.bracket import brackets
from tournaments.models import Division
from tournaments.scopes import cached_for_home


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """Places of an age division by entry, as far as its cut has been played.

    `final` is True once the cut is over.
    """

    places: dict[int, int]
    final: bool


def places_by_cut(division: Division) -> list[CutPlaces]:
    """Return the places decided by each bracket of a division; empty before its cut.

    One query and eight per bracket, then cached until the event changes.
    """
    return cached_for_home(
        division.tournament,
        f"places.{division.pk}",
        lambda: [
            CutPlaces({entry: place for place, entry in ending.placed}, ending.final)
            for ending in map(brackets.ending_of_age_division, brackets.brackets_of_division(division))
        ],
    )


def cut_places_of_entry(cuts: Iterable[CutPlaces], entry: int) -> CutPlaces | None:
    """Return the places that include an entry, or None."""
    return next((cut for cut in cuts if entry in cut.places), None)


def stored_places(division: Division) -> dict[int, int]:
    """Return the place of each entry in the latest stored standings of its age division."""
    newest = (
        division.rounds.filter(state=Round.State.CLOSED, standings__isnull=False).order_by("-number").first()
    )
    return dict(
        Standing.objects.filter(round=newest).order_by("age_division", "place").values_list("entry", "place")
    )
