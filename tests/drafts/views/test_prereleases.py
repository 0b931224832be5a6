"""A Prerelease in one switch: its expansion, its lists and its Sealed Deck come with the kind of the event (R-048)."""

import re

import pytest
from django.test import Client

from decks.engine.lists import read_list_text
from decks.models import Draft, ListRules
from decks.queries.lists.judging import list_judge_for_event
from drafts.queries.boosters import booster_format_problems
from tests import build
from tests.html import markup
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ANSWERS = {"name": "Harbor Prerelease", "starts_at": "2026-07-11T10:00", "kind": "prerelease"}
"""Six days before Pitch Black (PBL) is released."""


def text(page: object) -> str:
    """Return a page without tags and line breaks."""
    return " ".join(re.sub(r"<[^>]+>", " ", markup(page)).split())


@pytest.fixture
def organizer(client: Client) -> Client:
    client.force_login(build.user())
    return client


@pytest.mark.parametrize(
    "typed",
    ["PBL", "Pitch Black", "oscuridad absoluta", "Nuit noire", "ESCURIDÃO ABSOLUTA", "Escuridao Absoluta"],
)
def test_one_answer_sets_up_lists_and_packs(organizer: Client, typed: str) -> None:
    organizer.post("/new", ANSWERS | {"prerelease_expansion": typed})
    event = Tournament.objects.get()
    rules, draft = ListRules.objects.get(), Draft.objects.get()
    assert (rules.prerelease_expansion, rules.energy_supplied, rules.required) == ("me05", True, True)
    assert (draft.subtype, draft.setup["boosters"], draft.seats) == ("sealed", ["PBL"] * 4, [])
    assert draft.division.age_division == "all"
    assert booster_format_problems(event, ["PBL"]) == []
    problems = list_judge_for_event(event, rules)(read_list_text("1 Dusknoir PBL 1")).problems
    assert not {problem.code for problem in problems} & {"NOT_YET_LEGAL", "OUT_OF_FORMAT"}


def test_an_unknown_expansion_is_refused_beside_its_field(organizer: Client) -> None:
    page = organizer.post("/new", ANSWERS | {"prerelease_expansion": "Pich Blak"})
    assert "No expansion has the name or code “Pich Blak”." in text(page)
    assert 'value="Pich Blak"' in markup(page)
    assert not Tournament.objects.exists()


def test_without_an_expansion_it_is_an_open_task(organizer: Client) -> None:
    organizer.post("/new", ANSWERS)
    event = Tournament.objects.get()
    assert Draft.objects.get().setup["boosters"] == []
    assert "Choose the expansion of this Prerelease" in text(organizer.get(f"/e/{event.slug}/"))
    ListRules.objects.update(prerelease_expansion="me05")
    assert "Choose the expansion" not in text(organizer.get(f"/e/{event.slug}/"))


def test_other_kinds_ask_and_set_up_nothing(organizer: Client) -> None:
    assert "prerelease_expansion" not in markup(organizer.get("/new"))
    organizer.post("/new", ANSWERS | {"kind": "league_cup", "prerelease_expansion": "PBL"})
    assert not ListRules.objects.exists()
    assert not Draft.objects.exists()


def test_names_in_four_languages_are_suggested(organizer: Client) -> None:
    page = markup(organizer.post("/new", ANSWERS | {"refill": "1"}))
    for name in ("Pitch Black", "Oscuridad Absoluta", "Nuit Noire", "Escuridão Absoluta"):
        assert f'<option value="{name}">PBL</option>' in page


def test_the_staff_see_drafts_and_lists_and_nothing_of_a_large_event(organizer: Client) -> None:
    organizer.post("/new", ANSWERS | {"prerelease_expansion": "PBL"})
    page = markup(organizer.get("/e/harbor-prerelease/"))
    for path in ("drafts", "lists", "door"):
        assert f'href="/e/harbor-prerelease/{path}"' in page
    for path in ("pods", "staff", "floor", "screens", "penalties"):
        assert f'href="/e/harbor-prerelease/{path}"' not in page
    settings = text(organizer.get("/e/harbor-prerelease/settings"))
    assert "Limited, 40 cards" in settings


def test_the_list_rules_show_the_expansion_by_name_and_take_any_name(organizer: Client) -> None:
    organizer.post("/new", ANSWERS | {"prerelease_expansion": "PBL"})
    assert 'value="Pitch Black"' in markup(organizer.get("/e/harbor-prerelease/lists/settings"))
