"""A form that adds something, sent twice at the same moment by a double click, is stored once."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from checks.models import DeckCheck
from checks.services import deck_checks
from core.models import Team, Webhook
from decks.models import Proxy
from drafts.models import BuildMark
from drafts.services import building_clocks
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty, Sector
from pairings.models import Extension, KeptApart, Match
from pairings.services.rounds import rounds
from registration.models import Registration
from tests import build
from tests.drafts import pools
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.registration import signing_up
from tournaments.models import Announcement, Entry, ScheduleItem, Tournament, User

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Form:
    """A form. `adds`: the model of the row that it adds."""

    adds: type[Model]
    by: User
    address: str
    values: Mapping[str, Any] = field(default_factory=dict)


def _form(adds: type[Model], event: Tournament, page: str, *keys: object, **values: object) -> Form:
    by = event.staff.select_related("user").get(role="organizer").user
    return Form(adds, by, reverse(page, args=[event.slug, *keys]), values)


def _event(**fields: Any) -> Tournament:
    return build.event(by=build.user(), **fields)


def _playing(**fields: Any) -> Match:
    home = build.division(4, by=build.user(), published=True, **fields)
    return pairings_build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


def ruling() -> Form:
    return _form(FloorRuling, _event(), "floor:rulings", question="Sleeves?", answer="Opaque.", rule="R-121")


def confiscation() -> Form:
    entry = build.division(1, by=build.user()).entries.get()
    return _form(
        Confiscation, entry.tournament, "floor:confiscations", entry.pk, cards="1 Potion", reason="Fake"
    )


def penalty() -> Form:
    match = _playing()
    form = _form(
        Penalty, match.round.division.tournament, "floor:penalty_new", infraction="late", note="Overslept"
    )
    return replace(form, address=f"{form.address}?entry={match.left_id}")


def call() -> Form:
    match = _playing()
    return _form(JudgeCall, match.round.division.tournament, "floor:raise_call", table=match.table)


def screen() -> Form:
    return _form(HallScreen, _event(), "floor:screens", name="Main door")


def sector() -> Form:
    return _form(Sector, _event(), "floor:sectors", name="North", table_from=1, table_to=8)


def extension() -> Form:
    match = _playing()
    division = match.round.division
    keys = (division.pk, match.round.number, match.pk)
    values = {"do": "give", "minutes": 3, "cause": "other", "why": "Spilled water"}
    return _form(Extension, division.tournament, "pairings:extra", *keys, **values)


def kept_apart() -> Form:
    home = build.division(4, by=build.user())
    first, second = home.entries.order_by("pk")[:2]
    return _form(
        KeptApart, home.tournament, "pairings:keep_apart", first=str(first), second=str(second), reason="Kin"
    )


def player() -> Form:
    values = {"first_name": "Ana", "last_name": "Lima", "age_division": "masters", "awarded_byes": 0}
    return _form(Entry, _event(), "pairings:enter", **values)


def announcement() -> Form:
    return _form(Announcement, _event(), "tournaments:announce", kind="other", text="Lunch at noon")


def schedule_item() -> Form:
    values = {"title": "Lunch", "planned_start": "2026-12-05T12:00", "planned_minutes": 30}
    return _form(ScheduleItem, _event(), "tournaments:schedule_add", **values)


def webhook() -> Form:
    return _form(
        Webhook, _event(), "tournaments:webhooks", address="https://example.org/hook", topics=["round"]
    )


def new_event() -> Form:
    values = {"name": "Pier Street Cup", "starts_at": "2026-12-05T10:00", "kind": "league_cup"}
    return Form(Tournament, build.user(), reverse("tournaments:new"), values)


def team() -> Form:
    return Form(Team, build.user(is_superuser=True), reverse("tournaments:teams"), {"name": "Harbour"})


def building_time() -> Form:
    draft = pools.sealed(by=build.user())
    building_clocks.start_building(draft, 0, by=None)
    values = {"do": "more", "pod": 0, "minutes": 5, "reason": "A pack was short"}
    return _form(BuildMark, draft.division.tournament, "drafts:draft_build", draft.pk, **values)


def proxy() -> Form:
    match = _playing()
    check = deck_checks.pick_requested_deck(match.left, why="Marked", by=None)
    values = {"card": "Potion", "reason": "damaged", "original_kept": "on"}
    return _form(Proxy, match.round.division.tournament, "checks:check_proxy", check.pk, **values)


def picked_checks() -> Form:
    form = _form(
        DeckCheck, _playing().round.division.tournament, "checks:checks_pick", way="random", number=1
    )
    client = Client()
    client.force_login(form.by)
    page = markup(client.get(form.address.removesuffix("/pick")))
    drawn = re.search(r'name="drawn" value="(\d+)"', page)
    assert drawn
    return replace(form, values={**form.values, "drawn": drawn[1]})


def registration() -> Form:
    values = {"first_name": "Ana", "last_name": "Lima", "email": "ana@example.org"}
    return _form(Registration, signing_up.event(), "registration:register", **values)


FORMS = (
    registration,
    ruling,
    confiscation,
    penalty,
    call,
    screen,
    sector,
    extension,
    kept_apart,
    player,
    announcement,
    schedule_item,
    webhook,
    new_event,
    team,
    building_time,
    proxy,
    picked_checks,
)


@pytest.mark.parametrize("make", FORMS, ids=lambda make: make.__name__)
def test_a_double_click_stores_one(make: Callable[[], Form]) -> None:
    form = make()
    before = form.adds._default_manager.count()
    begin = Barrier(2, timeout=60)

    def press(client: Client) -> tuple[int, bytes]:
        begin.wait()
        try:
            answer = client.post(form.address, form.values)
            return answer.status_code, answer.content
        finally:
            connections.close_all()

    clients = [Client(), Client()]
    for one in clients:
        one.force_login(form.by)
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(press, clients))
    assert 302 in [status for status, _page in answers]
    assert max(status for status, _page in answers) < 500
    assert form.adds._default_manager.count() == before + 1
