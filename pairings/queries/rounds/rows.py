"""Rows to show, shared by screen, sheet, spreadsheet and API."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from core.engine.people import short_last_name
from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person, StandingRow
from pairings.models import Bracket, Match, Round, Stage, Standing
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from tournaments.engine.team_entries import Member
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import teams_of

Score = tuple[int, str]
"""Points and record, "3-1-0"."""

NO_SCORE: Score = (0, "0-0-0")

Teams = Mapping[int, tuple[Member, ...]]
"""The players of each entry that is a team; empty where players play alone."""

NO_TEAMS: Teams = {}


OF_MATCHES = (
    "bracket",
    "table",
    "outcome",
    "reason",
    "games_left",
    "games_right",
    "reported_at",
    "left",
    "right",
    "reported_by",
)
OF_ENTRIES = (
    "first_name",
    "last_name",
    "age_division",
    "dropped_in",
    "disqualified",
    "namesake",
    "short_namesake",
)
"""The fields of an entry in a row."""

OF_STAFF = ("first_name", "last_name", "username")


def matches(round_: Round) -> QuerySet[Match]:
    """The matches of a round with just the fields of a row, in table order, one query."""
    rows = Match.objects.filter(round=round_).select_related("left", "right", "reported_by")
    of_people = [f"{side}__{name}" for side in ("left", "right") for name in OF_ENTRIES]
    of_people += [f"reported_by__{name}" for name in OF_STAFF]
    return rows.only(*OF_MATCHES, *of_people).order_by("position", "id")


def match_rows(round_: Round, *, public: bool = False) -> list[MatchRow]:
    """The matches of a round; points and records are those before it. Three queries, with teams four."""
    scores, teams = scores_before(round_), teams_of(round_.division.tournament, public=public)
    return [match_row(match, scores, public=public, teams=teams) for match in matches(round_)]


def match_row(
    match: Match, scores: dict[int, Score], *, public: bool = False, teams: Teams = NO_TEAMS
) -> MatchRow:
    return MatchRow(
        match_id=match.pk,
        table=match.table,
        left=person(match.left, scores.get(match.left_id, NO_SCORE), public=public, teams=teams),
        right=person(match.right, scores.get(match.right.pk, NO_SCORE), public=public, teams=teams)
        if match.right
        else None,
        outcome=Outcome(match.outcome),
        games_left=match.games_left,
        games_right=match.games_right,
        by_walkover=match.reason == Reason.WALKOVER,
        in_bracket=match.bracket_id is not None,
    )


OF_PERSON = ("id", *OF_ENTRIES)
"""The columns of an entry, as input of `person_of`."""


def columns_of_person(entry: str) -> list[str]:
    """OF_PERSON with the name of the relation to the entry."""
    return [f"{entry}__{column}" for column in OF_PERSON]


def person(entry: Entry, score: Score = NO_SCORE, *, public: bool = False, teams: Teams = NO_TEAMS) -> Person:
    """An entry as a Person. In public, children are shown by first name and initial."""
    return person_of([getattr(entry, column) for column in OF_PERSON], score, public=public, teams=teams)


def person_of(
    values: Sequence[Any], score: Score = NO_SCORE, *, public: bool = False, teams: Teams = NO_TEAMS
) -> Person:
    """The same from the values of OF_PERSON, for lists of thousands."""
    pk, first_name, last_name, age_division, dropped_in, disqualified, namesake, short_namesake = values
    hidden = public and age_division != "masters" and first_name
    return Person(
        entry_id=pk,
        first_name=first_name,
        last_name=short_last_name(first_name, last_name) if hidden else last_name,
        points=score[0],
        record=score[1],
        age_division=age_division,
        dropped=dropped_in is not None or disqualified,
        members=teams.get(pk, ()) if teams else (),
        namesake=short_namesake if hidden else namesake,
    )


def scores_before(round_: Round, entries: Collection[int] | None = None) -> dict[int, Score]:
    """Points and record of every entry before a round, or of these, from the newest Swiss standings."""
    newest = ranked_rounds(round_.division).filter(number__lt=round_.number).order_by("-number").first()
    rows = Standing.objects.filter(round=newest).values_list("entry_id", "points", "wins", "losses", "ties")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {pk: (points, f"{wins}-{losses}-{ties}") for pk, points, wins, losses, ties in rows}


def ranked_rounds(division: Division) -> QuerySet[Round]:
    """The closed Swiss rounds of a division, those with standings; without `draw`."""
    return division.rounds.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS).defer("draw")


def newest_ranked(divisions: Iterable[Division]) -> dict[int, Round]:
    """The newest closed Swiss round of each of these divisions that has one, by the key of the division. One query."""
    closed = Round.objects.filter(state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS)
    newest = closed.filter(division=OuterRef("division")).order_by("-number").values("pk")[:1]
    rows = closed.filter(division__in=[division.pk for division in divisions], pk=Subquery(newest))
    return {row.division_id: row for row in rows.select_related("stage").defer("draw")}


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of one age division of a division. `cut` is the last place of its cut, None without one."""

    age_division: str
    rows: tuple[StandingRow, ...]
    cut: int | None = None
    final: bool = False


def standings(division: Division, *, after: int | None = None, public: bool = False) -> list[Table]:
    """The standings of a division, one table for each age division.

    After round `after`, or the newest: then the bracket decides the first places as far as it is played (M-027), and
    players disqualified since have no place. An event without Swiss rounds has the order of its bracket only.
    """
    ranked = ranked_rounds(division)
    newest = ranked.filter(number=after).first() if after else ranked.order_by("-number").first()
    # Read as values: model rows would take most of the time of a page of thousands.
    counts, many = ("points", "wins", "losses", "ties"), len(TIE_BREAKS)
    stored = Standing.objects.filter(round=newest).order_by("place")
    lines: dict[str, list[_Line]] = {}
    for age_division, points, wins, losses, ties, *rest in (
        stored.values_list("age_division", *counts, *TIE_BREAKS, *columns_of_person("entry"))
        if newest
        else ()
    ):
        tie_breaks = dict(zip(TIE_BREAKS, rest[:many], strict=True))
        line = _Line(tuple(rest[many:]), points, wins, losses, ties, tie_breaks)
        lines.setdefault(age_division, []).append(line)
    drawn = [] if after else brackets.of_division(division)
    seen = partial(person_of, public=public, teams=teams_of(division.tournament, public=public))
    if newest is None:
        return [_from_bracket(bracket, seen) for bracket in drawn]
    by_age_division = {bracket.age_division: bracket for bracket in drawn}
    order = sorted(lines, key=list(AGE_DIVISION_ORDER).index)
    return [_table(name, lines[name], by_age_division.get(name), seen) for name in order]


Seen = Callable[[Sequence[Any], Score], Person]
"""Makes a Person of the values of OF_PERSON and a score."""

AGE_DIVISION_ORDER = ("masters", "senior", "junior", "all")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the standings as stored; `entry` are the values of OF_PERSON."""

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
        return bool(self.entry[OF_PERSON.index("disqualified")])


def _table(age_division: str, lines: list[_Line], bracket: Bracket | None, seen: Seen) -> Table:
    if bracket is None:
        placed = enumerate((line for line in lines if not line.is_disqualified), start=1)
        return Table(age_division, tuple(_row(line, place, seen) for place, line in placed))
    of = {line.entry_id: line for line in lines}
    ending = brackets.ending(bracket, [line.entry_id for line in lines])
    rows = tuple(_row(of[entry], place, seen) for place, entry in ending.placed if entry in of)
    return Table(age_division, rows, cut=bracket.size, final=ending.final)


def _row(line: _Line, place: int, seen: Seen) -> StandingRow:
    record = f"{line.wins}-{line.losses}-{line.ties}"
    return StandingRow(
        place=place,
        person=seen(line.entry, (line.points, record)),
        wins=line.wins,
        losses=line.losses,
        ties=line.ties,
        tie_breaks=line.tie_breaks,
    )


def _from_bracket(bracket: Bracket, seen: Seen) -> Table:
    """A pure elimination: places by the bracket, wins and losses of its matches, no percentages."""
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=brackets.entrants(bracket)).select_related("player")
    }
    by_number = sorted(entries, key=lambda pk: entries[pk].tie_break_number)
    record: dict[int, tuple[int, int]] = {}
    for matches_ in brackets.played(bracket):
        for match in matches_:
            if match.right is None or match.outcome not in (Outcome.LEFT, Outcome.RIGHT):
                continue
            for entry, won in (
                (match.left, match.outcome is Outcome.LEFT),
                (match.right, match.outcome is Outcome.RIGHT),
            ):
                wins, losses = record.get(entry, (0, 0))
                record[entry] = (wins + won, losses + (not won))
    ending = brackets.ending(bracket, by_number)
    rows = []
    for place, pk in ending.placed:
        wins, losses = record.get(pk, (0, 0))
        someone = seen([getattr(entries[pk], name) for name in OF_PERSON], (3 * wins, f"{wins}-{losses}-0"))
        rows.append(StandingRow(place, someone, wins, losses, 0, dict.fromkeys(TIE_BREAKS, 0.0)))
    return Table(bracket.age_division, tuple(rows), cut=None, final=ending.final)
