"""The demo shows deck lists in every state; its decks are complete, and legal in the current Standard."""

from collections import Counter
from datetime import date

import pytest
from django.test import Client

from decks.engine.legality import DeckContext
from decks.engine.legality.problems import find_deck_problems
from decks.engine.lists import read_list_text
from decks.engine.resolve import resolve_list
from decks.models import DeckList, Draft
from floor.services.rehearsal import demo
from floor.services.rehearsal.deck_lists import DECKS, TOO_MANY
from tests.cards import starter
from tests.html import markup
from tournaments.models import User


@pytest.mark.parametrize("text", DECKS)
def test_the_decks_are_real(text: str) -> None:
    cards, on = starter.catalogue(), date(2026, 9, 5)
    deck = resolve_list(read_list_text(text), cards, on=on)
    assert deck.total == 60
    assert find_deck_problems(deck, DeckContext("standard", "constructed", on), cards) == ()


def test_one_has_too_many_copies() -> None:
    cards, on = starter.catalogue(), date(2026, 9, 5)
    problems = find_deck_problems(
        resolve_list(read_list_text(TOO_MANY), cards, on=on),
        DeckContext("standard", "constructed", on),
        cards,
    )
    assert [problem.code for problem in problems] == ["COPIES_OVER_LIMIT"]


@pytest.mark.sqlite
@pytest.mark.django_db
def test_the_running_event_shows_every_state() -> None:
    event = demo.create_demo()
    rows = DeckList.objects.filter(entry__tournament=event).select_related("counts")
    states = Counter((row.counts.legal, row.counts.late) if row.counts else None for row in rows)
    # One of the players without a list arrived late.
    assert (states[None], states[False, False], states[True, True]) == (2, 1, 2)
    assert states.total() == event.entries.count()
    changed = rows.filter(versions__number=2).distinct()
    assert [row.counts.note != "" for row in changed if row.counts] == [True]


@pytest.mark.sqlite
@pytest.mark.django_db
def test_a_limited_event_is_ready_to_try_and_the_first_page_leads_there(client: Client) -> None:
    demo.create_demo()
    client.force_login(User.objects.get(username="organizer"))
    draft = f"/e/{demo.SLUGS[3]}/drafts"
    assert f'href="{draft}"' in str(markup(client.get("/")))
    assert f'href="{draft}"' in str(markup(client.get(f"/e/{demo.SLUGS[3]}/")))
    assert Draft.objects.filter(division__tournament__slug=demo.SLUGS[3]).exists()
    assert client.get(draft).status_code == 200
