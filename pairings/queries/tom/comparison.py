"""Compare a TOM file with the event: people, rounds, matches and places, with the reason of a different place."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypedDict

from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Line, rank
from pairings.engine.tdf import TomEvent, TomMatch, TomPlayer, TomPod, TomRound
from pairings.engine.tom_field import field_of, numbers
from pairings.models import Stage
from pairings.queries.print.event_figures import is_over
from pairings.queries.rounds import rows
from pairings.queries.tom import newer_changes, player_changes
from pairings.queries.tom.compared import Comparison, Figures, PlaceRow
from pairings.queries.tom.differences import (
    Difference,
    Seats,
)
from pairings.queries.tom.values import tom_event
from tournaments.engine.divisions import AGE_DIVISIONS, OF_TOM
from tournaments.models import Tournament

HEAD = ("name", "sanction_id", "city", "country", "start_date", "round_minutes", "cut_round_minutes")
PERSON = ("birth_year", "dropped_in", "disqualified", "byes", "order", "seed")

MIRRORED = {Outcome.LEFT: Outcome.RIGHT, Outcome.RIGHT: Outcome.LEFT}


def compare(event: Tournament, theirs: TomEvent) -> Comparison:
    """Compare the event with a TOM file. Refused: TOM_PLAYER_IDS_MISSING.

    TOM's places are those of its file; before it is finished those of the Swiss standings computed from its results.
    About as many queries as an export.
    """
    ours = tom_event(event, finalized=is_over(event))
    renumbered = player_changes.renumbered(ours, theirs)
    theirs = player_changes.with_player_ids(theirs, {new: old for old, new in renumbered.items()})
    joined = player_changes.joined(event, theirs)
    # Namesakes of the event with their numbers.
    names = {player.user_id: _name(player) for part in (theirs, ours) for player in part.players}
    numbered = event.entries.filter(namesake__gt=0, player_number__in=names)
    names |= {entry.player_number or "": str(entry) for entry in numbered}
    seen = _Matches(ours, theirs, joined, names)
    heads = [(name, getattr(ours, name), getattr(theirs, name)) for name in HEAD]
    differences = [
        *(Difference("HEAD", mine, other, field=name) for name, mine, other in heads if mine != other),
        *(
            Difference("PLAYER_ID", old, new, field="player_id", players=(names[old],))
            for old, new in renumbered.items()
        ),
        *_people(ours, theirs, joined, names),
        *seen.differences(),
    ]
    official = bool(theirs.standings)
    here, there = _places_here(event, final=official), _places_there(event, theirs)
    return Comparison(
        newer_changes.marked(event, ours, theirs, differences),
        tuple(_place_rows(here, there, names, cut=official and any(pod.cut_rounds for pod in theirs.pods))),
        matches_compared=seen.compared,
        places_compared=len(here.keys() & there.keys()),
        official=official,
    )


def _people(
    ours: TomEvent, theirs: TomEvent, joined: Collection[str], names: Mapping[str, str]
) -> Iterator[Difference]:
    here, there = ours.player_of, theirs.player_of
    for user_id, player in here.items():
        other = there.get(user_id)
        if other is None:
            yield Difference("PLAYER_ONLY_HERE", players=(names[user_id],))
            continue
        if _name(player).casefold() != _name(other).casefold():
            yield Difference("NAME", _name(player), _name(other), players=(names[user_id],))
        for name in PERSON:
            if getattr(player, name) != getattr(other, name):
                yield Difference(
                    "PERSON",
                    getattr(player, name),
                    getattr(other, name),
                    field=name,
                    players=(names[user_id],),
                    player=user_id,
                )
        if (player.late is None) != (other.late is None):
            yield Difference("PERSON", player.late is not None, other.late is not None, field="late",
                             players=(names[user_id],))  # fmt: skip
    for user_id in there:
        if user_id in here:
            continue
        if user_id in joined:
            yield Difference("PLAYER_JOINED", theirs=user_id, players=(names[user_id],))
        else:
            yield Difference("PLAYER_ONLY_THERE", players=(names[user_id],))


class _Where(TypedDict):
    division: str
    round: int
    table: int
    players: tuple[str, ...]
    seats: Seats


class _Matches:
    """The rounds of both, match by match: the same players in the same round are the same match."""

    def __init__(
        self, ours: TomEvent, theirs: TomEvent, joined: Collection[str], names: Mapping[str, str]
    ) -> None:
        self.ours, self.theirs, self.joined, self.names = ours, theirs, joined, names
        self.compared = 0

    def differences(self) -> list[Difference]:
        here = {pod.category: pod for pod in self.ours.pods}
        there = {pod.category: pod for pod in self.theirs.pods}
        differences: list[Difference] = []
        for category in sorted(here.keys() | there.keys()):
            division = OF_TOM[category]
            own, other = _rounds(here.get(category)), _rounds(there.get(category))
            for number in sorted(own.keys() | other.keys()):
                if number not in other:
                    differences.append(Difference("ROUND_ONLY_HERE", division=division, round=number))
                elif number not in own:
                    differences.append(Difference("ROUND_ONLY_THERE", division=division, round=number))
                else:
                    differences += self._round(division, own[number], other[number])
        return differences

    def _round(self, division: str, ours: TomRound, theirs: TomRound) -> Iterator[Difference]:
        here, there = _by_seats(ours), _by_seats(theirs)
        for seats, match in here.items():
            where = self._where(division, ours.number, match)
            other = there.get(seats)
            if other is None:
                yield Difference("MATCH_ONLY_HERE", match.outcome, **where)
                continue
            self.compared += 1
            outcome = other.outcome
            if other.left != match.left and outcome is not None:
                outcome = MIRRORED.get(outcome, outcome)
            if outcome != match.outcome:
                yield Difference("RESULT", match.outcome, outcome, **where)
            if other.table != match.table:
                yield Difference("TABLE", match.table, other.table, **where)
        for seats, match in there.items():
            if seats not in here:
                kind = "MATCH_JOINED" if match.left in self.joined else "MATCH_ONLY_THERE"
                yield Difference(kind, None, match.outcome, **self._where(division, theirs.number, match))

    def _where(self, division: str, number: int, match: TomMatch) -> "_Where":
        seats = [user_id for user_id in (match.left, match.right) if user_id is not None]
        players = tuple(self.names[user_id] for user_id in seats)
        return {
            "division": division,
            "round": number,
            "table": match.table,
            "players": players,
            "seats": frozenset(seats),
        }


def _rounds(pod: TomPod | None) -> dict[int, TomRound]:
    return {round_.number: round_ for round_ in pod.rounds} if pod else {}


def _by_seats(round_: TomRound) -> dict[frozenset[str], TomMatch]:
    return {
        frozenset(seat for seat in (match.left, match.right) if seat is not None): match
        for match in round_.played
    }


NO_FIGURES = (0, dict.fromkeys(TIE_BREAKS, 0.0), False)
"""Points, tie-breaks and lateness of a player without a line."""

Places = dict[str, tuple[str, Figures]]
"""Age division and figures by Player ID."""


def _places_here(event: Tournament, *, final: bool) -> Places:
    """Our places: the final ones, or those after the last closed Swiss round."""
    entries = {entry.pk: entry for entry in event.entries.all()}
    ordered: dict[str, list[tuple[str, rows.StandingRow]]] = {}
    for division in event.divisions.order_by("position", "id"):
        division.tournament = event
        newest = rows.ranked_rounds(division).order_by("-number").first()
        if not final and newest is None:
            continue
        for table in rows.standings(division, after=newest.number if newest and not final else None):
            for row in table.rows:
                entry = entries[row.person.entry_id]
                ordered.setdefault(entry.age_division, []).append((entry.player_number or "", row))
    late = {entry.player_number for entry in entries.values() if entry.late}
    return {
        user_id: (age_division, Figures(place, row.person.points, row.tie_breaks, user_id in late))
        for age_division, lines in ordered.items()
        for place, (user_id, row) in enumerate(lines, start=1)
    }


def _places_there(event: Tournament, theirs: TomEvent) -> Places:
    """TOM's own places if it has any, with the figures computed from its results."""
    entries = event.entries.values_list("player_number", "age_division", "tie_break_number")
    age_division_of = {number: age_division for number, age_division, _ in entries}
    lines = _lines_there(event, theirs, {number: drawn for number, _, drawn in entries if number})
    if theirs.standings:
        order = [
            (part.category, user_id)
            for part in theirs.standings
            if part.finished
            for user_id, _ in part.places
        ]
    else:
        order = [(-1, user_id) for user_id in lines]
    places: Places = {}
    placed: dict[str, int] = {}
    for code, user_id in order:
        official = OF_TOM.get(code, "")
        age_division = age_division_of.get(user_id) or (
            official if official in AGE_DIVISIONS else AGE_DIVISIONS[-1]
        )
        placed[age_division] = placed.get(age_division, 0) + 1
        line = lines.get(user_id)
        figures = (line.points, line.tie_breaks, line.late) if line else NO_FIGURES
        places[user_id] = (age_division, Figures(placed[age_division], *figures))
    return places


def _lines_there(event: Tournament, theirs: TomEvent, drawn: Mapping[str, int]) -> dict[str, Line]:
    """The standings after TOM's last complete Swiss rounds, by Player ID.

    The planned rounds are not in the file and taken from here, as are the players' tie-break numbers, so that they
    decide the same ties equally.
    """
    swiss = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS).order_by("position")
    planned = dict(swiss.values_list("division__age_division", "rounds_planned"))
    ids = {number: user_id for user_id, number in numbers(theirs).items()}
    lines: dict[str, Line] = {}
    for pod in theirs.pods:
        complete = replace(pod, rounds=tuple(round_ for round_ in pod.rounds if round_.complete))
        sat = {
            user_id
            for round_ in complete.swiss_rounds
            for match in round_.played
            for user_id in (match.left, match.right)
        }
        people, played = field_of(theirs, complete)
        people = tuple(
            replace(person, tie_break_number=drawn.get(ids[person.id], person.tie_break_number))
            for person in people
            if ids[person.id] in sat
        )
        last = max((round_.number for round_ in complete.swiss_rounds), default=0)
        people = tuple(
            replace(person, dropped_in=None)
            if (person.dropped_in or 0) > last and not person.disqualified
            else person
            for person in people
        )
        ranked = rank(people, played, rounds_planned=planned.get(pod.division) or planned.get("all") or last)
        lines |= {ids[line.id]: line for line in ranked}
    return lines


def _place_rows(here: Places, there: Places, names: Mapping[str, str], *, cut: bool) -> Iterator[PlaceRow]:
    places = there | here
    for user_id in sorted(
        places, key=lambda user_id: (-AGE_DIVISIONS.index(places[user_id][0]), places[user_id][1].place)
    ):
        ours, theirs = here.get(user_id), there.get(user_id)
        if ours and theirs and ours[1].place == theirs[1].place:
            continue
        age_division = (ours or theirs or ("", None))[0]
        why = _why(ours[1], theirs[1], cut=cut) if ours and theirs else "missing"
        yield PlaceRow(
            names.get(user_id, user_id),
            age_division,
            ours[1] if ours else None,
            theirs[1] if theirs else None,
            why,
        )


def _why(ours: Figures, theirs: Figures, *, cut: bool) -> str:
    if ours.points != theirs.points:
        return "points"
    if ours.late != theirs.late:
        return "late"
    for key in TIE_BREAKS:
        if abs(ours.tie_breaks[key] - theirs.tie_breaks[key]) > 0.00005:
            return key
    return "cut" if cut else "others"


def _name(player: TomPlayer) -> str:
    return f"{player.first_name} {player.last_name}".strip()
