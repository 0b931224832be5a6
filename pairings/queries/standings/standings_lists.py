"""Standings lists of a division, as stored or from its bracket."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from pairings.engine.display_rows import StandingRow
from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Standing
from pairings.queries.bracket import brackets
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.rounds.match_rows import (
    AGE_DIVISION_ORDER,
    PERSON_COLUMNS,
    ToPerson,
    person_columns,
    person_from_values,
)
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import team_members_of_event


@dataclass(frozen=True, slots=True)
class StandingsList:
    """Standings of one age division.

    `cut` is the last place that makes the cut, or None if there is no cut. `final` means that the bracket
    has been played to its end.
    """

    age_division: str
    rows: tuple[StandingRow, ...]
    cut: int | None = None
    final: bool = False


def standings_lists(
    division: Division, *, after: int | None = None, public: bool = False
) -> list[StandingsList]:
    """Return the standings of a division, one list per age division.

    `after` selects the standings after that round. By default, the latest are returned, in which the
    bracket decides the top places as far as it has been played (M-027). Players who have been
    disqualified since are skipped. An event without Swiss rounds is ordered by its bracket only. `public`
    shortens children's names.
    """
    closed_swiss_rounds = ranked_rounds(division)
    latest_round = (
        closed_swiss_rounds.filter(number=after).first()
        if after
        else closed_swiss_rounds.order_by("-number").first()
    )
    # Model instances would take most of the time of a page with thousands of rows.
    counts, tie_break_count = ("points", "wins", "losses", "ties"), len(TIE_BREAKS)
    stored_standings = Standing.objects.filter(round=latest_round).order_by("place")
    lines_by_age_division: dict[str, list[_StoredStanding]] = {}
    for age_division, points, wins, losses, ties, *other_values in (
        stored_standings.values_list("age_division", *counts, *TIE_BREAKS, *person_columns("entry"))
        if latest_round
        else ()
    ):
        tie_breaks = dict(zip(TIE_BREAKS, other_values[:tie_break_count], strict=True))
        line = _StoredStanding(tuple(other_values[tie_break_count:]), points, wins, losses, ties, tie_breaks)
        lines_by_age_division.setdefault(age_division, []).append(line)
    division_brackets = [] if after else brackets.brackets_of_division(division)
    to_person = partial(
        person_from_values, public=public, teams=team_members_of_event(division.tournament, public=public)
    )
    if latest_round is None:
        return [_standings_from_bracket(bracket, to_person) for bracket in division_brackets]
    bracket_by_age_division = {bracket.age_division: bracket for bracket in division_brackets}
    tables = []
    for name in sorted(lines_by_age_division, key=list(AGE_DIVISION_ORDER).index):
        bracket, line_by_entry = (
            bracket_by_age_division.get(name),
            {line.entry_id: line for line in lines_by_age_division[name]},
        )
        if bracket is None:
            active_lines = (line for line in lines_by_age_division[name] if not line.is_disqualified)
            placed_rows = [line.as_row(place, to_person) for place, line in enumerate(active_lines, start=1)]
            tables.append(StandingsList(name, tuple(placed_rows)))
        else:
            ending = brackets.bracket_ending(bracket, list(line_by_entry))
            placed_rows = [
                line_by_entry[entry].as_row(place, to_person)
                for place, entry in ending.placed
                if entry in line_by_entry
            ]
            tables.append(StandingsList(name, tuple(placed_rows), cut=bracket.size, final=ending.final))
    return tables


@dataclass(frozen=True, slots=True)
class _StoredStanding:
    """A stored line of the standings; `entry` contains the values of PERSON_COLUMNS."""

    entry: tuple[Any, ...]
    points: int
    wins: int
    losses: int
    ties: int
    tie_breaks: TieBreaks

    @property
    def entry_id(self) -> int:
        return int(self.entry[0])

    @property
    def is_disqualified(self) -> bool:
        return bool(self.entry[PERSON_COLUMNS.index("disqualified")])

    def as_row(self, place: int, to_person: ToPerson) -> StandingRow:
        """Return the standings row at `place`, which may differ from the stored place."""
        record = f"{self.wins}-{self.losses}-{self.ties}"
        return StandingRow(
            place=place,
            person=to_person(self.entry, (self.points, record)),
            wins=self.wins,
            losses=self.losses,
            ties=self.ties,
            tie_breaks=self.tie_breaks,
        )


def _standings_from_bracket(bracket: Bracket, to_person: ToPerson) -> StandingsList:
    """Build the standings of a pure elimination by the places of the bracket.

    A win is worth 3 points, byes count for nothing, and all percentages are 0.
    """
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=brackets.entrant_keys(bracket)).select_related("player")
    }
    by_tie_break_number = sorted(entries, key=lambda pk: entries[pk].tie_break_number)
    record_by_entry: dict[int, tuple[int, int]] = {}
    for round_matches in brackets.posted_matches_by_round(bracket):
        for match in round_matches:
            if match.right is None or match.outcome not in (Outcome.LEFT, Outcome.RIGHT):
                continue
            for entry, has_won in (
                (match.left, match.outcome is Outcome.LEFT),
                (match.right, match.outcome is Outcome.RIGHT),
            ):
                wins, losses = record_by_entry.get(entry, (0, 0))
                record_by_entry[entry] = (wins + has_won, losses + (not has_won))
    ending = brackets.bracket_ending(bracket, by_tie_break_number)
    rows = []
    for place, pk in ending.placed:
        wins, losses = record_by_entry.get(pk, (0, 0))
        values = [getattr(entries[pk], name) for name in PERSON_COLUMNS]
        player = to_person(values, (3 * wins, f"{wins}-{losses}-0"))
        rows.append(StandingRow(place, player, wins, losses, 0, dict.fromkeys(TIE_BREAKS, 0.0)))
    return StandingsList(bracket.age_division, tuple(rows), cut=None, final=ending.final)
