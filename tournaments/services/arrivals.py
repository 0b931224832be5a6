"""Who comes in: known people found again, new ones made, for one at the door or a thousand of a roster."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db import IntegrityError, transaction

from tournaments.engine import divisions as ages
from tournaments.engine.lots import lot
from tournaments.engine.people import SUBSET, likeness, search_key
from tournaments.engine.refused import Refused
from tournaments.models import Division, Entry, Player, Tournament
from tournaments.queries.ages import season_at
from tournaments.services import locks, players

NOT_ASKED = "masters"
"""The age division of somebody without a birth year where ages play no part."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One person to enter.

    `player` is the key of a known person; without it the Player ID decides, else the person is new.
    `category` and `division` are codes; without them the birth year and the divisions of the event decide.
    `namesake`: staff say that this is another person than the one of that name who is already in.
    """

    first_name: str = ""
    last_name: str = ""
    player_id: str | None = None
    birth_year: int | None = None
    birth_date: date | None = None
    player: int | None = None
    category: str | None = None
    division: str | None = None
    namesake: bool = False
    joined_round: int = 1
    late: bool = False
    awarded_byes: int = 0
    checked_in_at: datetime | None = None
    dropped_in: int | None = None
    dropped_at: datetime | None = None
    disqualified: bool = False
    notes: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def people(event: Tournament, arrivals: Sequence[Arrival]) -> list[Player]:
    """The person behind each arrival, made where new, in a fixed number of queries.

    Refused, each with `row` counted from 1: PLAYER_ID_TAKEN, ALREADY_ENTERED, NAMESAKE_ENTERED, and what
    `players.check` refuses.
    """
    found = _Known(event, arrivals)
    rows: list[Player] = []
    for number, arrival in enumerate(arrivals, 1):
        try:
            rows.append(found.person(arrival))
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
    _save(rows, found.mended)
    return rows


class _Known:
    """The people an arrival may be, and those who are in the event by now."""

    def __init__(self, event: Tournament, arrivals: Iterable[Arrival]) -> None:
        arrivals = list(arrivals)
        numbers = {players.clean_player_id(arrival.player_id) for arrival in arrivals} - {None}
        self.by_key = Player.objects.in_bulk([arrival.player for arrival in arrivals if arrival.player])
        with_number = Player.objects.filter(player_id__in=numbers) if numbers else ()
        self.by_number = {player.player_id: player for player in with_number}
        self.inside = {player.pk: player for player in Player.objects.filter(entries__tournament=event)}
        self.names: dict[str, list[Player]] = {}
        self.mended: list[Player] = []
        for player in self.inside.values():
            self._remember(player)

    def person(self, arrival: Arrival) -> Player:
        player = self._known(arrival) or _made(arrival)
        if player.pk in self.inside or any(
            player is other for other in self.names.get(player.search_key, ())
        ):
            raise Refused("ALREADY_ENTERED", name=str(player), player=player.pk)
        if player.pk is None and not arrival.namesake:
            self._refuse_namesake(player)
        if player.pk is not None:
            self._mend(player, arrival)
            self.inside[player.pk] = player
        elif player.player_id:
            self.by_number[player.player_id] = player
        self._remember(player)
        return player

    def _known(self, arrival: Arrival) -> Player | None:
        if arrival.player is not None:
            return self.by_key[arrival.player]
        number = players.clean_player_id(arrival.player_id)
        owner = self.by_number.get(number) if number else None
        if owner is not None and likeness(arrival.name, str(owner)) < SUBSET:
            raise Refused("PLAYER_ID_TAKEN", player_id=number, name=str(owner), player=owner.pk)
        return owner

    def _mend(self, player: Player, arrival: Arrival) -> None:
        """What the person at the door says fills the gaps of the record, and a birth year corrects it."""
        number = players.clean_player_id(arrival.player_id)
        year = arrival.birth_year or player.birth_year
        born = players.fitting(arrival.birth_date or player.birth_date, year)
        corrected = (year, born) != (player.birth_year, player.birth_date)
        if corrected or (number and not player.player_id):
            player.birth_year, player.birth_date = year, born
            player.player_id = player.player_id or number
            players.check(player)
            self.mended.append(player)

    def _refuse_namesake(self, player: Player) -> None:
        for other in self.names.get(player.search_key, ()):
            if _may_be(player, other):
                raise Refused("NAMESAKE_ENTERED", name=str(other), player=other.pk)

    def _remember(self, player: Player) -> None:
        self.names.setdefault(player.search_key, []).append(player)


def _may_be(player: Player, other: Player) -> bool:
    """Nothing that is known of two people of one name tells them apart."""
    if player.player_id and other.player_id:
        return player.player_id == other.player_id
    return not (player.birth_year and other.birth_year and player.birth_year != other.birth_year)


def _made(arrival: Arrival) -> Player:
    player = Player(
        first_name=arrival.first_name.strip(),
        last_name=arrival.last_name.strip(),
        player_id=players.clean_player_id(arrival.player_id),
        birth_year=arrival.birth_year,
        birth_date=players.fitting(arrival.birth_date, arrival.birth_year),
    )
    players.check(player)
    player.search_key = players.key_of(player)
    return player


def _save(rows: Iterable[Player], mended: list[Player]) -> None:
    try:
        with transaction.atomic():
            Player.objects.bulk_create([player for player in rows if player.pk is None])
            if mended:
                Player.objects.bulk_update(mended, ["birth_year", "birth_date", "player_id"])
    except IntegrityError as raced:
        raise Refused("CHANGED_MEANWHILE") from raced


class Placing:
    """Where arrivals play: their age division by the season, and the division of the event that takes it."""

    def __init__(self, event: Tournament, divisions: Sequence[Division]) -> None:
        self.event = event
        self.divisions = {division.category: division for division in divisions}
        self.ages_matter = any(division.by_age or division.category != "all" for division in divisions)

    @cached_property
    def season(self) -> ages.Season:
        """Asked for only where a birth year has to tell: old events name the age divisions themselves."""
        return season_at(self.event)

    def place(self, player: Player, category: str | None, division: str | None) -> tuple[str, Division]:
        """Refused: DIVISION_UNKNOWN (name, player), NO_DIVISION_TAKES (category),
        DIVISION_NOT_FOR (category, division), SEASON_UNKNOWN (day, first).
        """
        own = category or self._category(player, division)
        if division is not None:
            if own not in ages.PLAYS_IN[division] or division not in self.divisions:
                raise Refused("DIVISION_NOT_FOR", category=own, division=division)
            return own, self.divisions[division]
        home = ages.division_of(own, self.divisions)
        if home is None:
            raise Refused("NO_DIVISION_TAKES", category=own)
        return own, self.divisions[home]

    def _category(self, player: Player, division: str | None) -> str:
        if player.birth_year is not None:
            return ages.category_of(player.birth_year, self.season)
        if division in ages.CATEGORIES:
            return str(division)
        if self.ages_matter:
            raise Refused("DIVISION_UNKNOWN", name=str(player), player=player.pk)
        return NOT_ASKED


def lot_key(player: Player) -> str:
    """What a player's lot is drawn from: the Player ID, or the name of somebody without one."""
    return player.player_id or search_key(player.first_name, player.last_name)


def taken_lots(event: Tournament) -> set[int]:
    return set(Entry.objects.filter(tournament=event).values_list("lot", flat=True))


def enter(event: Tournament, rows: Sequence[Arrival]) -> list[Entry]:
    """The entries of all arrivals, under the lock of all divisions. Refused: see `entries.add`."""
    placing = Placing(event, locks.hold_all(event))
    persons = people(event, rows)
    taken = taken_lots(event)
    entries = []
    for number, (row, player) in enumerate(zip(rows, persons, strict=True), 1):
        try:
            category, division = placing.place(player, row.category, row.division)
        except Refused as refused:
            raise Refused(refused.code, **refused.facts | {"row": number}) from refused
        entries.append(_entry(event, row, player, category, division, _free_lot(event.seed, player, taken)))
    return Entry.objects.bulk_create(entries)


def _entry(
    event: Tournament, row: Arrival, player: Player, category: str, division: Division, drawn: int
) -> Entry:
    return Entry(
        tournament=event,
        division=division,
        player=player,
        category=category,
        lot=drawn,
        checked_in_at=row.checked_in_at,
        joined_round=row.joined_round,
        late=row.late,
        awarded_byes=row.awarded_byes,
        dropped_in=row.dropped_in,
        dropped_at=row.dropped_at,
        disqualified=row.disqualified,
        notes=row.notes,
    )


def _free_lot(seed: int, player: Player, taken: set[int]) -> int:
    turn, key = 0, lot_key(player)
    while (drawn := lot(seed, key, turn)) in taken:
        turn += 1
    taken.add(drawn)
    return drawn
