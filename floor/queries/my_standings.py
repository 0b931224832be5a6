"""Place and records shown on a player's table page."""

from dataclasses import dataclass

from django.db.models import Count, Q

from pairings.models import Standing
from pairings.queries.rounds import rows
from pairings.queries.standings import places
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class MyStandings:
    """The newest ranked round for a player and the opponent: their `lines`, and the player's place `of` so many.

    `by_cut`: the place is decided by a cut, `final` once that is over. `number`: of the round.
    """

    lines: dict[int, Standing]
    place: int | None = None
    of: int = 0
    number: int | None = None
    by_cut: bool = False
    final: bool = False

    def score(self, entry: Entry) -> rows.Score:
        line = self.lines.get(entry.pk)
        return (line.points, f"{line.wins}-{line.losses}-{line.ties}") if line else rows.NO_SCORE


def of_two(entry: Entry, other: Entry | None, *, cut: bool) -> MyStandings:
    """Standings of a player and the opponent. `cut`: the division is in its cut.

    At most three queries, in a cut those of `places.by_cut` too.
    """
    newest = rows.ranked_rounds(entry.division).order_by("-number").first()
    number = newest.number if newest else None
    wanted = [player.pk for player in (entry, other) if player]
    standings = Standing.objects.filter(round=newest, entry__in=wanted) if newest else ()
    lines = {line.entry_id: line for line in standings}
    by_cut = places.of_entry(places.by_cut(entry.division), entry.pk) if cut else None
    if by_cut is not None and (newest or by_cut.final):
        place = by_cut.places[entry.pk]
        return MyStandings(lines, place, len(by_cut.places), number, by_cut=True, final=by_cut.final)
    mine = lines.get(entry.pk)
    if mine is None:
        return MyStandings(lines, number=number)
    ranked = Standing.objects.filter(round=newest, age_division=mine.age_division, entry__disqualified=False)
    counted = ranked.aggregate(place=Count("pk", filter=Q(place__lte=mine.place)), of=Count("pk"))
    return MyStandings(lines, counted["place"], counted["of"], number)
