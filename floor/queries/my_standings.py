"""A player's place, and the records of the player and the opponent, for the player's table page."""

from bisect import bisect_right
from dataclasses import dataclass

from floor.queries.player.division_facts import DivisionFacts, disqualified_places
from pairings.models import Standing
from pairings.queries.rounds import match_rows
from pairings.queries.standings import cut_places
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class MyStandings:
    """The standings of a player and the opponent after the newest ranked round.

    `lines` are by entry key. `place` is the player's place among `of` players, or None if the player has none
    yet. `by_cut` is true if a cut decides it, and `final` once that cut is over. `number` is the number of the
    ranked round.
    """

    lines: dict[int, Standing]
    place: int | None = None
    of: int = 0
    number: int | None = None
    by_cut: bool = False
    final: bool = False

    def score(self, entry: Entry) -> match_rows.Score:
        line = self.lines.get(entry.pk)
        return (line.points, f"{line.wins}-{line.losses}-{line.ties}") if line else match_rows.NO_SCORE


def standings_of_two(entry: Entry, other: Entry | None, division: DivisionFacts) -> MyStandings:
    """Load the standings of a player and the opponent.

    One query, besides those of `disqualified_places` and, in a cut, of `places_by_cut`, which are cached.
    """
    newest_round = division.ranked
    number = newest_round.number if newest_round else None
    entry_keys = [player.pk for player in (entry, other) if player]
    standings = Standing.objects.filter(round=newest_round, entry__in=entry_keys) if newest_round else ()
    lines = {line.entry_id: line for line in standings}
    in_bracket = (
        cut_places.cut_places_of_entry(cut_places.places_by_cut(entry.division), entry.pk)
        if division.state.in_cut
        else None
    )
    if in_bracket is not None and (newest_round or in_bracket.final):
        place = in_bracket.places[entry.pk]
        return MyStandings(lines, place, len(in_bracket.places), number, by_cut=True, final=in_bracket.final)
    own_line = lines.get(entry.pk)
    if own_line is None or newest_round is None:
        return MyStandings(lines, number=number)
    age_division = own_line.age_division
    places = division.places.get(age_division, ())
    disqualified = disqualified_places(entry.division, newest_round).get(age_division, ())
    place = bisect_right(places, own_line.place) - bisect_right(disqualified, own_line.place)
    return MyStandings(lines, place, len(places) - len(disqualified), number)
