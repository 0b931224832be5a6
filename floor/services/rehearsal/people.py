"""Made-up players. A number is always the same person, so rehearsals add nobody twice."""

from datetime import datetime

from tournaments.engine.divisions import AGE_DIVISIONS, Season
from tournaments.services.arrivals import Arrival

FIRST_ID = 990_000_000_000
"""Player IDs of made-up people start here; real ones are much shorter."""

MADE_UP = rf"^{str(FIRST_ID)[:3]}\d{{9}}$"
"""The pattern of their Player IDs."""

APART = 10_000_000
"""Limit of made-up people per age division."""

FIRST_NAMES = (
    *("Maya", "João", "Zoë", "Łukasz", "Aiko", "Mateo", "Søren", "Ines", "Noah", "Chloé", "Emre", "Freya"),
    *(
        "Thiago",
        "Nora",
        "Bálint",
        "Lucía",
        "Oskar",
        "Anaïs",
        "Kofi",
        "Élodie",
        "Hiro",
        "Sofía",
        "Jakub",
        "Mei",
    ),
    *("Iñaki", "Greta", "Ravi", "Ana", "Tomáš", "Olivia", "Kaito", "Paula", "Ömer", "Júlia", "Liam", "Yara"),
    *("Björn", "Camila", "Teo", "Ngọc", "Hugo"),
)
LAST_NAMES = (
    *("Okonkwo", "Silva", "Müller", "Nowak", "Tanaka", "García", "Jensen", "Rossi", "Smith", "Lefèvre"),
    *("Yılmaz", "Dvořák", "Santos", "Virtanen", "Tóth", "Núñez", "Łukasik", "Nguyễn", "Mensah", "Gonçalves"),
    *("Suzuki", "Pérez", "Horváth", "Chen", "Etxeberria", "Lindqvist", "Patel", "Moreira", "Černý", "O’Neil"),
    *("Ferrari", "Ångström", "Öztürk", "Popescu", "de Vries", "Haddad", "Weiss"),
)
"""41 and 37: neighbors differ in both names, and no name repeats among 1,517."""

AGES = {"junior": 9, "senior": 13, "masters": 24}
"""Years from birth to the season; Masters are up to 20 years older."""


def name(number: int) -> tuple[str, str]:
    """First and last name of the person with that number, counted from 0."""
    turn = number // (len(FIRST_NAMES) * len(LAST_NAMES))
    first, last = FIRST_NAMES[number % len(FIRST_NAMES)], LAST_NAMES[number % len(LAST_NAMES)]
    return (f"{first} {chr(ord('A') + (turn - 1) % 26)}." if turn else first), last


def arrival(
    number: int, *, age_division: str, division: str, season: Season, here_at: datetime | None
) -> Arrival:
    """The person with that number in an age division, as an arrival at an event."""
    age = AGE_DIVISIONS.index(age_division)
    first, last = name(number * len(AGE_DIVISIONS) + age)
    older = number % 20 if age_division == "masters" else 0
    return Arrival(
        first_name=first,
        last_name=last,
        player_id=str(FIRST_ID + age * APART + number),
        birth_year=season.year - AGES[age_division] - older,
        age_division=age_division,
        division=division,
        namesake=True,
        checked_in_at=here_at,
    )
