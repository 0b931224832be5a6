"""The place of a player once the cut of the division is over."""

from dataclasses import dataclass

from pairings.models import Stage
from pairings.queries.bracket import brackets
from pairings.queries.rounds import desk
from pairings.queries.rounds.desk import Phase
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The place of a player in the final standings of a division with a cut, of `of` players."""

    place: int
    of: int


def final_place(entry: Entry, at: desk.Standpoint) -> FinalPlace | None:
    """Once the cut is over, as the standings have it; None before. Eight queries then."""
    if at.phase is not Phase.OVER or at.stage is None or at.stage.kind != Stage.Kind.ELIMINATION:
        return None
    bracket = at.stage.brackets.filter(age_division__in=(entry.age_division, "all")).first()
    if bracket is None:
        return None
    placed = brackets.ending_of_age_division(bracket).placed
    return next((FinalPlace(place, len(placed)) for place, pk in placed if pk == entry.pk), None)
