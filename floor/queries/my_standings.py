"""A player's place, and the records of the player and the opponent, for the player's table page."""

from dataclasses import dataclass

from django.db.models import Count, Q

from pairings.models import Standing
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.division_rounds import ranked_rounds
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


def standings_of_two(entry: Entry, other: Entry | None, *, in_cut: bool) -> MyStandings:
    """Load the standings of a player and the opponent. `in_cut` is true if the division is in its cut.

    At most three queries, and in a cut also the queries of `places_by_cut`.
    """
    newest_round = ranked_rounds(entry.division).order_by("-number").first()
    number = newest_round.number if newest_round else None
    entry_keys = [player.pk for player in (entry, other) if player]
    standings = Standing.objects.filter(round=newest_round, entry__in=entry_keys) if newest_round else ()
    lines = {line.entry_id: line for line in standings}
    in_bracket = (
        cut_places.cut_places_of_entry(cut_places.places_by_cut(entry.division), entry.pk) if in_cut else None
    )
    if in_bracket is not None and (newest_round or in_bracket.final):
        place = in_bracket.places[entry.pk]
        return MyStandings(lines, place, len(in_bracket.places), number, by_cut=True, final=in_bracket.final)
    own_line = lines.get(entry.pk)
    if own_line is None:
        return MyStandings(lines, number=number)
    ranked_standings = Standing.objects.filter(
        round=newest_round, age_division=own_line.age_division, entry__disqualified=False
    )
    counts = ranked_standings.aggregate(
        place=Count("pk", filter=Q(place__lte=own_line.place)), of=Count("pk")
    )
    return MyStandings(lines, counts["place"], counts["of"], number)
