"""People with names of many scripts and any length, their matches and their teams."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from tests.papers import HEAD
from tournaments.engine.team_entries import TeamEntryMember
from tournaments.models import Division, Entry, Tournament

NASTY = (
    ("Maria Aparecida da Conceição", "dos Santos Nascimento e Albuquerque"),
    ("محمد", "علي"),
    ("דוד", "כהן"),
    ("สมชาย", "ใจดี"),
    ("प्रिया", "शर्मा"),
    ("Nguyễn Thị", "Hồng Đức"),
    ("민준", "김"),
    ("太郎", "山田"),
    ("Ana 😀", "O’Neill-<b>&amp;"),
    ("ᠮᠣᠩᠭᠣᠯ", ""),
    ("X", "Ǣ"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Featherstonehaughcholmondeley"),
    ("Maximiliane Friederike Charlotte", "Schwarzenberg-Hohenlohe-Waldenburg-Schillingsfürst"),
)
"""First and last names that no keyboard of the desk can type, or that are too long for a line."""


def people(count: int) -> list[EntryPerson]:
    """Return people with a number after the name that identifies them; one in seven has dropped."""
    names = zip(cycle(NASTY), range(1, count + 1), strict=False)
    return [
        EntryPerson(
            number, first, f"{last} {number}".strip(), 22, "7-1-1", "masters", dropped=number % 7 == 0
        )
        for (first, last), number in names
    ]


def matches(of: Sequence[EntryPerson]) -> list[MatchRow]:
    pairs = zip(of[::2], of[1::2], strict=False)
    rows = [
        MatchRow(table, table, *pair, (Outcome.PENDING, Outcome.TIE, Outcome.DOUBLE_LOSS)[table % 3])
        for table, pair in enumerate(pairs, start=1)
    ]
    return rows + ([MatchRow(9_999, None, of[-1], None, Outcome.BYE)] if len(of) % 2 else [])


def teams(of: Sequence[EntryPerson]) -> list[EntryPerson]:
    """Return teams with those names, each with two players with the names of others."""
    mates = zip(cycle("AB"), cycle(NASTY[1:] + NASTY[:1]), range(2 * len(of)), strict=False)
    seated = [TeamEntryMember(seat, first, last) for seat, (first, last), _number in mates]
    return [
        replace(one, members=(seated[2 * at], seated[2 * at + 1]), age_division="")
        for at, one in enumerate(of)
    ]


def members(of: Sequence[EntryPerson]) -> dict[int, tuple[TeamEntryMember, ...]]:
    return {one.entry_id: one.members for one in of}


ADDRESS = "https://events.harbour-city-games.example/e/harbour-city-spring-cup-2026"
LONG_EVENT = "Campeonato Regional de Harbour City, Primavera de 2026"
HALL = replace(HEAD, name=LONG_EVENT, address=f"{ADDRESS}/pairings", seal="4F7A-09C2", revision=2)
ROUNDS = 9


EVENT = Tournament(
    pk=1,
    name=LONG_EVENT,
    slug="harbour-city-spring-cup-2026",
    timezone="Europe/Oslo",
    card_format="standard",
    play_style="constructed",
    edition="2026",
    starts_at=HEAD.printed_at,
)


def entry(one: EntryPerson) -> Entry:
    return Entry(
        pk=one.entry_id,
        tournament=EVENT,
        first_name=one.first_name,
        last_name=one.last_name,
        player_number="512345678901",
        age_division="senior",
        division=Division(pk=1, age_division="senior", tournament=EVENT),
        division_id=1,
    )
