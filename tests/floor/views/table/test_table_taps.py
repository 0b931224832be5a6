"""A judge taps what happens at a table, and the page shows the result by the rules."""

from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F
from django.test import Client

from floor.engine.table import read_tap
from floor.queries import table_state as queries
from floor.services import table_taps
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import asking, build
from tests.html import markup
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(4, best_of=3, edition="2026", round_minutes=50)
    client.force_login(build.staff(division.tournament, "judge"))
    return division


@pytest.fixture
def match(home: Division) -> Match:
    return pairings_build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


def earlier(match: Match, minutes: int) -> None:
    """Set the round as posted this many minutes ago."""
    round_ = match.round
    round_.posted_at -= timedelta(minutes=minutes)
    round_.save(update_fields=["posted_at"])


def tap(client: Client, match: Match, mark: str, **how: object):  # type: ignore[no-untyped-def]
    return client.post(pages.match(match, "mark"), {"tap": mark}, **how)


def page_of(client: Client, match: Match) -> str:
    return unescape(markup(client.get(pages.match(match))))


def test_a_tap_is_kept_shown_and_undone(client, match):
    page = tap(client, match, "starter:left:1:", follow=True)
    assert f"{match.left} starts game 1" in unescape(pages.text(page))
    client.post(pages.match(match, "mark_back"), {"back": 1})
    assert queries.table_state(match).games == ()
    assert f"{match.left} starts game 1" not in page_of(client, match)


def test_with_htmx_the_panel_alone_comes_back(client, match):
    answer = tap(client, match, "starter:left:1:", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert markup(answer).strip().startswith('<section class="record')
    url = f"{pages.match(match, 'record')}?seen={answer.context['record'].stamp}"
    assert client.get(url, headers={"HX-Request": "true"}).status_code == 204
    tap(client, match, "won:left:1:")
    assert client.get(url, headers={"HX-Request": "true"}).status_code == 200
    assert client.get(url)["Location"] == pages.match(match)


@pytest.mark.parametrize(
    "mark", ["", "nonsense", "won:left:9:", "turns:::count=4", "decider:left:2:number=1"]
)
def test_what_does_not_fit_is_said(client, match, mark):
    page = tap(client, match, mark, follow=True)
    assert page.status_code == 200
    assert pages.messages(page)
    answer = tap(client, match, mark, headers={"HX-Request": "true"})
    assert 'role="alert"' in markup(answer)
    assert not match.marks.exists()


def test_r142_the_page_says_who_chooses(client, match):
    assert "winner of a coin flip decides who starts game 1" in page_of(client, match)
    tap(client, match, "won:left:1:")
    assert f"The loser of the previous game chooses: {match.right}." in page_of(client, match)


def test_r144_extra_cards_are_told_in_words(client, match):
    tap(client, match, "mulligan:left:1:count=1")
    page = page_of(client, match)
    assert f"{match.right} may draw up to 1 extra card." in page
    assert "The player says the number before drawing" in page


def test_r110_two_minutes_before_game_2(client, match):
    tap(client, match, "won:left:1:")
    assert "Two minutes from now" in page_of(client, match)
    tap(client, match, "pregame::2:")
    assert "Two minutes to set up" in page_of(client, match)
    assert 'data-counts-down="1' in page_of(client, match)


def test_r110_r144_hands_are_drawn_after_the_coin(client, match):
    """The two minutes and the mulligans stay when the starter is known, and the cards they give are read at once."""
    tap(client, match, "won:left:1:")
    tap(client, match, "pregame::2:")
    tap(client, match, "starter:right:2:")
    page = page_of(client, match)
    assert "Two minutes to set up" in page
    assert "’s mulligan" in page
    tap(client, match, "mulligan:left:2:count=1")
    page = page_of(client, match)
    assert f"{match.right} may draw up to 1 extra card." in page
    assert '<details class="card fold" open><summary>Mulligans and setup' in page
    match.marks.update(at=F("at") - timedelta(minutes=3))
    assert "Two minutes to set up" not in page_of(client, match)


def test_after_time_one_question_after_the_other_and_then_the_result(client, match):
    tap(client, match, "won:left:1:")
    earlier(match, 52)
    assert "Where was the match when time was called?" in page_of(client, match)
    tap(client, match, "place:::place=game-2")
    assert "When was time called?" in page_of(client, match)
    tap(client, match, "time:right::phase=during_turn")
    page = page_of(client, match)
    assert f"{match.right} finishes this turn" in page
    assert "Order between turns" in page
    for turn in (1, 2, 3):
        tap(client, match, f"turns:::count={turn}")
    assert "Was a player late, or away without permission?" in page_of(client, match)
    tap(client, match, "on_time:::")
    page = page_of(client, match)
    assert "M-063" in page
    assert f'Confirm: {match.left} wins <span class="unbroken">1-0</span>' in page
    code = table_taps.verdict_token(
        queries.load_table(Match.objects.get(pk=match.pk), match.round.posted_at + timedelta(minutes=52))
    )
    page = client.post(pages.match(match, "accept"), {"code": code}, follow=True)
    match.refresh_from_db()
    assert (match.outcome, match.games_left, match.games_right) == ("left", 1, 0)
    assert "“M-063”" in unescape(pages.text(page))


def test_r147_in_the_cut_prizes_are_asked_for_and_nowhere_else(client):
    home = pairings_build.division(4, structure="elimination", cut_best_of=1, edition="2017")
    client.force_login(build.staff(home.tournament, "judge"))
    match = pairings_build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[
        0
    ]
    tap(client, match, "starter:left:1:")
    earlier(match, 90)
    for mark in ("time:left::phase=during_turn", "turns:::count=3", "on_time:::"):
        record = page_of(client, match).partition('id="record"')[2].partition('id="more"')[0]
        assert record
        assert "Prize cards" not in record
        tap(client, match, mark)
    assert f"How many Prize cards does {match.left} still have to take?" in page_of(client, match)
    tap(client, match, "prizes:left:1:left=2")
    tap(client, match, "prizes:right:1:left=2")
    page = page_of(client, match)
    assert "no ties in single elimination. Play continues." in page
    tap(client, match, "prizes:left:1:left=1")
    assert f"Confirm: {match.left} wins" in page_of(client, match)


def test_nothing_is_accepted_twice_or_unseen(client, match):
    page = client.post(pages.match(match, "accept"), {"code": "A:MATCH_WON:1"}, follow=True)
    assert pages.messages(page) == ["The rules have not decided this match. Answer the question on its page."]


def test_m075_no_show(client, match):
    tap(client, match, "empty:left::")
    page = page_of(client, match)
    assert f"{match.left}’s seat was empty." in page
    assert "Game Loss after" in page
    assert "Match Loss after" in page
    earlier(match, 6)
    assert f"Game Loss for {match.left}" in page_of(client, match)
    client.post(pages.match(match, "absent"), {"loss": "game:left"})
    assert queries.table_state(match).wins().b == 1
    earlier(match, 5)
    client.post(pages.match(match, "absent"), {"loss": "match:left"})
    match.refresh_from_db()
    assert (match.outcome, match.reason) == ("right", "no_show")


@pytest.mark.parametrize(
    ("empty", "wording"),
    [
        (["left"], "Table %(table)s saved: %(left)s did not come."),
        (["right"], "Table %(table)s saved: %(right)s did not come."),
        (["left", "right"], "Table %(table)s saved: neither player came."),
    ],
)
def test_who_did_not_come_is_said_by_name(client, match, empty, wording):
    for side in empty:
        tap(client, match, f"empty:{side}::")
    earlier(match, 11)
    page = client.post(pages.match(match, "absent"), {"loss": f"match:{empty[0]}"}, follow=True)
    facts = {"table": match.table, "left": match.left, "right": match.right}
    assert pages.messages(page) == [wording % facts]


def test_a_game_lost_by_not_coming_says_that_the_opponent_did_not_come(client, match):
    tap(client, match, "empty:left::")
    earlier(match, 6)
    client.post(pages.match(match, "absent"), {"loss": "game:left"})
    page = page_of(client, match)
    assert "the opponent did not come" in page
    assert "neither player came" not in page


@pytest.mark.parametrize("loss", ["", "match", "match:top", "war:left"])
def test_a_loss_that_is_none_is_refused(client, match, loss):
    page = client.post(pages.match(match, "absent"), {"loss": loss}, follow=True)
    assert pages.messages(page)


def test_r128_leave_with_permission_is_told_apart(client, match):
    tap(client, match, "away:right::permission=yes")
    assert f"{match.right} left with permission. This does not count against them." in page_of(client, match)
    tap(client, match, "back:right::")
    assert "From" in page_of(client, match)


def test_the_thinking_clock_counts_on_after_a_reload(client, match):
    tap(client, match, "clock:left::")
    page = page_of(client, match)
    assert "data-counts-up=" in page.partition("Thinking clock")[2]


def test_where_a_result_stands_nothing_can_be_tapped(client, match):
    tap(client, match, "won:left:1:")
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    page = page_of(client, match)
    assert f"{match.left} won" in page
    assert 'name="tap"' not in page
    assert 'name="back"' not in page


def test_the_way_to_the_rules_takes_what_stands_along(client, match):
    """What the table knows is already answered on “Time was called: who wins?”."""
    for mark in ("won:left:1:", "starter:right:2:"):
        tap(client, match, mark)
    earlier(match, 52)
    for mark in ("time:left::phase=during_turn", "turns:::count=3"):
        tap(client, match, mark)
    page = client.get(client.get(pages.match(match)).context["record"].time_url)
    assert "Was a player late, or away without permission?" in unescape(pages.text(page))
    tap(client, match, "on_time:::")
    page = client.get(client.get(pages.match(match)).context["record"].time_url)
    assert page.context["rule"] == "M-063"


def test_a_match_that_was_drawn_away_leads_on(client, match, home):
    url = pages.match(match, "mark")
    undone = match.pk
    match.round.matches.filter(pk=undone).delete()
    assert client.post(url, {"tap": "won:left:1:"}).status_code == 302


def test_the_panel_costs_the_same_whatever_was_tapped(client, match):
    before = asking.queries_of(client, pages.match(match))
    for mark in ("starter:left:1:", "won:left:1:", "empty:left::", "clock:left::"):
        table_taps.record_tap(match, read_tap(mark), by=None)
    assert asking.queries_of(client, pages.match(match)) == before
