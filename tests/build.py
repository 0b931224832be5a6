"""Small builders that create an event, its players or its staff in one line."""

from datetime import UTC, datetime
from functools import cache
from itertools import count, cycle
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from core.engine.person_names import search_key
from core.models import Team
from core.services import teams
from tests.asking import refusal as refusal
from tournaments.engine.divisions import age_division_of, division_of_age_division, season_of
from tournaments.engine.tie_break_numbers import tie_break_number
from tournaments.models import Division, Entry, Player, StaffMember, Tournament, User
from tournaments.services import arrivals, entries, events

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
"""The start of events in tests: in season 2027, so that Seniors are born from 2011 to 2014."""

UNSEEN = ("\u200b\u200d", "\u3164", "\u2800\u00ad", "\u202e\ufeff", "\u2060 \U000e0041", "\u0301\ufe0f")
"""Names without a readable letter: zero-width characters, fillers, combining marks alone."""

FIRST_NAMES = ("Zoë", "Łukasz", "Maya", "José", "Ana", "Søren", "Émile", "Ida", "Noah", "Mei", "Olu", "Iñigo")
LAST_NAMES = (
    "Ångström",
    "Okonkwo",
    "García",
    "O’Neil",
    "Müller",
    "Nguyễn",
    "Silva",
    "Dvořák",
    "Smith",
    "Łučić",
)

_numbers = count(1)


def user(name: str = "marta", **more: Any) -> User:
    """Create a user who can sign in with the password "secret"."""
    email = more.pop("email", f"{name}@example.org")
    password = more.pop("password", None) or _secret()
    return User.objects.create(username=name, email=email, password=password, **more)


def permission(codename: str) -> Permission:
    """Return a permission of `decks`, creating it if an earlier test emptied the whole database."""
    ContentType.objects.clear_cache()
    create_permissions(apps.get_app_config("decks"), verbosity=0)
    return Permission.objects.get(codename=codename)


def event(*, by: User | None = None, team: Team | None = None, **fields: Any) -> Tournament:
    """Create an event on 21 November 2026 with one division of all ages, organized by `by` or by a new user.

    It belongs to `team`, by default to the organizer's team. Its staff see every page unless `small` is given.
    """
    organizer = by or user(f"organizer{next(_numbers)}")
    usual = {
        "name": "League Challenge",
        "kind": "league_challenge",
        "starts_at": NOON,
        "divisions": ("all",),
        "small": False,
    }
    made = events.create_event(by=organizer, **usual | fields)
    if team is not None:
        made.organizer = team
        made.save()
    return made


def division(players: int, *, checked_in: bool = True, **fields: object) -> Division:
    """Create a division of all ages with `players` players, by default all checked in."""
    made = event(**{"by_age": False} | fields)
    add_players(made, players, checked_in=checked_in)
    return made.divisions.select_related("tournament").get()


def organizer(of: Division) -> User:
    return of.tournament.staff.select_related("user").get(role="organizer").user


def staff(event: Tournament, role: str, name: str | None = None) -> User:
    """Create a user with `role` in `event`."""
    made = user(name or f"{role}{next(_numbers)}")
    StaffMember.objects.create(tournament=event, user=made, role=role)
    return made


def players(
    n: int,
    *,
    birth_years: tuple[int, ...] = (1990,),
    first_id: int | None = None,
    organizer: Team | None = None,
) -> list[Player]:
    """Create `n` known players with Player IDs, of `organizer` or of the installation, always with the same names."""
    home = organizer or teams.installation_team()
    start = first_id if first_id is not None else 1_000_001 + (Player.objects.count())
    rows = [
        _player(home, *_name(index), start + index, year)
        for index, year in zip(range(n), cycle(birth_years), strict=False)
    ]
    return Player.objects.bulk_create(rows)


def known(
    first: str,
    last: str,
    player_id: str | None = None,
    year: int | None = None,
    *,
    by: User | None = None,
    team: Team | None = None,
) -> Player:
    """Create a player of another event organized by `by`, so that `by` knows the player; `team` defaults to theirs."""
    entry = entries.add_entry(
        event(by=by, team=team),
        by=by,
        first_name=first,
        last_name=last,
        player_id=player_id,
        birth_year=year,
        age_division="masters",
    )
    return entry.player


def add_players(
    event: Tournament,
    n: int,
    *,
    division: Division | None = None,
    birth_years: tuple[int, ...] = (1990,),
    checked_in: bool = True,
) -> list[Entry]:
    """Enter `n` new players in `division`, or else in the one for their age, with a handful of queries."""
    divisions = [division] if division else list(event.divisions.all())
    at = timezone.now() if checked_in else None
    found = players(n, birth_years=birth_years, organizer=event.organizer)
    return arrivals.save_entries(event, [_entry(event, player, divisions, at) for player in found])


@cache
def _secret() -> str:
    """Return the hash of the password, computed only once because real hashes are slow on purpose."""
    return make_password("secret")


def _entry(event: Tournament, player: Player, divisions: list[Division], at: datetime | None) -> Entry:
    age_division = age_division_of(player.birth_year or 1990, season_of(event.starts_at.date()))
    wanted = division_of_age_division(age_division, [division.age_division for division in divisions])
    home = next((division for division in divisions if division.age_division == wanted), divisions[0])
    return Entry(
        tournament=event,
        division=home,
        player=player,
        **player.facts,
        age_division=age_division,
        checked_in_at=at,
        tie_break_number=tie_break_number(event.seed, player.player_id or player.search_key),
    )


def _player(home: Team, first: str, last: str, number: int, year: int) -> Player:
    return Player(
        organizer=home,
        first_name=first,
        last_name=last,
        player_id=str(number),
        birth_year=year,
        search_key=search_key(first, last),
    )


def _name(index: int) -> tuple[str, str]:
    """Return a first and last name; neighbors differ in both, and no name occurs twice."""
    turn, place = divmod(index, len(FIRST_NAMES) * len(LAST_NAMES))
    first = FIRST_NAMES[place % len(FIRST_NAMES)]
    last = LAST_NAMES[(place + place // len(FIRST_NAMES)) % len(LAST_NAMES)]
    return (f"{first} {turn + 1}" if turn else first), last
