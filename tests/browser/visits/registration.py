"""Pages to register and the staff's list, for tests that open every page."""

from django.urls import reverse
from django.utils import timezone

from registration.engine.questions import QUESTIONS, Answers
from registration.models import Claim, Mail, Registration
from registration.services import decisions, registering
from registration.services.settings import change_registration_settings
from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tests.browser.visits import arriving
from tournaments.models import Division, Tournament, User

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
    change_registration_settings(
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
        registering.register_player(event, answers)
    offered, waiting, _requested = event.registrations.order_by("number")
    for row in (offered, waiting):
        decisions.approve_registration(row, by=by)
    division = Registration.objects.get(pk=offered.pk).division
    players = division.entries.filter(dropped_in=None).count() if division else 0
    change_registration_settings(event, by=by, places={division: players + 1} if division else {})
    arriving.prepare(event, by)
    _written(event)


def _written(event: Tournament) -> None:
    """Players with an address: an email that arrived, one that bounced, and two phones that claim somebody."""
    first, second, third, *_others = event.entries.order_by("pk")
    event.entries.filter(pk__in=(first.pk, third.pk)).update(email="family@example.org")
    event.entries.filter(pk=second.pk).update(email="nobody@example.org")
    common = {"tournament": event, "kind": "link", "press": "visits", "site": "https://stadium.example"}
    times = {"made_at": timezone.now(), "settled_at": timezone.now()}
    Mail.objects.create(entry=first, address="family@example.org", state="sent", **common, **times)
    answer = (
        "550 5.1.1 <nobody@example.org>: Recipient address rejected: User unknown in virtual mailbox table"
    )
    Mail.objects.create(
        entry=second, address="nobody@example.org", state="failed", answer=answer, **common, **times
    )
    for entry, state in ((third, "waiting"), (second, "wrong"), (first, "mailed")):
        Claim.objects.create(
            tournament=event, entry=entry, phone=f"p{entry.pk}", state=state, at=timezone.now()
        )


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
        "registration:claim_sent": [at("registration:claim_sent", hall.coming)],
        "registration:claim": [at("registration:claim", hall.coming)],
        "registration:claims": [at("registration:claims", hall.coming), at("registration:claims", hall.cup)],
        "registration:send_links": [
            at("registration:send_links", hall.coming),
            at("registration:send_links", hall.coming) + "?show=failed",
            at("registration:send_links", hall.cup),
        ],
    } | arriving.addresses(hall)
