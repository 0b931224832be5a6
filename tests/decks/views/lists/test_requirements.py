"""The requirements for a deck, on a page for players."""

import pytest
from django.test import Client

from cards.engine.formats import DECK_RULES, deck_rule_lines
from decks.words.requirement_words import requirement_text
from tests import build
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "style", "lines"),
    [
        ("league_challenge", "constructed", ("Exactly 60 cards.", "At most 4 cards", "6 Prize cards")),
        (
            "prerelease",
            "limited",
            ("Exactly 40 cards.", "No limit on cards with the same name.", "4 Prize cards"),
        ),
        ("custom", "thirty", ("Exactly 30 cards.", "At most 2 cards", "3 Prize cards")),
    ],
)
def test_each_style_in_sentences(client: Client, kind: str, style: str, lines: tuple[str, ...]) -> None:
    event = build.event(kind=kind, play_style=style)
    page = markup(client.get(f"/e/{event.slug}/about-decks"))
    for line in lines:
        assert line in page


def test_a_page_that_loads_it_gets_the_lines_alone(client: Client) -> None:
    event = build.event()
    fragment = client.get(f"/e/{event.slug}/about-decks", headers={"HX-Request": "true"})
    assert markup(fragment).startswith("<ul")
    assert "HX-Request" in fragment["Vary"]


@pytest.mark.parametrize("style", DECK_RULES)
@pytest.mark.parametrize("team", [True, False])
def test_every_line_has_a_sentence(style: str, team: bool) -> None:
    for line in deck_rule_lines(style, team_battle=team):
        assert requirement_text(line).endswith(".")
        assert "None" not in requirement_text(line)
