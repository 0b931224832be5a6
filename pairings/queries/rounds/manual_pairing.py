"""What can be changed in a drawn round."""

from dataclasses import dataclass

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.rounds.fields import GOES_ON, present, seated
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class Changing:
    """Matches of a round in table order, who came late to it, and how many results it has."""

    matches: list[Match]
    late: list[Entry]
    results: int

    @property
    def players(self) -> list[str]:
        """Names as a PlayerField offers them, of everybody who sits in the round."""
        people = [one for match in self.matches for one in (match.left, match.right) if one is not None]
        return sorted(f"{entry} ({entry.pk})" for entry in people)


def changing(round_: Round) -> Changing:
    """Two queries."""
    matches = Match.objects.filter(round=round_).select_related("left__player", "right__player")
    found = list(matches.order_by("position", "id"))
    drawn_seats = seated(round_).exclude(match__outcome=Outcome.LATE_LOSS.value)
    late = present(round_.division).filter(GOES_ON).exclude(pk__in=drawn_seats).select_related("player")
    decided = [match for match in found if match.right_id and match.outcome != Outcome.PENDING]
    drawn = [match for match in found if match.outcome != Outcome.LATE_LOSS]
    return Changing(drawn, list(late), len(decided))
