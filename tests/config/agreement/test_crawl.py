"""The crawl finds what it looks for: numbers without a mark, and facts with two values."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests import build
from tests.config.agreement.crawl import Page, Shown, contradictions, pattern
from tests.config.agreement.planted import planted
from tests.pairings import build as pairings_build
from tournaments.models import Division
from tournaments.services import personal_links
from tournaments.templatetags import facts

NAMES = re.compile(r"^\| ([a-z0-9, -]+) \|", re.MULTILINE)


def page(text: str, **values: object) -> Page:
    return Page(Template("{% load facts %}" + text).render(Context(values)))


@pytest.mark.parametrize(
    "text",
    [
        "<p>14 players</p>",
        "<p>1 player</p>",
        "<p><b>14</b> players</p>",
        "<p>14\n  tables are open</p>",
        "<p>3\u00a0lists</p>",
        "<h2>2 calls</h2>",
        "<p>14 jugadores</p>",
        "<p>8 mesas</p>",
        "<p>14 joueurs</p>",
        "<p>14 jogadores</p>",
        '<span data-fact="players" data-of="event" data-value="9">9 players</span><p>14 players</p>',
        '<p data-fact="players" data-of="event" data-value="9">9 <br>players</p>4 lists',
    ],
)
def test_a_number_without_a_mark_is_found(text: str) -> None:
    assert len(Page(text).bare) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<b {% fact "players" 14 %}>14 players</b>',
        '{% marked "14 players" "players" 14 %}',
        '<div {% fact "players" 14 %}><ul><li>14 players<li>of them here</ul></div>',
        "<script>14 players</script>",
        "<select><option>14 players</option></select>",
        '<p id="seats_helptext">At most 14 players</p>',
        "<p>Table 14, players sit</p>",
        "<p>2026-11-14 players</p>",
    ],
)
def test_a_number_with_a_mark_or_of_another_kind_is_not(text: str) -> None:
    assert page(text).bare == []


def _names() -> list[str]:
    assert facts.__doc__
    rows = NAMES.findall(facts.__doc__)
    return sorted({name.strip() for row in rows for name in row.split(",") if row != "fact"})


@pytest.mark.parametrize("name", _names())
def test_two_values_of_one_fact_are_a_contradiction(name: str) -> None:
    """For each fact that pages mark."""
    marks = '<p {% fact name value "masters" %}>…</p>'
    shown: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for place, value in enumerate(("2", "3", "2")):
        for fact, whom, seen in page(marks, name=name, value=value).marks:
            shown[fact, whom][seen].append(f"/page/{place}")
    assert contradictions(shown) == {(name, "masters"): {"2": ["/page/0", "/page/2"], "3": ["/page/1"]}}


def test_values_of_different_divisions_are_not() -> None:
    shown = {("players", "masters"): {"2": ["/a"]}, ("players", "junior"): {"3": ["/a"]}}
    assert contradictions(shown) == {}


def test_every_mark_is_in_the_table_of_facts() -> None:
    root, known = Path(settings.BASE_DIR), set(_names())
    templates = "\n".join(path.read_text() for path in (root / "templates").rglob("*.html"))
    used = set(re.findall(r'\{% fact "([a-z-]+)"', templates))
    used |= set(re.findall(r'\{% marked \S+ "([a-z-]+)"', templates))
    assert used
    assert used - known == set()


@pytest.mark.django_db
def test_pages_that_show_something_else_by_a_word_are_of_different_kinds() -> None:
    url = reverse("pairings:tables", args=[build.event(published=True).slug])
    assert pattern(f"{url}?show=open") != pattern(url)
    assert pattern(f"{url}?show=open") != pattern(f"{url}?show=all")
    assert pattern(f"{url}?round=1") == pattern(f"{url}?round=2")


def read(division: Division) -> tuple[Shown, list[str]]:
    """Return what a visitor and a player see on three pages, and the numbers without a mark there."""
    event, entry = division.tournament, division.entries.earliest("pk")
    shown: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    bare: list[str] = []
    for address in (
        reverse("tournaments:event", args=[event.slug]),
        reverse("pairings:panel", args=[event.slug]),
        reverse("floor:my", args=[personal_links.ensure_link(entry).token]),
    ):
        found = Page(Client().get(address).content.decode())
        bare += found.bare
        for fact, whom, value in found.marks:
            shown[fact, whom][value].append(address)
    return shown, bare


@pytest.mark.django_db
def test_what_is_planted_in_a_template_is_found(settings: Settings) -> None:
    division = pairings_build.division(4, published=True)
    pairings_build.play(division)
    shown, bare = read(division)
    assert (contradictions(shown), bare) == ({}, [])
    panel = "pairings/panel/figures.html"
    planted(settings, panel, '<ul class="divisions">', '<ul class="divisions"><li>14 players</li>')
    assert read(division)[1] == ["14 players"]
    planted(settings, panel, '"phase" row.phase', '"phase" "posted 7"')
    assert set(contradictions(read(division)[0])) == {("phase", "all")}
