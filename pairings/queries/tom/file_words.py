"""Values of an imported TOM file that differ from our export, stored with the event.

Our data does not show that a round with all results was never closed in TOM, that a match was deleted, or a player's
name in a video game. So if a value in an imported file differs from our export of the same event, both values are
stored. The file's value is exported as long as our value does not change; then our value is exported. Time stamps are
never stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypedDict

from django.db.models import Count, Q

from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomCut, TomEvent, TomLate, TomMatch, TomRound, TomStandings
from pairings.engine.tdf.codes import CODE_OF, OUTCOME_OF
from pairings.engine.tdf.tom_event import FINALIZED
from pairings.models import Round
from pairings.queries.rounds.event_progress import is_event_over
from tournaments.models import Entry, Tournament

Differences = dict[str, list[Any]]
"""[our value, value in the file] by place in the file."""

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
class TomFileValues:
    """Parsed content of `TomDetails.file_words`.

    `stage` is TOM's stage of the file, and `pods` whether the file has pods. `play` is the result of
    `progress_counts_of_event` at the import. `differing` are the values that differ.
    """

    stage: int
    pods: bool
    play: list[int]
    differing: Differences
    unseated: frozenset[str] = frozenset()
    """Player IDs of players in the file who never played: in no pod, or dropped before their first match."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "TomFileValues":
        """Parse a stored row; empty without an imported file."""
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


class FileWordsRow(TypedDict):
    """Stored form of `TomFileValues`."""

    stage: int
    pods: bool
    play: list[int]
    differing: Differences
    unseated: list[str]


def file_words_row(event: Tournament, tom_file: TomEvent) -> FileWordsRow:
    """Build the row of a new import, before its differences are computed."""
    return FileWordsRow(
        stage=tom_file.stage,
        pods=bool(tom_file.pods),
        play=progress_counts_of_event(event),
        differing={},
        unseated=unseated_player_ids(tom_file),
    )


def unseated_player_ids(tom_file: TomEvent) -> list[str]:
    """Return the Player IDs of players in a file who never played.

    They are in no pod, or dropped before their first match. Before pods exist, only players who dropped are included.
    """
    roster = {user_id for pod in tom_file.pods for user_id in pod.roster}
    seated_ids = {
        user_id
        for pod in tom_file.pods
        for round_ in pod.rounds
        for match in round_.played
        for user_id in (match.left, match.right)
    }
    return [
        player.user_id
        for player in tom_file.players
        if player.user_id not in seated_ids
        and (
            player.dropped_in is not None
            or player.disqualified
            or (tom_file.pods and player.user_id not in roster)
        )
    ]


def progress_counts_of_event(event: Tournament) -> list[int]:
    """Return counts that measure the progress of an event.

    They are: 1 if it is over, else 0; rounds; closed rounds; results; and players who are out. If the counts
    are equal, nothing was played in between.
    """
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    decided_matches = Count("matches", filter=~Q(matches__outcome=Outcome.PENDING.value))
    counts = list(rounds.annotate(decided=decided_matches).values_list("state", "decided"))
    players_away = Entry.objects.filter(tournament=event).filter(
        Q(dropped_in__isnull=False) | Q(disqualified=True)
    )
    closed_count = sum(state == Round.State.CLOSED for state, _ in counts)
    return [
        int(is_event_over(event)),
        len(counts),
        closed_count,
        sum(number for _, number in counts),
        players_away.count(),
    ]


def file_differences(ours: TomEvent, theirs: TomEvent) -> Differences:
    """Return the fields that differ between our export and a file of the same event, ignoring time stamps.

    Fields of players, pods and rounds that are not in our export are skipped.
    """
    our_values, their_values = dict(_fields_by_place(ours)), dict(_fields_by_place(theirs))
    return {
        place: [our_values[place], in_file]
        for place, in_file in their_values.items()
        if place in our_values and our_values[place] != in_file
    }


def apply_file_values(event: TomEvent, differing: Differences) -> TomEvent:
    """Apply the file's values to our export of an event where our values are unchanged."""
    if not differing:
        return event
    players = tuple(
        replace(player, **_replaced_fields(PLAYER, f"player {player.user_id} ", player, differing))
        for player in event.players
    )
    pods = []
    for pod in event.pods:
        where = f"pod {pod.category}"
        rounds = tuple(
            replace(round_, **_replaced_fields(ROUND, f"{where} round {round_.number} ", round_, differing))
            for round_ in pod.rounds
        )
        pods.append(replace(pod, rounds=rounds, **_replaced_fields(POD, f"{where} ", pod, differing)))
    return replace(event, players=players, pods=tuple(pods), **_replaced_fields(HEAD, "", event, differing))


def _fields_by_place(event: TomEvent) -> Iterator[tuple[str, Any]]:
    """Yield every compared field of a file as JSON, with its place in the file."""
    yield from ((name, _field_as_json(event, name)) for name in HEAD)
    for player in event.players:
        yield from ((f"player {player.user_id} {name}", _field_as_json(player, name)) for name in PLAYER)
    for pod in event.pods:
        yield from ((f"pod {pod.category} {name}", _field_as_json(pod, name)) for name in POD)
        for round_ in pod.rounds:
            where = f"pod {pod.category} round {round_.number}"
            yield from ((f"{where} {name}", _field_as_json(round_, name)) for name in ROUND)


def _replaced_fields(
    names: Sequence[str], where: str, element: Any, differing: Differences
) -> dict[str, Any]:
    """Return the file's values of the fields `names` whose value in our export has not changed.

    `where` is the place of `element` in the file, with a trailing space. Matches and subgroups are merged
    with the file's instead.
    """
    values: dict[str, Any] = {}
    for name in names:
        if f"{where}{name}" not in differing:
            continue
        our_value, file_value = differing[f"{where}{name}"]
        if name == "matches":
            values[name] = _matches_in_file_order(element, our_value, file_value)
        elif name == "subgroups":
            # TOM appends late entries to the last group.
            roster = dict.fromkeys(element.roster)
            groups = [[user_id for user_id in group if user_id in roster] for group in file_value] or [[]]
            in_groups = {user_id for group in file_value for user_id in group}
            groups[-1] += [user_id for user_id in roster if user_id not in in_groups]
            values[name] = tuple(tuple(group) for group in groups)
        elif _field_as_json(element, name) == our_value:
            values[name] = _field_from_json(name, file_value)
    return values


def _field_as_json(element: Any, name: str) -> Any:
    """Convert a field to JSON."""
    value = getattr(element, name)
    if name == "matches":
        return [_match_as_json_row(match) for match in value]
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


def _field_from_json(name: str, file_value: Any) -> Any:
    """Convert a stored field back to a value of a TOM file."""
    if name == "standings":
        return tuple(
            TomStandings(category, finished, tuple((user_id, place) for user_id, place in places))
            for category, finished, places in file_value
        )
    if name == "cuts":
        return tuple(
            TomCut(category, tuple(options), *other_fields) for category, options, *other_fields in file_value
        )
    if name == "late":
        return None if file_value is None else TomLate(file_value[0], file_value[1], file_value[2], None)
    if name == "start_date":
        return date.fromisoformat(file_value) if file_value else None
    return tuple(tuple(value) for value in file_value) if isinstance(file_value, list) else file_value


def _match_as_json_row(match: TomMatch) -> list[Any]:
    """Return a match as a JSON row: left, right, TOM's code, table, and the two values of `fixed`."""
    code = match.code or str(CODE_OF[match.outcome])
    return [match.left, match.right, code, match.table, *match.fixed]


def _matches_in_file_order(
    round_: TomRound, our_rows: list[list[Any]], file_rows: list[list[Any]]
) -> tuple[TomMatch, ...]:
    """Sort the matches as in the file, and restore the file's deleted matches, codes and tables.

    Codes and tables are only restored for matches that have not changed since the import, and deleted
    matches only if their players have no other match.
    """
    our_row_by_seats = {(row[0], row[1]): row for row in our_rows}
    file_row_by_seats = {(row[0], row[1]): (place, row) for place, row in enumerate(file_rows)}
    matches_by_place: list[tuple[int, TomMatch]] = []
    seated_ids: set[str | None] = set()
    for match in round_.matches:
        seats = (match.left, match.right)
        place, row = file_row_by_seats.get(seats, (len(file_rows), None))
        if row is not None and our_row_by_seats.get(seats) == _match_as_json_row(match):
            match = replace(match, code=row[2], table=row[3], fixed=(row[4], row[5]))
        matches_by_place.append((place, match))
        seated_ids.update(seats)
    for seats, (place, row) in file_row_by_seats.items():
        if row[2] in OUTCOME_OF and OUTCOME_OF[row[2]] is None and not seated_ids.intersection(seats):
            matches_by_place.append(
                (place, TomMatch(None, row[0], row[1], row[3], None, row[2], (row[4], row[5])))
            )
    return tuple(match for _, match in sorted(matches_by_place, key=lambda entry: entry[0]))
