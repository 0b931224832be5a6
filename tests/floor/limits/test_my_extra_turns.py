"""After time the page counts the extra turns; the result that follows is one tap away."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from floor.queries import table_state as queries
from pairings.models import Match
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings.build import division
from tournaments.models import Tournament
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

COUNTER = re.compile(r'<section class="extra-turns".*?</section>', re.DOTALL)


@pytest.fixture
def match() -> Match:
    """A match of table 1 whose time is over, in a round of best-of-three matches."""
    round_ = rounds.post(rounds.pair_next_round(division(4, published=True), by=None, seed=1), by=None)
    round_.posted_at -= timedelta(minutes=80)
    round_.save(update_fields=["posted_at"])
    Tournament.objects.update(best_of=3, round_minutes=50, clock_delay=0)
    return round_.matches.select_related("left__player", "right__player").get(table=1)


def url(entry: object, name: str = "my") -> str:
    return reverse(full_name(name), args=[personal_links.ensure_link(entry).token])  # type: ignore[arg-type]


def page_of(client: Client, entry: object) -> str:
    return unescape(markup(client.get(url(entry))))


def counter(client: Client, entry: object) -> str:
    return "".join(COUNTER.findall(page_of(client, entry)))


def tap(client: Client, match: Match, mark: str, entry: object = None) -> None:
    client.post(url(entry or match.left, "my_mark"), {"tap": mark, "match": match.pk, "counter": ""})


def is_fold_open(page: str) -> bool:
    return re.search(r'<details[^>]*id="games"[^>]*\bopen\b', page) is not None


def test_the_game_is_asked_first_and_then_the_turns_are_counted(client: Client, match: Match) -> None:
    labels = re.findall(r"<button[^>]*>\s*(.*?)\s*</button>", counter(client, match.left), re.DOTALL)
    assert labels == ["Game 1", "Game 2", "Game 3"]
    assert not is_fold_open(page_of(client, match.left))
    tap(client, match, "place:::place=game-1")
    assert "The current turn is over" in counter(client, match.left)
    for turn in range(4):
        tap(client, match, f"turns:::count={turn}")
    page = page_of(client, match.left)
    assert "The extra turns are over" in page
    assert is_fold_open(page)
    assert "Not finished? A few questions decide it" in page


def test_a_match_of_one_game_counts_without_a_question(client: Client, match: Match) -> None:
    Tournament.objects.update(best_of=1)
    assert 'value="turns:::count=0"' in counter(client, match.left)
    tap(client, match, "turns:::count=0")
    assert "Turn 1 is over" in counter(client, match.right)
    assert queries.table_state(match).turns == 0


def test_only_who_tapped_can_undo_and_both_phones_hear_of_it(client: Client, match: Match) -> None:
    tap(client, match, "place:::place=game-1")
    seen = client.get(url(match.right)).context["stamp"]
    live = f"{url(match.right, 'my_live')}?match={match.pk}&seen={seen}"
    assert client.get(live).status_code == 204
    tap(client, match, "turns:::count=0")
    assert client.get(live).status_code == 200
    assert "Undo" in counter(client, match.left)
    assert "Undo" not in counter(client, match.right)
    newest = match.marks.latest("number").number
    answer = client.post(url(match.left, "my_mark_back"), {"back": newest, "match": match.pk, "counter": ""})
    assert answer["Location"] == url(match.left), "the counter is at the top"
    assert queries.table_state(match).turns is None


def test_a_clear_result_is_one_button(client: Client, match: Match) -> None:
    for mark in ("won:left:1:", "won:left:2:"):
        tap(client, match, mark)
    assert "Report: I won" in counter(client, match.left)
    assert f"Report: {match.left} won" in counter(client, match.right)
    report = {"match": match.pk, "how": "won", "games_mine": "2", "games_theirs": "0"}
    client.post(url(match.left, "my_report"), report)
    assert not counter(client, match.left), "the reports come first"
    assert "has not confirmed it yet" in page_of(client, match.left)


def test_with_a_report_the_turns_are_no_longer_counted_on_top(client: Client, match: Match) -> None:
    assert counter(client, match.left)
    client.post(url(match.right, "my_report"), {"match": match.pk, "how": "won"})
    assert not counter(client, match.left)
    assert "reported a result" in page_of(client, match.left)
