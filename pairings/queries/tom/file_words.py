"""Differences of TOM's file from what we would write, stored with the event.

Our data does not say that a round with all results was never closed in TOM, that a match was deleted, or a player's
name in a video game. So for each place where an imported file differs from our export of the same event, both values
are stored. While our value there is unchanged, the file's is written; once it changes, ours is. Time stamps are never
stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypedDict

from django.db.models import Count, Q

from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomCut, TomEvent, TomLate, TomMatch, TomRound, TomStandings
from pairings.engine.tdf.codes import CODE_OF, OUTCOME_OF
from pairings.engine.tdf.values import FINALIZED
from pairings.models import Round
from pairings.queries.print.event_figures import is_over
from tournaments.models import Entry, Tournament

Differences = dict[str, list[Any]]
"""By place: our value, the file's value."""

HEAD = (
    *("type", "stage", "version", "game_type", "mode", "name", "sanction_id", "city", "state", "country"),
    *("round_minutes", "cut_round_minutes", "organizer_id", "organizer_name", "start_date", "less_swiss"),
    *("auto_table_number", "overflow_table_start", "standings", "cuts"),
)
PLAYER = (
    *("first_name", "last_name", "birth_year", "starter", "order", "seed", "byes", "late", "dropped_in"),
    *("disqualified", "extras"),
)
POD = ("stage", "starting_table", "third_place", "additional_rounds", "subgroups")
ROUND = ("type", "stage", "matches")


@dataclass(frozen=True)
class FileWords:
    """The content of `TomDetails.file_words`."""

    stage: int
    pods: bool
    play: list[int]
    differing: Differences
    unseated: frozenset[str] = frozenset()
    """Player IDs of players in the file who never played: in no pod, or dropped before they sat."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "FileWords":
        """Read a stored row; empty without an imported file."""
        return cls(
            row.get("stage", 0),
            row.get("pods", False),
            row.get("play", []),
            row.get("differing", {}),
            frozenset(row.get("unseated", ())),
        )

    @property
    def finalized(self) -> bool:
        return self.stage >= FINALIZED


class Row(TypedDict):
    """A stored row."""

    stage: int
    pods: bool
    play: list[int]
    differing: Differences
    unseated: list[str]


def row_of(event: Tournament, read: TomEvent) -> Row:
    """The row of a file just imported, before its differences are known."""
    return Row(
        stage=read.stage, pods=bool(read.pods), play=play_of(event), differing={}, unseated=unseated(read)
    )


def unseated(read: TomEvent) -> list[str]:
    """Player IDs of players in a file who never played: in no pod, or dropped before they sat.

    Before there are pods all wait for one, except for those who dropped.
    """
    roster = {user_id for pod in read.pods for user_id in pod.roster}
    sat = {
        user_id
        for pod in read.pods
        for round_ in pod.rounds
        for match in round_.played
        for user_id in (match.left, match.right)
    }
    return [
        player.user_id
        for player in read.players
        if player.user_id not in sat
        and (
            player.dropped_in is not None
            or player.disqualified
            or (read.pods and player.user_id not in roster)
        )
    ]


def play_of(event: Tournament) -> list[int]:
    """The progress of an event: is it over, its rounds and results, its drops. Equal if nothing was played since."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    decided = Count("matches", filter=~Q(matches__outcome=Outcome.PENDING.value))
    counts = list(rounds.annotate(decided=decided).values_list("state", "decided"))
    away = Entry.objects.filter(tournament=event).filter(Q(dropped_in__isnull=False) | Q(disqualified=True))
    closed = sum(state == Round.State.CLOSED for state, _ in counts)
    return [int(is_over(event)), len(counts), closed, sum(number for _, number in counts), away.count()]


def differences(ours: TomEvent, theirs: TomEvent) -> Differences:
    """Where two files of one event differ, without time stamps."""
    mine, other = dict(_places(ours)), dict(_places(theirs))
    return {
        place: [mine[place], in_file]
        for place, in_file in other.items()
        if place in mine and mine[place] != in_file
    }


def as_in_file(event: TomEvent, differing: Differences) -> TomEvent:
    """Our export of an event, with the file's value wherever ours is unchanged."""
    if not differing:
        return event
    players = tuple(
        replace(player, **_words(PLAYER, f"player {player.user_id} ", player, differing))
        for player in event.players
    )
    pods = []
    for pod in event.pods:
        where = f"pod {pod.category}"
        rounds = tuple(
            replace(round_, **_words(ROUND, f"{where} round {round_.number} ", round_, differing))
            for round_ in pod.rounds
        )
        pods.append(replace(pod, rounds=rounds, **_words(POD, f"{where} ", pod, differing)))
    return replace(event, players=players, pods=tuple(pods), **_words(HEAD, "", event, differing))


def _places(event: TomEvent) -> Iterator[tuple[str, Any]]:
    yield from ((name, _plain(event, name)) for name in HEAD)
    for player in event.players:
        yield from ((f"player {player.user_id} {name}", _plain(player, name)) for name in PLAYER)
    for pod in event.pods:
        yield from ((f"pod {pod.category} {name}", _plain(pod, name)) for name in POD)
        for round_ in pod.rounds:
            where = f"pod {pod.category} round {round_.number}"
            yield from ((f"{where} {name}", _plain(round_, name)) for name in ROUND)


def _words(names: Sequence[str], where: str, of: Any, differing: Differences) -> dict[str, Any]:
    """The fields of `of` to be replaced by the file's values."""
    values: dict[str, Any] = {}
    for name in names:
        if f"{where}{name}" not in differing:
            continue
        was, in_file = differing[f"{where}{name}"]
        if name == "matches":
            values[name] = _matches(of, was, in_file)
        elif name == "subgroups":
            # Later entries are at the end of the last group.
            here = dict.fromkeys(of.roster)
            groups = [[user_id for user_id in group if user_id in here] for group in in_file] or [[]]
            in_groups = {user_id for group in in_file for user_id in group}
            groups[-1] += [user_id for user_id in here if user_id not in in_groups]
            values[name] = tuple(tuple(group) for group in groups)
        elif _plain(of, name) == was:
            values[name] = _value(name, in_file)
    return values


def _plain(of: Any, name: str) -> Any:
    """A field as JSON."""
    value = getattr(of, name)
    if name == "matches":
        return [_match_row(match) for match in value]
    if name == "standings":
        return [[part.category, part.finished, [list(place) for place in part.places]] for part in value]
    if name == "cuts":
        return [
            [cut.category, list(cut.options), cut.cut, cut.player_count, cut.third_place] for cut in value
        ]
    if isinstance(value, TomLate):
        return [value.round, value.forced_loss, value.used_forced_loss]
    if isinstance(value, date):
        return value.isoformat()
    return [list(part) for part in value] if isinstance(value, tuple) else value


def _value(name: str, in_file: Any) -> Any:
    """A field as a TOM file's value."""
    if name == "standings":
        return tuple(
            TomStandings(category, finished, tuple((who, place) for who, place in places))
            for category, finished, places in in_file
        )
    if name == "cuts":
        return tuple(TomCut(category, tuple(options), *rest) for category, options, *rest in in_file)
    if name == "late":
        return None if in_file is None else TomLate(in_file[0], in_file[1], in_file[2], None)
    if name == "start_date":
        return date.fromisoformat(in_file) if in_file else None
    return tuple(tuple(part) for part in in_file) if isinstance(in_file, list) else in_file


def _match_row(match: TomMatch) -> list[Any]:
    code = match.code or str(CODE_OF[match.outcome])
    return [match.left, match.right, code, match.table, *match.fixed]


def _matches(of: TomRound, was: list[list[Any]], in_file: list[list[Any]]) -> tuple[TomMatch, ...]:
    """The matches in the file's order: unchanged ones as in the file, and those deleted in it."""
    unchanged = {(row[0], row[1]): row for row in was}
    theirs = {(row[0], row[1]): (place, row) for place, row in enumerate(in_file)}
    placed: list[tuple[int, TomMatch]] = []
    seated: set[str | None] = set()
    for match in of.matches:
        seats = (match.left, match.right)
        place, row = theirs.get(seats, (len(in_file), None))
        if row is not None and unchanged.get(seats) == _match_row(match):
            match = replace(match, code=row[2], table=row[3], fixed=(row[4], row[5]))
        placed.append((place, match))
        seated.update(seats)
    for seats, (place, row) in theirs.items():
        if row[2] in OUTCOME_OF and OUTCOME_OF[row[2]] is None and not seated.intersection(seats):
            placed.append((place, TomMatch(None, row[0], row[1], row[3], None, row[2], (row[4], row[5]))))
    return tuple(match for _, match in sorted(placed, key=lambda entry: entry[0]))
