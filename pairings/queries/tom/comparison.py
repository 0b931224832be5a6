"""Compare a TOM file with the event: people, rounds, matches and places."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypedDict

from pairings.engine.display_rows import StandingRow
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.standings import StandingLine, rank_competitors
from pairings.engine.tdf import TomEvent, TomMatch, TomRound
from pairings.engine.tom_field import number_user_ids, standings_input_of_pod
from pairings.models import Stage
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.rounds.event_progress import is_event_over
from pairings.queries.standings.standings_lists import standings_lists
from pairings.queries.tom import newer_changes, player_changes
from pairings.queries.tom.comparison_result import FileComparison, PlaceFigures, PlaceRow
from pairings.queries.tom.differences import (
    Difference,
    Seats,
)
from pairings.queries.tom.event_conversion import convert_to_tom_event
from pairings.queries.tom.newer_changes import rounds_by_number
from tournaments.engine.divisions import AGE_DIVISIONS, OF_TOM
from tournaments.models import Tournament

HEAD = ("name", "sanction_id", "city", "country", "start_date", "round_minutes", "cut_round_minutes")
PERSON = ("birth_year", "dropped_in", "disqualified", "byes", "order", "seed")


def compare_with_file(event: Tournament, theirs: TomEvent) -> FileComparison:
    """Compare the event with a TOM file.

    TOM's places are read from its file; until it is finished, they are computed from its results. About
    as many queries as an export. Refused: TOM_PLAYER_IDS_MISSING (names, count).
    """
    ours = convert_to_tom_event(event, finalized=is_event_over(event))
    new_id_by_old = player_changes.renumbered_player_ids(ours, theirs)
    theirs = player_changes.with_changed_player_ids(
        theirs, {new_id: old_id for old_id, new_id in new_id_by_old.items()}
    )
    late_ids = player_changes.addable_player_ids(event, theirs)
    # Namesakes are shown with their number, as on all pages of the event.
    names = {player.user_id: player.name for file_event in (theirs, ours) for player in file_event.players}
    namesakes = event.entries.filter(namesake__gt=0, player_number__in=names)
    names |= {entry.player_number or "": str(entry) for entry in namesakes}
    matches = _RoundComparison(ours, theirs, late_ids, names)
    heads = [(name, getattr(ours, name), getattr(theirs, name)) for name in HEAD]
    differences = [
        *(
            Difference("HEAD", our_value, their_value, field=name)
            for name, our_value, their_value in heads
            if our_value != their_value
        ),
        *(
            Difference("PLAYER_ID", old_id, new_id, field="player_id", players=(names[old_id],))
            for old_id, new_id in new_id_by_old.items()
        ),
        *_people_differences(ours, theirs, late_ids, names),
        *matches.differences(),
    ]
    is_official = bool(theirs.standings)
    our_places, their_places = _our_places(event, final=is_official), _their_places(event, theirs)
    return FileComparison(
        newer_changes.mark_differences(event, ours, theirs, differences),
        tuple(
            _differing_places(
                our_places,
                their_places,
                names,
                has_cut=is_official and any(pod.cut_rounds for pod in theirs.pods),
            )
        ),
        matches_compared=matches.compared,
        places_compared=len(our_places.keys() & their_places.keys()),
        official=is_official,
    )


def _people_differences(
    ours: TomEvent, theirs: TomEvent, joined: Collection[str], names: Mapping[str, str]
) -> Iterator[Difference]:
    """Yield the differences between the players of both sides: missing players, names and details.

    `joined` are the Player IDs that can be added from the file, and `names` maps Player IDs to names.
    """
    our_players, their_players = ours.player_of, theirs.player_of
    for user_id, player in our_players.items():
        their_player = their_players.get(user_id)
        if their_player is None:
            yield Difference("PLAYER_ONLY_HERE", players=(names[user_id],))
            continue
        if player.name.casefold() != their_player.name.casefold():
            yield Difference("NAME", player.name, their_player.name, players=(names[user_id],))
        for name in PERSON:
            if getattr(player, name) != getattr(their_player, name):
                yield Difference(
                    "PERSON",
                    getattr(player, name),
                    getattr(their_player, name),
                    field=name,
                    players=(names[user_id],),
                    player=user_id,
                )
        if (player.late is None) != (their_player.late is None):
            yield Difference("PERSON", player.late is not None, their_player.late is not None, field="late",
                             players=(names[user_id],))  # fmt: skip
    for user_id in their_players:
        if user_id in our_players:
            continue
        if user_id in joined:
            yield Difference("PLAYER_JOINED", theirs=user_id, players=(names[user_id],))
        else:
            yield Difference("PLAYER_ONLY_THERE", players=(names[user_id],))


class _MatchLocation(TypedDict):
    """The arguments of a `Difference` that locate a match."""

    division: str
    round: int
    table: int
    players: tuple[str, ...]
    seats: Seats


class _RoundComparison:
    """Match-by-match comparison of the rounds in the event and in the file.

    A match is identified by its round and players.
    """

    def __init__(
        self, ours: TomEvent, theirs: TomEvent, joined: Collection[str], names: Mapping[str, str]
    ) -> None:
        """Prepare the comparison; `joined` are the Player IDs to add, and `names` maps Player IDs to names."""
        self.ours, self.theirs, self.joined, self.names = ours, theirs, joined, names
        self.compared = 0

    def differences(self) -> list[Difference]:
        """Return the differences of all rounds, and count the matches on both sides in `compared`."""
        categories = {pod.category for pods in (self.ours.pods, self.theirs.pods) for pod in pods}
        differences: list[Difference] = []
        for category in sorted(categories):
            division = OF_TOM[category]
            our_rounds, their_rounds = (
                rounds_by_number(self.ours, division),
                rounds_by_number(self.theirs, division),
            )
            for number in sorted(our_rounds.keys() | their_rounds.keys()):
                if number not in their_rounds:
                    differences.append(Difference("ROUND_ONLY_HERE", division=division, round=number))
                elif number not in our_rounds:
                    differences.append(Difference("ROUND_ONLY_THERE", division=division, round=number))
                else:
                    differences += self._round_differences(division, our_rounds[number], their_rounds[number])
        return differences

    def _round_differences(self, division: str, ours: TomRound, theirs: TomRound) -> Iterator[Difference]:
        """Yield the differences of one round, and count the matches on both sides in `compared`."""
        our_matches, their_matches = ours.matches_by_players, theirs.matches_by_players
        for seats, match in our_matches.items():
            location = self._location_of(division, ours.number, match)
            their_match = their_matches.get(seats)
            if their_match is None:
                yield Difference("MATCH_ONLY_HERE", match.outcome, **location)
                continue
            self.compared += 1
            outcome = their_match.outcome_with_left_player(match.left)
            if outcome != match.outcome:
                yield Difference("RESULT", match.outcome, outcome, **location)
            if their_match.table != match.table:
                yield Difference("TABLE", match.table, their_match.table, **location)
        for seats, match in their_matches.items():
            if seats not in our_matches:
                kind = "MATCH_JOINED" if match.left in self.joined else "MATCH_ONLY_THERE"
                yield Difference(
                    kind, None, match.outcome, **self._location_of(division, theirs.number, match)
                )

    def _location_of(self, division: str, number: int, match: TomMatch) -> "_MatchLocation":
        seats = [user_id for user_id in (match.left, match.right) if user_id is not None]
        players = tuple(self.names[user_id] for user_id in seats)
        return {
            "division": division,
            "round": number,
            "table": match.table,
            "players": players,
            "seats": match.seats,
        }


NO_FIGURES = (0, dict.fromkeys(TIE_BREAKS, 0.0), False)
"""Points, tie-breaks and lateness of a player who is not in the standings."""

Places = dict[str, tuple[str, PlaceFigures]]
"""Age division and figures by Player ID."""


def _our_places(event: Tournament, *, final: bool) -> Places:
    """Return our places: the final places if `final`, otherwise those after the last closed Swiss round."""
    entries = {entry.pk: entry for entry in event.entries.all()}
    rows_by_age_division: dict[str, list[tuple[str, StandingRow]]] = {}
    for division in event.divisions.order_by("position", "id"):
        division.tournament = event
        latest_round = ranked_rounds(division).order_by("-number").first()
        if not final and latest_round is None:
            continue
        for table in standings_lists(
            division, after=latest_round.number if latest_round and not final else None
        ):
            for row in table.rows:
                entry = entries[row.person.entry_id]
                rows_by_age_division.setdefault(entry.age_division, []).append(
                    (entry.player_number or "", row)
                )
    late_numbers = {entry.player_number for entry in entries.values() if entry.late}
    return {
        user_id: (
            age_division,
            PlaceFigures(place, row.person.points, row.tie_breaks, user_id in late_numbers),
        )
        for age_division, standing_rows in rows_by_age_division.items()
        for place, (user_id, row) in enumerate(standing_rows, start=1)
    }


def _their_places(event: Tournament, theirs: TomEvent) -> Places:
    """Return the places in the file with figures computed from its results.

    Without standings in the file, the places are computed as well.
    """
    entries = event.entries.values_list("player_number", "age_division", "tie_break_number")
    age_division_of = {number: age_division for number, age_division, _ in entries}
    lines = _standing_lines_of_file(
        event, theirs, {number: tie_break_number for number, _, tie_break_number in entries if number}
    )
    if theirs.standings:
        order = [
            (part.category, user_id)
            for part in theirs.standings
            if part.finished
            for user_id, _ in part.places
        ]
    else:
        # -1 stands for no category; an unknown player then counts in the oldest age division.
        order = [(-1, user_id) for user_id in lines]
    places: Places = {}
    last_place_by_age_division: dict[str, int] = {}
    for code, user_id in order:
        category_name = OF_TOM.get(code, "")
        age_division = age_division_of.get(user_id) or (
            category_name if category_name in AGE_DIVISIONS else AGE_DIVISIONS[-1]
        )
        last_place_by_age_division[age_division] = last_place_by_age_division.get(age_division, 0) + 1
        line = lines.get(user_id)
        figures = (line.points, line.tie_breaks, line.late) if line else NO_FIGURES
        places[user_id] = (age_division, PlaceFigures(last_place_by_age_division[age_division], *figures))
    return places


def _standing_lines_of_file(
    event: Tournament, theirs: TomEvent, tie_break_numbers: Mapping[str, int]
) -> dict[str, StandingLine]:
    """Return the standings after TOM's last complete Swiss round, by Player ID.

    Drops after that round are ignored. The file lacks the number of planned rounds, so ours is used. Our
    tie-break numbers are used as well, so that ties are broken in the same way.
    """
    swiss_stages = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS).order_by(
        "position"
    )
    planned_rounds = dict(swiss_stages.values_list("division__age_division", "rounds_planned"))
    ids = {number: user_id for user_id, number in number_user_ids(theirs).items()}
    lines: dict[str, StandingLine] = {}
    for pod in theirs.pods:
        complete = replace(pod, rounds=tuple(round_ for round_ in pod.rounds if round_.complete))
        seated = {
            user_id
            for round_ in complete.swiss_rounds
            for match in round_.played
            for user_id in (match.left, match.right)
        }
        competitors, results = standings_input_of_pod(theirs, complete)
        competitors = tuple(
            replace(person, tie_break_number=tie_break_numbers.get(ids[person.id], person.tie_break_number))
            for person in competitors
            if ids[person.id] in seated
        )
        last_round = max((round_.number for round_ in complete.swiss_rounds), default=0)
        competitors = tuple(
            replace(person, dropped_in=None)
            if (person.dropped_in or 0) > last_round and not person.disqualified
            else person
            for person in competitors
        )
        pod_lines = rank_competitors(
            competitors,
            results,
            rounds_planned=planned_rounds.get(pod.division) or planned_rounds.get("all") or last_round,
        )
        lines |= {ids[line.id]: line for line in pod_lines}
    return lines


def _differing_places(
    our_places: Places, their_places: Places, names: Mapping[str, str], *, has_cut: bool
) -> Iterator[PlaceRow]:
    """Yield the players whose places differ or are missing on one side, oldest age division first.

    `names` maps Player IDs to names. `has_cut` explains a difference by the order of the cut if all
    figures are equal.
    """
    places = their_places | our_places
    for user_id in sorted(
        places, key=lambda user_id: (-AGE_DIVISIONS.index(places[user_id][0]), places[user_id][1].place)
    ):
        ours, theirs = our_places.get(user_id), their_places.get(user_id)
        if ours and theirs and ours[1].place == theirs[1].place:
            continue
        age_division = (ours or theirs or ("", None))[0]
        why = "missing"
        if ours and theirs:
            why = ours[1].first_difference(theirs[1]) or ("cut" if has_cut else "others")
        yield PlaceRow(
            names.get(user_id, user_id),
            age_division,
            ours[1] if ours else None,
            theirs[1] if theirs else None,
            why,
        )
