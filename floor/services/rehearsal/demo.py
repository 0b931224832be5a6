"""The demo: a running League Cup, a finished event, an upcoming event and a draft night.

The real services create these events from a fixed seed, with times around now.
"""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from floor.services.rehearsal import demo_events, draft_night
from floor.services.rehearsal.events import Place, delete_rehearsal
from tournaments.models import Tournament, User
from tournaments.services import staff

PASSWORD = "stadium-demo"  # noqa: S105 - not a secret: it is printed for everyone who tries the demo
SLUGS = ("harbor-league-cup", "lighthouse-league-challenge", "harvest-prerelease", "harbor-draft-night")


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """A demo account, and its role on the staff of the demo's events."""

    username: str
    first_name: str
    last_name: str
    role: str

    @property
    def email(self) -> str:
        return f"{self.username}@stadium.example"


SIGN_INS = (
    DemoAccount("organizer", "Marta", "Vidal", "organizer"),
    DemoAccount("headjudge", "Kwame", "Boateng", "head_judge"),
    DemoAccount("scorekeeper", "Hana", "Kovář", "scorekeeper"),
    DemoAccount("judge", "Théo", "Laurent", "judge"),
)

CITIES = (
    ("Valencia", "ES", "Europe/Madrid"),
    ("São Paulo", "BR", "America/Sao_Paulo"),
    ("San Diego", "US", "America/Los_Angeles"),
    ("Auckland", "NZ", "Pacific/Auckland"),
    ("Yokohama", "JP", "Asia/Tokyo"),
    ("Kochi", "IN", "Asia/Kolkata"),
)
"""Port cities around the world. The demo takes place in the city where it is closest to three in the afternoon."""


def demo_exists() -> bool:
    return Tournament.objects.filter(slug=SLUGS[0]).exists()


def has_real_accounts() -> bool:
    """Return whether this installation has accounts although no demo was ever created."""
    return User.objects.exists() and not User.objects.filter(email=SIGN_INS[0].email).exists()


def create_demo_accounts(password: str = PASSWORD) -> list[User]:
    """Get or create the accounts of the demo, all with `password`, and return them with the organizer first.

    The organizer may also maintain the card catalogue, so that the demo includes its pages.
    """
    return _create_demo_accounts(make_password(password))


def _create_demo_accounts(password_hash: str) -> list[User]:
    """Get or create the accounts of the demo with this password hash, the organizer first."""
    users = []
    for sign_in in SIGN_INS:
        user, _is_new = User.objects.get_or_create(
            username=sign_in.username,
            defaults={
                "first_name": sign_in.first_name,
                "last_name": sign_in.last_name,
                "email": sign_in.email,
            },
        )
        user.password = password_hash
        user.save(update_fields=["password"])
        users.append(user)
    permissions = Permission.objects.filter(content_type__app_label="cards", codename="change_card")
    users[0].user_permissions.add(*permissions)
    return users


@transaction.atomic
def remove_demo() -> None:
    """Delete the events of the demo and its made-up players. Its accounts remain."""
    events = Tournament.objects.filter(slug__in=SLUGS, created_by__username=SIGN_INS[0].username)
    for event in events:
        delete_rehearsal(event)


def create_demo(now: datetime | None = None) -> Tournament:
    """Create the accounts and events of the demo, and return the running event."""
    password_hash = make_password(PASSWORD)  # Hashing is slow, so it happens before the transaction.
    started_at = (now or timezone.now()).replace(second=0, microsecond=0)
    local_times = [
        (started_at.astimezone(ZoneInfo(zone)), city, country, zone) for city, country, zone in CITIES
    ]
    _local, city, country, zone = min(
        local_times, key=lambda candidate: abs(candidate[0].hour + candidate[0].minute / 60 - 15)
    )
    place: Place = {"city": city, "country": country, "timezone": zone}
    with transaction.atomic():
        organizer, *other_staff = _create_demo_accounts(password_hash)
        demo_events.create_finished_challenge(organizer, started_at, place)
        demo_events.create_upcoming_prerelease(organizer, started_at, place)
        draft_night.create_draft_night(organizer, started_at, place, seed=demo_events.SEED + 3)
        cup = demo_events.create_running_cup(organizer, started_at, place)
        for sign_in, user in zip(SIGN_INS[1:], other_staff, strict=True):
            for event in Tournament.objects.filter(slug__in=SLUGS):
                staff.add_staff_member(event, by=organizer, login=user.username, role=sign_in.role)
        return cup
