"""A player's penalties on their page: confirmed ones, with reason and round, but without the judges' notes."""

import pytest
from django.test import Client
from django.urls import reverse

from floor.models import Penalty
from floor.services import penalties
from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build as people
from tests.addresses import full_name
from tests.html import markup
from tests.pairings import build
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

NOTE = "Saw the sideboard of table 9, says Robin"


@pytest.fixture
def match() -> Match:
    home = build.division(4, edition="2026")
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


def page_of(entry: Entry) -> str:
    return markup(Client().get(reverse(full_name("my"), args=[personal_links.ensure_link(entry).token])))


def given(match: Match, level: str, *, confirmed: bool = False) -> Penalty:
    judge = people.staff(match.round.division.tournament, "judge")
    judge.first_name, judge.last_name = "Kestrel", "Quill"
    judge.save()
    return penalties.give_penalty(
        match.left, infraction="late", level=level, match=match, by=judge, note=NOTE, confirmed=confirmed
    )


def test_a_penalty_that_counts_is_on_the_page_of_its_player_alone(match):
    assert "Your penalties" not in page_of(match.left)
    given(match, "warning")
    page = page_of(match.left)
    assert "Your penalties" in page
    assert "Warning" in page
    assert "Late for the match" in page
    assert "Round 1" in page.split("Your penalties")[1]
    assert "Your penalties" not in page_of(match.right)


@pytest.mark.parametrize("level", ["game_loss", "match_loss", "disqualification"])
def test_one_to_confirm_is_shown_once_it_is_confirmed(match, level):
    row = given(match, level)
    assert "Your penalties" not in page_of(match.left)
    penalties.confirm_penalty(row, by=None)
    assert "Late for the match" in page_of(match.left)


def test_one_withdrawn_is_gone(match):
    row = given(match, "warning")
    penalties.withdraw_penalty(row, why="Not late", by=None)
    assert "Your penalties" not in page_of(match.left)


def test_what_judges_note_and_who_they_are_is_not_there(match):
    given(match, "match_loss", confirmed=True)
    page = page_of(match.left)
    assert "Your penalties" in page
    assert "Robin" not in page
    assert "Kestrel" not in page
    assert "Quill" not in page


def test_an_open_page_asks_for_what_a_new_penalty_changed(match):
    url = reverse(full_name("my_live"), args=[personal_links.ensure_link(match.left).token])
    live = Client()
    seen = live.get(reverse(full_name("my"), args=[personal_links.ensure_link(match.left).token])).context[
        "stamp"
    ]
    assert live.get(url, {"seen": seen, "match": match.pk}).status_code == 204
    row = given(match, "match_loss")
    assert live.get(url, {"seen": seen, "match": match.pk}).status_code == 204
    penalties.confirm_penalty(row, by=None)
    assert "Late for the match" in markup(live.get(url, {"seen": seen, "match": match.pk}))
