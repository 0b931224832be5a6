"""Match the people of a TOM file with stored people by Player ID, and enter them as in the file."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from core.engine.person_names import SUBSET, has_visible_character, name_similarity, search_key
from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPlayer
from tournaments.engine.divisions import (
    AGE_DIVISIONS,
    OF_TOM,
    PLAYS_IN,
    Season,
    age_division_of,
    division_of_age_division,
    season_by_formula,
    season_of,
)
from tournaments.engine.person_fields import OLDEST_BIRTH_YEAR, Person
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.ages import seasons, start_day_of
from tournaments.queries.people import people_visible_to
from tournaments.services import arrivals
from tournaments.services.arrivals import Arrival

MAX_DIGITS, MAX_LETTERS = 20, 80
MAX_NAMED = 8
"""Maximum number of people named in a sentence."""

RUNNING = 4
"""Stage of a file whose event has started."""

BEFORE = timedelta(seconds=1)
"""Time by which the check-in of an imported roster precedes the pairing of round 1.

Players are checked in one microsecond apart.
"""


def check_players_of_file(players: Iterable[TomPlayer]) -> None:
    """Check the Player ID, name and birth year of each player of a file.

    Refused: TDF_BAD_PLAYER_ID, TDF_NAME_MISSING, TDF_NAME_TOO_LONG, TDF_BAD_BIRTH_YEAR.
    """
    current_year = timezone.localdate().year
    for player in players:
        location = {"line": player.line, "element": "player", "player": player.user_id}
        player_id = player.user_id
        if not (player_id.isascii() and player_id.isdigit() and len(player_id) <= MAX_DIGITS):
            raise Refused(PairingRefusal.TDF_BAD_PLAYER_ID, **location)
        if not has_visible_character(player.last_name or player.first_name):
            raise Refused(PairingRefusal.TDF_NAME_MISSING, **location)
        if max(len(player.first_name), len(player.last_name)) > MAX_LETTERS:
            raise Refused(PairingRefusal.TDF_NAME_TOO_LONG, **location, limit=MAX_LETTERS)
        if player.birth_year is not None and not OLDEST_BIRTH_YEAR <= player.birth_year <= current_year:
            raise Refused(PairingRefusal.TDF_BAD_BIRTH_YEAR, **location, year=player.birth_year)


def recorded_people(tom_file: TomEvent, *, by: User | None, organizer: int) -> dict[str, Person]:
    """Return the stored people whose Player ID is in the file, by Player ID.

    Only the organizer's people that `by` can see are returned.
    """
    player_ids = [player.user_id for player in tom_file.players]
    people = people_visible_to(by, organizer, Q(player_number__in=player_ids))
    return {person.player_id: person for person in people.values() if person.player_id}


def differing_people(
    players: Iterable[TomPlayer], recorded: Mapping[str, Person]
) -> list[tuple[TomPlayer, Person]]:
    """List the players of the file whose Player ID is stored with a different name or birth year.

    Similar names count as the same name, and a missing birth year does not differ.
    """
    pairs = ((player, recorded[player.user_id]) for player in players if player.user_id in recorded)
    return [
        (player, person)
        for player, person in pairs
        if (player.birth_year and person.birth_year and player.birth_year != person.birth_year)
        or name_similarity(player.name, person.name) < SUBSET
    ]


def require_same_people(players: Iterable[TomPlayer], recorded: Mapping[str, Person]) -> None:
    """Require that no Player ID is stored with a different name or birth year.

    Refused: TOM_OTHER_PEOPLE (people, count).
    """
    different_people = differing_people(players, recorded)
    if different_people:
        people = "; ".join(
            f"{player.user_id}: {recorded_name_and_birth_year(person)} / {file_name_and_birth_year(player)}"
            for player, person in different_people[:MAX_NAMED]
        )
        raise Refused(PairingRefusal.TOM_OTHER_PEOPLE, people=people, count=len(different_people))


def recorded_name_and_birth_year(person: Person) -> str:
    """Return the stored name of a person, followed by the birth year in parentheses if it is stored."""
    return f"{person.name} ({person.birth_year})" if person.birth_year else person.name


def file_name_and_birth_year(player: TomPlayer) -> str:
    """Return a player's name from the file, followed by the birth year in parentheses if the file has it."""
    return f"{player.name} ({player.birth_year})" if player.birth_year else player.name


def arrival_of_tom_player(
    player: TomPlayer, recorded: Person | None, *, awarded_byes: int = 0, newcomer: bool = False
) -> Arrival:
    """Convert a player of a TOM file to an `Arrival`.

    `recorded` is the stored person with the same Player ID, or None; `newcomer` creates a new person even
    so. A single-word name becomes the last name. Stored data is not corrected.
    """
    first_name, last_name = (
        (player.first_name, player.last_name) if player.last_name else ("", player.first_name)
    )
    return Arrival(
        first_name=first_name,
        last_name=last_name,
        player_id=player.user_id,
        birth_year=player.birth_year,
        player=recorded.id if recorded and not newcomer else None,
        corrects=False,
        namesake=True,
        newcomer=newcomer,
        awarded_byes=awarded_byes,
    )


def enter_people_of_file(
    event: Tournament,
    tom_file: TomEvent,
    divisions: Sequence[Division],
    *,
    by: User | None,
    players: Sequence[TomPlayer] | None = None,
    same_people: Collection[str] = (),
) -> dict[str, Entry]:
    """Create entries for everyone in the file, or only for `players`. Return the entries by Player ID.

    For a Player ID stored with a different name or birth year, a new person is created, unless the ID is in
    `same_people`. The number of queries is fixed. Refused: TDF_PLAYER_IN_NO_POD, and whatever `check_players_of_file`
    refuses.
    """
    players = tom_file.players if players is None else players
    check_players_of_file(players)
    recorded = recorded_people(tom_file, by=by, organizer=event.organizer_id)
    different_people = {
        player.user_id for player, _recorded_person in differing_people(players, recorded)
    }.difference(same_people)
    unsaved = arrivals.build_unsaved_entries(
        event,
        [
            arrival_of_tom_player(
                player, recorded.get(player.user_id), newcomer=player.user_id in different_people
            )
            for player in players
        ],
        by=by,
    )
    entry_filler = _EntryFiller(event, tom_file, divisions)
    for player, entry in zip(players, unsaved, strict=True):
        entry_filler.fill(entry, player)
    entered = arrivals.save_entries(event, unsaved)
    return {player.user_id: entry for player, entry in zip(players, entered, strict=True)}


def differing_names(event: Tournament, tom_file: TomEvent) -> list[tuple[str, str, str]]:
    """Return (Player ID, name in the event, name in the file) of each player with a differing name."""
    name_by_player_id = {event_entry.player_number: str(event_entry) for event_entry in event.entries.all()}
    names = []
    for player in tom_file.players:
        name = player.name
        if search_key(name) != search_key(name_by_player_id.get(player.user_id, name)):
            names.append((player.user_id, name_by_player_id[player.user_id], name))
    return names


class _EntryFiller:
    """Fills the entries of one event with data from the file."""

    def __init__(self, event: Tournament, tom_file: TomEvent, divisions: Sequence[Division]) -> None:
        self.event, self.tom_file, self.zone = event, tom_file, ZoneInfo(event.timezone)
        self.divisions = {division.age_division: division for division in divisions}
        self.pod_of = {user_id: pod for pod in tom_file.pods for user_id in pod.roster}
        # Players are in the age division in which the file ranks them, which a list for all ages does not show.
        self.official_age_division = {
            user_id: OF_TOM[standing_list.category]
            for standing_list in tom_file.standings
            for user_id, _ in standing_list.places
            if OF_TOM[standing_list.category] in AGE_DIVISIONS
        }
        self.season = season_on(start_day_of(event))
        # Players join in the first round they were paired in, or in the next round if they have not been paired yet.
        self.joined_round_of: dict[str, int] = {}
        for pod in tom_file.pods:
            next_number = pod.swiss_rounds[-1].number + 1 if pod.swiss_rounds else 1
            first_round_by_player: dict[str | None, int] = {}
            for round_ in pod.swiss_rounds:
                for match in round_.played:
                    if match.outcome is not Outcome.LATE_LOSS:
                        first_round_by_player.setdefault(match.left, round_.number)
                        first_round_by_player.setdefault(match.right, round_.number)
            self.joined_round_of |= {
                user_id: first_round_by_player.get(user_id, next_number) for user_id in pod.roster
            }
        ranked_user_ids = [
            user_id for standing_list in tom_file.standings for user_id, _ in standing_list.places
        ]
        ordered_user_ids = dict.fromkeys([*ranked_user_ids, *(player.user_id for player in tom_file.players)])
        self.tie_break_numbers = {
            user_id: tie_break_number for tie_break_number, user_id in enumerate(ordered_user_ids, start=1)
        }
        self.checked_in: dict[str, datetime] = {}
        for pod in tom_file.pods if tom_file.stage >= RUNNING else ():
            times = [
                moment
                for round_ in pod.rounds[:1]
                for moment in (round_.paired_at, round_.started_at, *(match.at for match in round_.matches))
            ]
            paired = [moment.replace(tzinfo=self.zone) for moment in times if moment]
            checked_in_from = min([event.starts_at, *paired]) - BEFORE
            for offset, user_id in enumerate(pod.roster):
                self.checked_in[user_id] = checked_in_from + timedelta(microseconds=offset)

    def fill(self, entry: Entry, player: TomPlayer) -> None:
        """Set the division, age division, times and states of an unsaved entry.

        Refused: TDF_PLAYER_IN_NO_POD (line, element, player).
        """
        pod = self.pod_of.get(player.user_id)

        # The official age division takes precedence over the age division by birth year, which must belong to the pod.
        allowed_age_divisions = PLAYS_IN[pod.division] if pod else AGE_DIVISIONS
        age_division = (
            age_division_of(player.birth_year, self.season)
            if player.birth_year
            else allowed_age_divisions[-1]
        )
        if age_division not in allowed_age_divisions:
            age_division = (
                allowed_age_divisions[0] if age_division == AGE_DIVISIONS[0] else allowed_age_divisions[-1]
            )
        entry.age_division = self.official_age_division.get(player.user_id, age_division)

        division = pod.division if pod else division_of_age_division(entry.age_division, self.divisions)
        if division is None:
            location = {"line": player.line, "element": "player", "player": player.user_id}
            raise Refused(PairingRefusal.TDF_PLAYER_IN_NO_POD, **location)
        entry.division = self.divisions[division]
        entry.checked_in_at = self.checked_in.get(player.user_id)
        entry.joined_round = self.joined_round_of.get(player.user_id, 1)
        entry.late = player.late is not None
        entry.dropped_in = player.dropped_in
        if player.dropped_in is not None:
            dropped_at = player.dropped_at
            entry.dropped_at = dropped_at.replace(tzinfo=self.zone) if dropped_at else self.event.starts_at
        entry.disqualified = player.disqualified
        entry.awarded_byes = player.byes
        entry.tie_break_number = self.tie_break_numbers[player.user_id]


def season_on(day: date) -> Season:
    """Return the season of a day, computed by formula before the table's first season."""
    try:
        return season_of(day, seasons())
    except Refused:
        # Before the table's first season, seasons began in July. Each is numbered by the year in which it ends.
        return season_by_formula(day.year + (day.month >= 7))
