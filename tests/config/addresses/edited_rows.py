"""A row for each table that administrators of an installation can change."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from cards.models import LocalName
from core.models import TeamMember
from core.services import teams
from tests import build
from tests.config.addresses.edited_pages import Edited
from tournaments.models import Season, User

TIMES = ("2026-02-03 09:30:00", "2026-02-04 10:30:00")
TYPED = {
    "email": ("one@example.org", "two@example.org"),
    "starts_on": ("2039-09-02", "2039-09-03"),
    **dict.fromkeys(("last_login", "date_joined", "last_seen_at", "created_at", "last_used_at"), TIMES),
    "birth_date": ("1990-02-03", "1990-02-04"),
    "birth_year": ("1991", "1992"),
    "player_id": ("1234567", "7654321"),
    "ip": ("192.168.1.2", "192.168.1.3"),
    "data": ('{"name": "one"}', '{"name": "two"}'),
    "username": ("mina", "nils"),
    "language": ("fr", "it"),
    "key": ("tapu lele", "tapu fini"),
}


def _row(field: str, made: Callable[[], Model], **more: Any) -> Callable[[], Edited]:
    def edited() -> Edited:
        host, row = build.user("host", is_staff=True, is_superuser=True), made()
        others = [str(build.user(name).pk) for name in ("ana", "bo")]
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
        typed = TYPED | {"user": tuple(others)}
        return Edited(host, reverse(name, args=[row.pk]), field, typed=typed, **more)

    return edited


def _owner() -> User:
    return build.user("owner")


def _season() -> Season:
    return Season.objects.create(year=2040, starts_on=date(2039, 9, 1), senior_from=2024, junior_from=2028)


def _account() -> User:
    Group.objects.create(name="Keepers")
    return build.user("owner", email="owner@example.org", last_login=timezone.now())


def _member() -> Model:
    home = teams.team_for_creator(_owner())
    TeamMember.objects.get_or_create(team=home, user=build.user("mate"))
    return home


def _session() -> Model:
    return UserSession.objects.create(
        user=_owner(),
        ip="192.168.1.1",
        session_key="0" * 32,
        user_agent="Phone",
        last_seen_at=timezone.now(),
        data={"from": "the door"},
    )


NEW_MEMBERS = [
    f"members-{row}-{name}" for row in ("2", "__prefix__") for name in ("user", "owner", "accepted")
]
"""The blank rows below the members, each of which adds a member."""

ROWS: Mapping[str, Callable[[], Edited]] = {
    "cards.LocalName": _row(
        "name", lambda: LocalName.objects.create(key="tapu koko", language="de", name="Kapu-Riki")
    ),
    "auth.Group": _row("name", lambda: Group.objects.create(name="Keepers")),
    "tournaments.User": _row("username", _account),
    "tournaments.Season": _row("starts_on", _season),
    "tournaments.Player": _row(
        "birth_year", lambda: build.players(1)[0], together=("birth_year", "birth_date")
    ),
    "tournaments.Team": _row("name", _member, never=("DELETE", *NEW_MEMBERS)),
    "account.EmailAddress": _row(
        "email", lambda: EmailAddress.objects.create(user=_owner(), email="owner@example.org")
    ),
    "mfa.Authenticator": _row(
        "data",
        lambda: Authenticator.objects.create(
            user=_owner(), type="totp", data={"name": "none"}, last_used_at=timezone.now()
        ),
    ),
    "usersessions.UserSession": _row("user_agent", _session),
}
