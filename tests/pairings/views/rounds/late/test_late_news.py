"""However a late player is entered, the page says who has the bye and links to a match of the two."""

import ast
import base64
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from pairings.models import Match, Round
from pairings.services.rounds import attendance, rounds
from tests import ROOMS, build
from tests.html import markup
from tests.pairings import tom_files as tf
from tournaments.engine.team_entries import SEATS
from tournaments.models import Tournament, User
from tournaments.services import entries

pytestmark = pytest.mark.django_db

SOURCE = Path(__file__).parents[5]
ALL_ROOMS = (*ROOMS, "config")


@pytest.fixture
def by(client: Client) -> User:
    made = build.user("marta")
    client.force_login(made)
    return made


def running(by: User, **kind: Any) -> Round:
    """Create an event with round 1 in play and a bye."""
    event = build.event(by=by, **kind)
    build.add_players(event, 5, checked_in=True)
    division = event.divisions.get()
    return rounds.post(rounds.pair_next_round(division, by=by, seed=1), by=by)


def holder(round_: Round) -> str:
    return str(Match.objects.get(round=round_, outcome="bye").left)


def absent(event: Tournament, by: User) -> Any:
    return entries.add_entry(event, by=by, last_name="Later", birth_year=1990)


def check_in(client: Client, event: Tournament, by: User) -> Any:
    return post(client, event, "pairings:check_in", absent(event, by).pk)


def check_in_all(client: Client, event: Tournament, by: User) -> Any:
    absent(event, by)
    return post(client, event, "pairings:check_in_all")


def reinstate(client: Client, event: Tournament, by: User) -> Any:
    entry = attendance.check_in_player(absent(event, by), by=by)
    attendance.drop_player(entry, by=by)
    return post(client, event, "pairings:reinstate", entry.pk)


def add(client: Client, event: Tournament, by: User) -> Any:
    return post(client, event, "pairings:enter", last_name="Late", birth_year="1990", checked_in="on")


def regulars(client: Client, event: Tournament, by: User) -> Any:
    last = build.event(by=by, name="Last week", starts_at=build.NOON - timedelta(days=7))
    build.add_players(last, 3)
    people = [str(key) for key in last.entries.values_list("player", flat=True)]
    return post(client, event, "pairings:regulars", **{"from": str(last.pk)}, player=people, here="on")


def roster(client: Client, event: Tournament, by: User) -> Any:
    content = base64.b64encode(b"1. Greta Holm 1990\n2. Jo Klein 1991").decode()
    return post(client, event, "registration:roster", filename="pasted rows", content=content)


def tom_players(client: Client, event: Tournament, by: User) -> Any:
    return post(client, event, "pairings:take_roster", file=SimpleUploadedFile("league.tdf", tf.swiss(4)))


def team(client: Client, event: Tournament, by: User) -> Any:
    fields = {"team": "Crew"} | {f"last_name_{seat}": f"Silva {seat}" for seat in SEATS}
    return post(client, event, "tournaments:team_entries", **fields)


def post(client: Client, event: Tournament, name: str, *keys: int, **fields: Any) -> Any:
    return client.post(reverse(name, args=[event.slug, *keys]), fields, follow=True)


Way = Callable[[Client, Tournament, User], Any]
PRESENT: dict[str, Way] = {
    "checked in": check_in,
    "everyone checked in": check_in_all,
    "reinstated": reinstate,
    "regulars": regulars,
}
ABSENT: dict[str, Way] = {"roster": roster, "players of TOM": tom_players}


@pytest.mark.parametrize("way", PRESENT)
def test_who_is_here_is_offered_a_match_against_the_bye(client, by, way):
    round_ = running(by)
    page = markup(PRESENT[way](client, round_.division.tournament, by))
    assert f"{holder(round_)} has the bye in round 1 and can play a late player: " in page
    change = reverse("pairings:change", args=[round_.division.tournament.slug, round_.division_id, 1])
    assert change in page
    assert "Pair them now" in markup(client.get(change))


@pytest.mark.parametrize("way", ABSENT)
def test_who_is_not_here_yet_is_checked_in_first(client, by, way):
    round_ = running(by)
    page = markup(ABSENT[way](client, round_.division.tournament, by))
    assert f"{holder(round_)} has the bye in round 1 and can play a late player who checks in now." in page


def test_a_team_is_checked_in_first(client, by):
    round_ = running(by, kind="team_battle")
    page = markup(team(client, round_.division.tournament, by))
    assert f"{holder(round_)} has the bye in round 1 and can play a late player who checks in now." in page


def test_one_who_is_added_is_offered_it_on_the_page(client, by):
    round_ = running(by)
    page = markup(add(client, round_.division.tournament, by))
    assert holder(round_) in page
    assert "/change/late/" in page


def test_nothing_is_said_without_a_bye_or_once_the_round_is_closed(client, by):
    event = build.event(by=by)
    build.add_players(event, 4, checked_in=True)
    rounds.post(rounds.pair_next_round(event.divisions.get(), by=by, seed=1), by=by)
    assert "has the bye" not in markup(check_in(client, event, by))


ROOTS = {
    "tournaments.services.arrivals.save_entries",
    *(
        f"tournaments.services.entries.{name}"
        for name in ("check_in_entry", "check_in_missing_entries", "reinstate_entry")
    ),
}
"""The services that save a new entry, check in or reinstate; all other services call these."""

ELSEWHERE = {
    "pairings.services.tom.newer_file.update_from_newer_file": "the file says what each did in every round",
    "pairings.services.tom.newer_file.count_addable_rounds": "nothing is changed",
    "pairings.services.tom.preview.preview_import": "nothing is changed",
    "pairings.services.tom.importing.import_event": "a new event",
    "floor.services.rehearsal.create_rehearsal": "a new event",
    "floor.services.rehearsal.hall.simulate_round_until": "a rehearsal that plays by itself",
    "pairings.services.check_in.arriving.check_in_self": "self check-in ends when round 1 is posted",
    "registration.services.registering.accept_seat": "registration is over once round 1 is paired",
    "registration.services.registering.cancel_registration": "registration is over once round 1 is paired",
    "registration.services.seating.update_waiting_lists_if_behind": "registration is over once round 1 is paired",
}
"""Services that let players in when there is no running round that they could join, and the reason."""


def test_each_page_that_lets_players_in_says_it():
    calling, entrances = dict(views()), letting_in()
    assert set(ELSEWHERE) <= entrances
    silent = {
        f"{module}: {name}"
        for module, names in calling.items()
        if not {"add_step_news", "find_late_seat"} & {name.rpartition(".")[2] for name in names}
        for name in names & entrances - set(ELSEWHERE)
    }
    assert silent == set()


def letting_in() -> set[str]:
    """Return each service that lets players in, directly or through another one."""
    calls = dict(services())
    assert calls.keys() >= ROOTS
    found: set[str] = set()
    more = set(ROOTS)
    while more:
        found |= more
        more = {name for name, called in calls.items() if called & found} - found
    return found


def services() -> Iterator[tuple[str, set[str]]]:
    """Return each function of the services with the full names of the functions that it calls."""
    for room in ROOMS:
        for path in (SOURCE / room / "services").rglob("*.py"):
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            own = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
            known = imported(tree)
            for alias in known:
                yield f"{module}.{alias}", {known[alias]}
            known |= {node.name: f"{module}.{node.name}" for node in own}
            for node in own:
                yield f"{module}.{node.name}", set(_called(node, known))


def imported(tree: ast.AST) -> dict[str, str]:
    """Map imported names to their full names."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def views() -> Iterator[tuple[str, set[str]]]:
    """Return each module of views with the full names of the functions that it calls."""
    for room in ALL_ROOMS:
        for path in (SOURCE / room / "views").rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield str(path.relative_to(SOURCE)), set(_called(tree, imported(tree)))


def _called(tree: ast.AST, known: dict[str, str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            first, _dot, rest = ast.unparse(node.func).partition(".")
            yield f"{known.get(first, first)}.{rest}" if rest else known.get(first, first)
