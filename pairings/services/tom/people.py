"""The people of a TOM file: matched by Player ID with recorded people, and entered as in the file."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from core.engine.people import SUBSET, is_visible, likeness, search_key
from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPlayer, TomPod
from tournaments.engine.divisions import (
    AGE_DIVISIONS,
    OF_TOM,
    PLAYS_IN,
    Season,
    age_division_of,
    division_of,
    season_by_formula,
    season_of,
)
from tournaments.engine.person_fields import OLDEST_BIRTH_YEAR, Person
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.ages import day_of, seasons
from tournaments.queries.people import known_people
from tournaments.services import arrivals
from tournaments.services.arrivals import Arrival

MOST_DIGITS, MOST_LETTERS = 20, 80
MOST_NAMED = 8
"""The most people named in one sentence."""

RUNNING = 4
"""The stage of a file whose event has begun."""

BEFORE = timedelta(seconds=1)
"""Check-in of a roster before round 1 was paired; each player follows the one before by a microsecond."""


def check(players: Iterable[TomPlayer]) -> None:
    """Check the players of a file. Refused: TDF_BAD_PLAYER_ID, TDF_NAME_MISSING, TDF_NAME_TOO_LONG,
    TDF_BAD_BIRTH_YEAR.
    """
    latest = timezone.localdate().year
    for player in players:
        where = {"line": player.line, "element": "player", "player": player.user_id}
        number = player.user_id
        if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
            raise Refused(PairingRefusal.TDF_BAD_PLAYER_ID, **where)
        if not is_visible(player.last_name or player.first_name):
            raise Refused(PairingRefusal.TDF_NAME_MISSING, **where)
        if max(len(player.first_name), len(player.last_name)) > MOST_LETTERS:
            raise Refused(PairingRefusal.TDF_NAME_TOO_LONG, **where, limit=MOST_LETTERS)
        if player.birth_year is not None and not OLDEST_BIRTH_YEAR <= player.birth_year <= latest:
            raise Refused(PairingRefusal.TDF_BAD_BIRTH_YEAR, **where, year=player.birth_year)


def known(read: TomEvent, *, by: User | None, organizer: int) -> dict[str, Person]:
    """The organizer's people that `by` can see, by Player ID."""
    numbers = [player.user_id for player in read.players]
    people = known_people(by, organizer, Q(player_number__in=numbers))
    return {person.player_id: person for person in people.values() if person.player_id}


def unlike(players: Iterable[TomPlayer], recorded: Mapping[str, Person]) -> list[tuple[TomPlayer, Person]]:
    """Players of the file whose Player ID is recorded with another name or birth year."""
    pairs = ((player, recorded[player.user_id]) for player in players if player.user_id in recorded)
    return [
        (player, person)
        for player, person in pairs
        if (player.birth_year and person.birth_year and player.birth_year != person.birth_year)
        or likeness(_name(player), person.name) < SUBSET
    ]


def require_same(players: Iterable[TomPlayer], recorded: Mapping[str, Person]) -> None:
    """Refused: TOM_OTHER_PEOPLE (people, count) where Player IDs are recorded with another name or birth year."""
    others = unlike(players, recorded)
    if others:
        people = "; ".join(
            f"{player.user_id}: {known_as(person)} / {in_file(player)}"
            for player, person in others[:MOST_NAMED]
        )
        raise Refused(PairingRefusal.TOM_OTHER_PEOPLE, people=people, count=len(others))


def known_as(person: Person) -> str:
    """Name and birth year, as recorded."""
    return _born(person.name, person.birth_year)


def in_file(player: TomPlayer) -> str:
    """Name and birth year, as in the file."""
    return _born(_name(player), player.birth_year)


def _name(player: TomPlayer) -> str:
    return f"{player.first_name} {player.last_name}".strip()


def _born(name: str, year: int | None) -> str:
    return f"{name} ({year})" if year else name


def arrival(
    player: TomPlayer, recorded: Person | None, *, awarded_byes: int = 0, newcomer: bool = False
) -> Arrival:
    """A player of a file as an arrival. A name of one word is the last name; recorded data is not corrected."""
    first, last = (player.first_name, player.last_name) if player.last_name else ("", player.first_name)
    return Arrival(
        first_name=first,
        last_name=last,
        player_id=player.user_id,
        birth_year=player.birth_year,
        player=recorded.id if recorded and not newcomer else None,
        corrects=False,
        namesake=True,
        newcomer=newcomer,
        awarded_byes=awarded_byes,
    )


def enter(
    event: Tournament,
    read: TomEvent,
    divisions: Sequence[Division],
    *,
    by: User | None,
    players: Sequence[TomPlayer] | None = None,
    same: Collection[str] = (),
) -> dict[str, Entry]:
    """Create entries for everyone in the file, or for `players` of it, in a fixed number of queries; by user id.

    A Player ID recorded with another name or birth year makes a new person, except for those in `same`.
    """
    players = read.players if players is None else players
    check(players)
    here = known(read, by=by, organizer=event.organizer_id)
    others = {player.user_id for player, _person in unlike(players, here)}.difference(same)
    rows = arrivals.people(
        event,
        [arrival(player, here.get(player.user_id), newcomer=player.user_id in others) for player in players],
        by=by,
    )
    desk = _Desk(event, read, divisions)
    for player, entry in zip(players, rows, strict=True):
        desk.seat(entry, player)
    entered = arrivals.save(event, rows)
    return {player.user_id: entry for player, entry in zip(players, entered, strict=True)}


def named_otherwise(event: Tournament, read: TomEvent) -> list[tuple[str, str, str]]:
    """Player ID, name in the event and name in the file of everyone whose names differ."""
    names = {row.player_number: str(row) for row in event.entries.all()}
    renamed = []
    for player in read.players:
        name = _name(player)
        if search_key(name) != search_key(names.get(player.user_id, name)):
            renamed.append((player.user_id, names[player.user_id], name))
    return renamed


class _Desk:
    """Fills entries of one event from the file."""

    def __init__(self, event: Tournament, read: TomEvent, divisions: Sequence[Division]) -> None:
        self.event, self.read = event, read
        self.divisions = {division.age_division: division for division in divisions}
        self.pod_of = {user_id: pod for pod in read.pods for user_id in pod.roster}
        # The age division each player was ranked in; lists of all ages are ignored.
        self.official = {
            user_id: OF_TOM[part.category]
            for part in read.standings
            for user_id, _ in part.places
            if OF_TOM[part.category] in AGE_DIVISIONS
        }
        self.season = season_on(day_of(event))
        # The first round each player was paired in; for players not paired yet the next round
        self.joined: dict[str, int] = {}
        for pod in read.pods:
            following = pod.swiss_rounds[-1].number + 1 if pod.swiss_rounds else 1
            first: dict[str | None, int] = {}
            for round_ in pod.swiss_rounds:
                for match in round_.played:
                    if match.outcome is not Outcome.LATE_LOSS:
                        first.setdefault(match.left, round_.number)
                        first.setdefault(match.right, round_.number)
            self.joined |= {user_id: first.get(user_id, following) for user_id in pod.roster}
        ranked = [user_id for part in read.standings for user_id, _ in part.places]
        order = dict.fromkeys([*ranked, *(player.user_id for player in read.players)])
        self.tie_break_numbers = {
            user_id: tie_break_number for tie_break_number, user_id in enumerate(order, start=1)
        }
        self.checked_in: dict[str, datetime] = {}
        for pod in read.pods if read.stage >= RUNNING else ():
            times = [
                at
                for round_ in pod.rounds[:1]
                for at in (round_.paired_at, round_.started_at, *(match.at for match in round_.matches))
            ]
            paired = [self._local(at) for at in times if at]
            began = min([event.starts_at, *paired]) - BEFORE
            for place, user_id in enumerate(pod.roster):
                self.checked_in[user_id] = began + timedelta(microseconds=place)

    def seat(self, entry: Entry, player: TomPlayer) -> None:
        """Set the division, age division, times and states of an entry."""
        pod = self.pod_of.get(player.user_id)
        entry.age_division = self._age_division(player, pod)
        home = pod.division if pod else division_of(entry.age_division, self.divisions)
        if home is None:
            where = {"line": player.line, "element": "player", "player": player.user_id}
            raise Refused(PairingRefusal.TDF_PLAYER_IN_NO_POD, **where)
        entry.division = self.divisions[home]
        entry.checked_in_at = self.checked_in.get(player.user_id)
        entry.joined_round = self.joined.get(player.user_id, 1)
        entry.late = player.late is not None
        entry.dropped_in = player.dropped_in
        entry.dropped_at = self._local(player.dropped_at) if player.dropped_in is not None else None
        entry.disqualified = player.disqualified
        entry.awarded_byes = player.byes
        entry.tie_break_number = self.tie_break_numbers[player.user_id]

    def _local(self, at: datetime | None) -> datetime:
        return at.replace(tzinfo=ZoneInfo(self.event.timezone)) if at else self.event.starts_at

    def _age_division(self, player: TomPlayer, pod: TomPod | None) -> str:
        """The official one; else by birth year, limited to the age divisions of the pod."""
        if player.user_id in self.official:
            return self.official[player.user_id]
        allowed = PLAYS_IN[pod.division] if pod else AGE_DIVISIONS
        by_age = age_division_of(player.birth_year, self.season) if player.birth_year else allowed[-1]
        return by_age if by_age in allowed else allowed[0] if by_age == AGE_DIVISIONS[0] else allowed[-1]


def season_on(day: date) -> Season:
    """The season of a day; by formula before the first season of the table."""
    try:
        return season_of(day, seasons())
    except Refused:
        return season_by_formula(day.year + (day.month >= 7))
