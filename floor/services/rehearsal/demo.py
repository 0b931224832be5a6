"""The demo: a League Cup in mid-tournament, a finished event, an upcoming one, and a draft night.

Everything goes through the real services, from a fixed seed, with times around now.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from floor.services.rehearsal import deck_lists, draft_night
from floor.services.rehearsal.events import clear, create
from floor.services.rehearsal.play import Odds, play, play_cut, report, strengths
from pairings.services.rounds import rounds
from tournaments.models import Announcement, Division, Tournament, User
from tournaments.services import announcements, divisions, schedule, staff

SEED = 20_261_121
PASSWORD = "stadium-demo"  # noqa: S105 - printed for everybody, on one laptop
SLUGS = ("harbor-league-cup", "lighthouse-league-challenge", "harvest-prerelease", "harbor-draft-night")
ODDS = Odds(ties=0.06, drops=0.02)
SINCE_POSTED = 22
"""Minutes since the current round of the running event was posted."""


@dataclass(frozen=True, slots=True)
class SignIn:
    username: str
    first_name: str
    last_name: str
    role: str

    @property
    def email(self) -> str:
        return f"{self.username}@stadium.example"


SIGN_INS = (
    SignIn("organizer", "Marta", "Vidal", "organizer"),
    SignIn("headjudge", "Kwame", "Boateng", "head_judge"),
    SignIn("scorekeeper", "Hana", "Kovář", "scorekeeper"),
    SignIn("judge", "Théo", "Laurent", "judge"),
)

CITIES = (
    ("Valencia", "ES", "Europe/Madrid"),
    ("São Paulo", "BR", "America/Sao_Paulo"),
    ("San Diego", "US", "America/Los_Angeles"),
    ("Auckland", "NZ", "Pacific/Auckland"),
    ("Yokohama", "JP", "Asia/Tokyo"),
    ("Kochi", "IN", "Asia/Kolkata"),
)
"""Harbors around the world: the demo is set where it is early afternoon."""


def exists() -> bool:
    return Tournament.objects.filter(slug=SLUGS[0]).exists()


def strangers() -> bool:
    """Whether this installation has real accounts and never had a demo."""
    return User.objects.exists() and not User.objects.filter(email=SIGN_INS[0].email).exists()


def people(password: str = PASSWORD) -> list[User]:
    """Get or create the accounts of the demo, all with `password`; the organizer first.

    The organizer also maintains the card catalogue, so that its pages can be seen.
    """
    return _accounts(make_password(password))


def _accounts(secret: str) -> list[User]:
    rows = []
    for sign_in in SIGN_INS:
        user, _made = User.objects.get_or_create(
            username=sign_in.username,
            defaults={
                "first_name": sign_in.first_name,
                "last_name": sign_in.last_name,
                "email": sign_in.email,
            },
        )
        user.password = secret
        user.save(update_fields=["password"])
        rows.append(user)
    may = Permission.objects.filter(content_type__app_label="cards", codename="change_card")
    rows[0].user_permissions.add(*may)
    return rows


@transaction.atomic
def remove() -> None:
    """Delete the events of the demo, and nothing else."""
    own = Tournament.objects.filter(slug__in=SLUGS, created_by__username=SIGN_INS[0].username)
    for event in own:
        clear(event)


def load(now: datetime | None = None) -> Tournament:
    """Create the events of the demo. Returns the one in mid-tournament."""
    secret = make_password(PASSWORD)  # takes a while, so it is done before the transaction
    return _load(now, secret)


@transaction.atomic
def _load(now: datetime | None, secret: str) -> Tournament:
    moment = (now or timezone.now()).replace(second=0, microsecond=0)
    # The city where it is closest to three in the afternoon.
    local_times = [(moment.astimezone(ZoneInfo(zone)), city, country, zone) for city, country, zone in CITIES]
    _local, city, country, zone = min(
        local_times, key=lambda place: abs(place[0].hour + place[0].minute / 60 - 15)
    )
    where = {"city": city, "country": country, "timezone": zone}
    marta, *others = _accounts(secret)
    _finished(marta, moment, where)
    _coming(marta, moment, where)
    draft_night.running(marta, moment, where, seed=SEED + 3)
    cup = _running(marta, moment, where)
    for sign_in, user in zip(SIGN_INS[1:], others, strict=True):
        for event in Tournament.objects.filter(slug__in=SLUGS):
            staff.invite(event, by=marta, login=user.username, role=sign_in.role)
    return cup


def _at_eleven(day: datetime, where: Mapping[str, str]) -> datetime:
    return day.astimezone(ZoneInfo(where["timezone"])).replace(hour=11, minute=0)


def _running(by: User, now: datetime, where: Mapping[str, str]) -> Tournament:
    """Round 4 is posted in three divisions, the last one for Juniors and Seniors; some results are in."""
    posted = now - timedelta(minutes=SINCE_POSTED)
    first = posted - timedelta(minutes=3 * 60 + 45 + 12)
    cup = create(
        by=by,
        players={"masters": 37, "senior": 12, "junior": 10},
        absent=1,
        name="Harbor League Cup",
        kind="league_cup",
        starts_at=first - timedelta(minutes=70),
        divisions=("junior", "senior", "masters"),
        seed=SEED,
        here_at=first - timedelta(minutes=30),
        published=True,
        venue=_("Harbor Hall"),
        sanction_id="26-11-004711",
        **where,  # type: ignore[arg-type]
    )
    schedule.plan(cup, by=by, first_start=first, rounds=6, lunch_after=3, cut_rounds=3)
    _announce(cup, by, first)
    deck_lists.collect(cup, by=by, until=first - timedelta(hours=14), chance=Random(SEED))
    chance = Random(SEED)
    for turn, age_division in enumerate(("masters", "senior", "junior")):
        division = cup.divisions.select_related("tournament").get(age_division=age_division)
        _up_to_now(division, chance=chance, by=by, posted=posted + timedelta(seconds=20 * turn))
    return cup


def _up_to_now(division: Division, *, chance: Random, by: User, posted: datetime) -> None:
    masters = division.age_division == "masters"
    play(
        division,
        number=3,
        chance=chance,
        by=by,
        odds=ODDS,
        latecomers=1 if masters else 0,
        first_at=posted - timedelta(hours=3, minutes=45),
    )
    now_playing = rounds.pair_next(division, by=by, seed=SEED, now=posted - timedelta(minutes=4))
    rounds.post(now_playing, by=by, now=posted)
    now_playing.refresh_from_db()
    report(
        now_playing,
        chance=chance,
        strong=strengths(division, chance),
        by=by,
        odds=ODDS,
        share=0.4 if masters else 0.6,
        minutes=SINCE_POSTED,
    )


def _announce(event: Tournament, by: User, first: datetime) -> None:
    board = (
        (-65, Announcement.Kind.TIME_LIMIT, _("Swiss rounds are best of three, 50 minutes and three turns.")),
        (-64, Announcement.Kind.ENERGY, _("Basic Energy cards are on the table beside the stage.")),
        (-63, Announcement.Kind.THIRD_PLACE, _("There is no match for third place.")),
        (
            190,
            Announcement.Kind.SCHEDULE,
            _("Lunch is 45 minutes. Round 4 starts after it, about ten minutes late."),
        ),
    )
    for minutes, kind, text in board:
        announcements.announce(event, by=by, text=text, kind=kind, at=first + timedelta(minutes=minutes))


def _finished(by: User, now: datetime, where: Mapping[str, str]) -> Tournament:
    """Six days ago: a League Challenge of all ages in one field, with a cut of the Masters."""
    first = _at_eleven(now - timedelta(days=6), where)
    event = create(
        by=by,
        players={"masters": 19, "senior": 3, "junior": 2},
        name="Lighthouse League Challenge",
        kind="league_challenge",
        starts_at=first,
        seed=SEED + 1,
        published=True,
        structure="swiss_cut",
        venue=_("Lighthouse Games"),
        sanction_id="26-11-004203",
        **where,  # type: ignore[arg-type]
    )
    chance = Random(SEED + 1)
    division = event.divisions.select_related("tournament").get()
    division = divisions.change(division, by=by, rounds_planned=5, cut_size=4, third_place=True, by_age=True)
    schedule.plan(event, by=by, first_start=first, rounds=5, cut_rounds=2)
    play(division, number=5, chance=chance, by=by, odds=ODDS, first_at=first)
    play_cut(
        division,
        sizes={"masters": 4},
        chance=chance,
        by=by,
        first_at=first + timedelta(hours=4),
    )
    return event


def _coming(by: User, now: datetime, where: Mapping[str, str]) -> Tournament:
    """In eight days: a Prerelease with its first entries, nobody checked in."""
    first = _at_eleven(now + timedelta(days=8), where)
    event = create(
        by=by,
        players={"masters": 9, "senior": 3, "junior": 2},
        absent=99,
        name="Harvest Prerelease",
        kind="prerelease",
        starts_at=first,
        seed=SEED + 2,
        published=True,
        venue=_("Lighthouse Games"),
        **where,  # type: ignore[arg-type]
    )
    schedule.plan(event, by=by, first_start=first + timedelta(minutes=75), rounds=3)
    announcements.announce(
        event,
        by=by,
        text=_("Every player gets a Build & Battle Box. Basic Energy is supplied."),
        kind=Announcement.Kind.ENERGY,
    )
    return event
