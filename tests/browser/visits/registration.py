"""Pages to register and the staff's list, for tests that open every page."""

from django.urls import reverse

from registration.engine.questions import QUESTIONS, Answers
from registration.models import Registration
from registration.services import decisions, registering
from registration.services.settings import change_settings
from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tests.browser.visits import arriving
from tournaments.models import Division, User

PEOPLE = (
    ("Ida", "Brandt", 2016),
    ("Olu", "Adeyemi", 1990),
    ("Maximiliane", "von Hohenstein-Rodríguez", 1988),
)


def prepare(field: Division, by: User) -> None:
    """Open registration with every question: one seat is offered, one player waits, one waits for approval."""
    event = field.tournament
    questions = {
        "questions": list(QUESTIONS),
        "rules_text": "Bring sleeves.\n\nBe kind.",
        "fee": "12 €, paid at the shop",
    }
    change_settings(
        event, by=by, places=dict.fromkeys(event.divisions.all(), 0), is_open=True, by_hand=True, **questions
    )
    for first, last, year in PEOPLE:
        answers = Answers(
            first,
            last,
            birth_year=year,
            email=f"{first.lower()}@example.org",
            country="NL",
            guardian_name="Rui Brandt",
            guardian_consents=True,
            accepts_rules=True,
        )
        registering.register(event, answers)
    offered, waiting, _requested = event.registrations.order_by("number")
    for row in (offered, waiting):
        decisions.approve(row, by=by)
    division = Registration.objects.get(pk=offered.pk).division
    players = division.entries.filter(dropped_in=None).count() if division else 0
    change_settings(event, by=by, places={division: players + 1} if division else {})
    arriving.prepare(event, by)


def addresses(hall: Hall) -> dict[str, list[str]]:
    rows = list(hall.coming.registrations.order_by("number"))
    first = rows[0]
    return {
        "registration:roster": [at("registration:roster", hall.cup)],
        "registration:register": [
            at("registration:register", hall.coming),
            at("registration:register", hall.cup),
        ],
        "registration:mine": [reverse("registration:mine", args=[row.token]) for row in rows],
        "registration:cancel": [reverse("registration:cancel", args=[first.token])],
        "registration:correct": [reverse("registration:correct", args=[first.token])],
        "registration:registrations": [
            at("registration:registrations", hall.coming),
            at("registration:registrations", hall.cup),
        ],
        "registration:registration": [at("registration:registration", hall.coming, pk=first.pk)],
        "registration:settings": [at("registration:settings", hall.coming)],
    } | arriving.addresses(hall)
