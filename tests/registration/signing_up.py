"""Events whose registration is open, and players who register, in one line."""

from typing import Any

from registration.engine.questions import Answers
from registration.models import Claim, Mail, Registration
from registration.services import registering, settings
from tests import build
from tournaments.models import Entry, Tournament


def event(places: int | None = None, *, divisions: tuple[str, ...] = ("all",), **fields: Any) -> Tournament:
    """Create a public event of one or more divisions with open registration; `places` are those of each division.

    `fields` are settings of the registration.
    """
    usual = {"by_age": False} if divisions == ("all",) else {}
    made = build.event(published=True, divisions=divisions, **usual)
    if usual == {}:
        fields.setdefault("questions", ["birth_year"])
    limits = dict.fromkeys(made.divisions.all(), places)
    settings.change_registration_settings(made, by=None, places=limits, **{"is_open": True} | fields)
    return Tournament.objects.get(pk=made.pk)


def answers(number: int = 1, **facts: Any) -> Answers:
    first, last = build.FIRST_NAMES[number % 12], f"{build.LAST_NAMES[number % 10]} {_letters(number)}"
    return Answers(**{"first_name": first, "last_name": last, "email": f"player{number}@example.org"} | facts)


def register(event: Tournament, number: int = 1, *, now: Any = None, **facts: Any) -> Registration:
    """Register player `number`, who always has the same name and address."""
    return registering.register_player(event, answers(number, **facts), now=now)


def registered(event: Tournament, players: int, **facts: Any) -> list[Registration]:
    return [register(event, number, **facts) for number in range(1, players + 1)]


def of_entry(entry: Entry, number: int = 1, **facts: Any) -> Registration:
    """Create the confirmed registration of a player who is in the event, with every answer."""
    usual = {
        "tournament": entry.tournament,
        "division": entry.division,
        "entry": entry,
        "number": number,
        "token": f"registration-{entry.pk}-{number}",
        "state": "confirmed",
        "age_division": entry.age_division,
        "first_name": entry.first_name,
        "last_name": entry.last_name,
        "player_id": entry.player_number,
        "birth_year": entry.birth_year,
        "email": "player@example.org",
        "email_key": "player@example.org",
        "search_key": entry.search_key,
        "country": "PT",
        "guardian_name": f"Rui {entry.last_name}",
        "guardian_consented_at": build.NOON,
        "rules_accepted_at": build.NOON,
        "made_at": build.NOON,
        "decided_at": build.NOON,
        "offered_until": build.NOON,
        "paid_at": build.NOON,
    }
    return Registration.objects.create(**usual | facts)


def written_to(entry: Entry, **facts: Any) -> tuple[Mail, Claim]:
    """Create an email with the personal link of a player, and a claim that the staff declined."""
    mail = Mail.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind="link",
        press=f"press-{entry.pk}",
        address=f"{entry.last_name}@example.org",
        language="pt-br",
        site="https://stadium.example",
        state="failed",
        answer=f"550 no {entry.last_name} here",
        made_at=build.NOON,
        settled_at=build.NOON,
    )
    claim = Claim.objects.create(
        tournament=entry.tournament,
        entry=entry,
        phone=f"phone-{entry.pk}",
        state="declined",
        at=build.NOON,
        answered_at=build.NOON,
        opened_at=build.NOON,
        **facts,
    )
    return mail, claim


def states(event: Tournament) -> list[str]:
    """Return the states of all registrations, by number."""
    return list(event.registrations.order_by("number").values_list("state", flat=True))


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters.capitalize()
