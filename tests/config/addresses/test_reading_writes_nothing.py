"""Pages that are only read write no session, so a full disk affects no reader."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.sessions.backends import db
from django.db import OperationalError, connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.forms import last_choices
from pairings.services.rounds import rounds
from tests import build
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

SESSION = re.compile(r'(INSERT INTO|UPDATE|DELETE FROM) "django_session"')


@pytest.fixture
def division() -> Division:
    made = build.division(4)
    Tournament.objects.update(published=True)
    rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
    return made


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(build.user("olga", is_superuser=True))
    return client


def pages(division: Division) -> Iterator[str]:
    slug, number = division.tournament.slug, 1
    yield reverse("tournaments:home")
    yield reverse("tournaments:event", args=[slug])
    yield reverse("pairings:desk", args=[slug])
    yield f"{reverse('pairings:desk', args=[slug])}?division={division.pk}"
    yield f"{reverse('pairings:desk', args=[slug])}?division=all"
    yield reverse("pairings:round", args=[slug, division.pk, number])
    yield f"{reverse('pairings:print', args=[slug])}?paper=letter"
    yield f"{reverse('floor:floor', args=[slug])}?size=small"
    yield reverse("tournaments:webhooks", args=[slug])
    yield reverse("security")


def test_no_page_writes_a_session(desk: Client, division: Division) -> None:
    for page in pages(division):
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(page, follow=True).status_code == 200, page
        written = [one["sql"] for one in queries if SESSION.match(one["sql"])]
        assert written == [], page


def test_what_was_chosen_is_chosen_on_the_next_page(desk: Client, division: Division) -> None:
    floor = reverse("floor:floor", args=[division.tournament.slug])
    desk.get(f"{floor}?size=small")
    assert "floor_size=small" in desk.cookies[last_choices.COOKIE].value
    assert desk.get(floor).status_code == 200


@pytest.mark.parametrize(
    "cookie", ["", "x", "a=b&c", "floor_size=nonsense", "&" * 3_000, "%00=%ff&desk_division=%00"]
)
def test_a_cookie_of_nonsense_is_no_error(desk: Client, division: Division, cookie: str) -> None:
    desk.cookies[last_choices.COOKIE] = cookie
    for page in pages(division):
        assert desk.get(page, follow=True).status_code == 200, page


def test_a_session_that_cannot_be_saved_keeps_no_page_back(
    desk: Client, division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes pages of libraries such as allauth."""

    def full(*_given: object, **_more: object) -> Model:
        raise OperationalError("database or disk is full")

    session = desk.session
    session["account_login_hint"] = "x"
    session.save()
    monkeypatch.setattr(db.SessionStore.get_model_class(), "save", full)
    for page in (
        reverse("pairings:round", args=[division.tournament.slug, division.pk, 1]),
        reverse("security"),
    ):
        assert desk.get(page).status_code == 200
