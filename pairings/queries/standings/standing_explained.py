"""Explain a player's place with all figures and opponents' names."""

from dataclasses import dataclass

from pairings.engine import standings
from pairings.engine.display_rows import EntryPerson
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Result
from pairings.engine.standings import ExplainedRound, Explanation
from pairings.models import Standing
from pairings.queries.rounds import engine_fields
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.rounds.match_rows import person_of_entry
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import team_members_of_event


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """One round of the player: the opponent, and the engine's figures.

    `stayed` means that the opponent did not qualify for day 2, so that only their record of day 1 counts.
    """

    opponent: EntryPerson | None
    met: ExplainedRound
    stayed: bool = False


@dataclass(frozen=True, slots=True)
class Neighbor:
    """The next player below or above in the same list.

    `beaten` means that only these two players are tied, and the explained player won their match. `stayed` means that
    the neighbor did not qualify for day 2 and therefore ranks below qualified players with the same points.
    """

    person: EntryPerson
    place: int
    points: int
    tie_breaks: TieBreaks
    beaten: bool
    stayed: bool = False


@dataclass(frozen=True, slots=True)
class PlaceExplanation:
    """A player's place after a Swiss round.

    `above` and `below` are the next players in the list, or None at its ends. `alike` is the number of other
    players with the same points. `stayed` means that the player did not qualify for day 2. `awarded_bye` is the
    event's setting of what an awarded bye counts, or "" if no player of the division had one.
    """

    person: EntryPerson
    after: int
    place: int
    points: int
    alike: int
    figures: Explanation
    steps: tuple[ExplainedStep, ...]
    below: Neighbor | None
    stayed: bool = False
    above: Neighbor | None = None
    awarded_bye: str = ""


def explain_place(
    division: Division, entry: int, *, after: int | None = None, public: bool = False
) -> PlaceExplanation | None:
    """Explain a player's place after Swiss round `after`, by default the latest closed one.

    Return None if the entry is not in the standings. `public` shortens children's names. The number of
    queries does not depend on the size of the field.
    """
    ranked = ranked_rounds(division)
    round_ = ranked.filter(number=after).first() if after else ranked.order_by("-number").first()
    line = Standing.objects.filter(round=round_, entry=entry).first() if round_ else None
    if round_ is None or line is None:
        return None
    competitors = engine_fields.standings_competitors(division, after=round_.number)
    stayed = set()
    for competitor in competitors:
        through = round_.number if competitor.through_in is None else competitor.through_in
        dropped_in = competitor.dropped_in
        # Players who dropped on day 1 could not qualify, so they do not count as not qualified.
        if through < round_.number and (dropped_in is None or dropped_in > through):
            stayed.add(competitor.id)
    results = engine_fields.swiss_results(division, until=round_.number)
    figures = standings.explain_standing(
        competitors,
        results,
        entry,
        rounds_planned=round_.stage.rounds_planned,
        rules=engine_fields.standings_rules(division),
    )
    stored_list = Standing.objects.filter(round=round_, age_division=line.age_division)
    with_equal_points = stored_list.filter(points=line.points)
    # Lists exclude players disqualified since, so their places do not count.
    place = line.place - stored_list.filter(place__lt=line.place, entry__disqualified=True).count()
    active_list = stored_list.filter(entry__disqualified=False)
    below = active_list.filter(place__gt=line.place).order_by("place").first()
    above = active_list.filter(place__lt=line.place).order_by("place").last()
    teams = team_members_of_event(division.tournament, public=public)
    opponents = {met.opponent for met in figures.met if met.opponent}
    entry_keys = {entry, *opponents, *(row.entry_id for row in (above, below) if row)}
    entries = Entry.objects.filter(pk__in=entry_keys).select_related("player")
    people = {row.pk: person_of_entry(row, public=public, teams=teams) for row in entries}
    neighbor_below = None
    if below is not None:
        is_win = [met.result is Result.WIN for met in figures.met if met.opponent == below.entry_id]
        # Head-to-head decides if exactly two players are tied in all criteria before it (M-021).
        is_tie_of_two = with_equal_points.filter(**line.tie_breaks).count() == 2
        neighbor_below = Neighbor(
            people[below.entry_id],
            place + 1,
            below.points,
            below.tie_breaks,
            beaten=is_tie_of_two and is_win == [True],
            stayed=below.entry_id in stayed,
        )
    neighbor_above = None
    if above is not None:
        neighbor_above = Neighbor(
            people[above.entry_id],
            place - 1,
            above.points,
            above.tie_breaks,
            beaten=False,
            stayed=above.entry_id in stayed,
        )
    return PlaceExplanation(
        person=people[entry],
        after=round_.number,
        place=place,
        points=line.points,
        alike=with_equal_points.count() - 1,
        figures=figures,
        steps=tuple(
            ExplainedStep(people[met.opponent] if met.opponent else None, met, met.opponent in stayed)
            for met in figures.met
        ),
        below=neighbor_below,
        stayed=entry in stayed,
        above=neighbor_above,
        awarded_bye=division.tournament.awarded_bye if standings.has_awarded_bye(results) else "",
    )
