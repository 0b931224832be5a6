"""Made-up players. The same number always gives the same person, so that repeated rehearsals add no new people."""

from datetime import datetime

from tournaments.engine.divisions import AGE_DIVISIONS, Season
from tournaments.services.arrivals import Arrival

FIRST_MADE_UP_ID = 990_000_000_000
"""First Player ID of made-up people. Real Player IDs are much shorter."""

MADE_UP_ID_PATTERN = rf"^{str(FIRST_MADE_UP_ID)[:3]}\d{{9}}$"
"""Regular expression of the Player IDs of made-up people."""

IDS_PER_AGE_DIVISION = 10_000_000
"""Number of Player IDs reserved for each age division, which limits its number of made-up people."""

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
"""41 first and 37 last names. Consecutive people differ in both, and no full name repeats among 1,517 people."""

YEARS_BY_AGE_DIVISION = {"junior": 9, "senior": 13, "masters": 24}
"""Years between birth and the season, by age division. Masters are up to 20 years older than that."""


def made_up_name(number: int) -> tuple[str, str]:
    """Return the first and last name of person `number`, counted from 0.

    Once all combinations are used, the first name is followed by a letter.
    """
    repetition = number // (len(FIRST_NAMES) * len(LAST_NAMES))
    first, last = FIRST_NAMES[number % len(FIRST_NAMES)], LAST_NAMES[number % len(LAST_NAMES)]
    return (f"{first} {chr(ord('A') + (repetition - 1) % 26)}." if repetition else first), last


def made_up_arrival(
    number: int, *, age_division: str, division: str, season: Season, checked_in_at: datetime | None
) -> Arrival:
    """Build the arrival of person `number` of an age division."""
    age_index = AGE_DIVISIONS.index(age_division)
    first, last = made_up_name(number * len(AGE_DIVISIONS) + age_index)
    extra_years = number % 20 if age_division == "masters" else 0
    return Arrival(
        first_name=first,
        last_name=last,
        player_id=str(FIRST_MADE_UP_ID + age_index * IDS_PER_AGE_DIVISION + number),
        birth_year=season.year - YEARS_BY_AGE_DIVISION[age_division] - extra_years,
        age_division=age_division,
        division=division,
        namesake=True,
        checked_in_at=checked_in_at,
    )
