"""Two phones and a judge at one table: each sees what the others tapped, and the rules answer all three."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from floor.queries import table_state as queries
from floor.services import table_taps
from pairings.models import Match
from pairings.services.rounds import rounds
from tests.addresses import full_name
from tests.html import markup
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    home = build.division(4, best_of=3, edition="2026", round_minutes=50)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


def url(entry: object, name: str = "my") -> str:
    return reverse(full_name(name), args=[personal_links.ensure_link(entry).token])  # type: ignore[arg-type]


def tap(client: Client, entry: object, match: Match, mark: str, **how: object):  # type: ignore[no-untyped-def]
    return client.post(url(entry, "my_mark"), {"tap": mark, "match": match.pk}, **how)


def page_of(client: Client, entry: object) -> str:
    return unescape(markup(client.get(url(entry))))


def earlier(match: Match, minutes: int) -> None:
    match.round.posted_at -= timedelta(minutes=minutes)
    match.round.save(update_fields=["posted_at"])


def test_a_quiet_table_keeps_the_panel_folded(client, match):
    assert "Record the games while you play" in page_of(client, match.left)
    tap(client, match.left, match, "starter:left:1:")
    page = page_of(client, match.right)
    assert "Record the games while you play" not in page
    assert f"{match.left} starts game 1" in page


def test_what_only_judges_note_is_not_there(client, match):
    tap(client, match.left, match, "starter:left:1:")
    page = page_of(client, match.left)
    assert "Thinking clock" not in page
    assert "empty:right" not in page
    answer = tap(client, match.left, match, "empty:right::", follow=True)
    assert pages.messages(answer) == ["Only a judge can record this. Raise your hand."]
    assert not queries.table_state(match).away


def test_players_undo_only_their_own(client, match):
    tap(client, match.left, match, "starter:left:1:")
    assert 'name="back"' in page_of(client, match.left)
    assert 'name="back"' not in page_of(client, match.right)
    data = {"back": 1, "match": match.pk}
    refused = client.post(url(match.right, "my_mark_back"), data, follow=True)
    assert pages.messages(refused) == ["The other player or a judge entered this. Ask them to undo it."]
    client.post(url(match.left, "my_mark_back"), data)
    assert queries.table_state(match).games == ()


def test_after_time_the_turns_are_counted_by_whoever_taps_first(client, match):
    tap(client, match.left, match, "won:left:1:")
    tap(client, match.right, match, "starter:right:2:")
    earlier(match, 52)
    tap(client, match.left, match, "time:right::phase=during_turn")
    for turn in (1, 2, 3):
        for entry in (match.left, match.right):
            tap(client, entry, match, f"turns:::count={turn}")
    assert queries.table_state(match).turns == 3
    page = page_of(client, match.left)
    assert "A judge answers this. Raise your hand." in page
    table_taps.record_tap(match, table_taps.TableTap(table_taps.Kind.ON_TIME), by=None)
    page = page_of(client, match.left)
    assert f'{match.left} wins<small><span class="unbroken">1-0</span></small>' in page
    assert "Report this result" in page
    assert 'type="hidden" name="how" value="won"' in page
    assert 'type="hidden" name="how" value="lost"' in page_of(client, match.right)


def test_with_htmx_the_panel_alone_comes_back(client, match):
    headers = {"HX-Request": "true"}
    answer = tap(client, match.left, match, "starter:left:1:", headers=headers)
    assert markup(answer).strip().startswith('<section class="record')
    seen = answer.context["record"].stamp
    live = f"{url(match.right, 'my_record')}?seen={seen}"
    assert client.get(live, headers=headers).status_code == 204
    tap(client, match.left, match, "won:left:1:")
    assert client.get(live, headers=headers).status_code == 200
    assert client.get(live).status_code == 302
    fault = tap(client, match.left, match, "turns:::count=9", headers=headers)
    assert 'role="alert"' in markup(fault)


def test_a_page_of_an_old_match_changes_nothing(client, match):
    answer = client.post(url(match.left, "my_mark"), {"tap": "won:left:1:", "match": "999999"}, follow=True)
    assert pages.messages(answer)
    assert not match.marks.exists()


def test_once_the_result_is_in_the_panel_is_gone(client, match):
    for mark in ("won:left:1:", "won:left:2:"):
        tap(client, match.left, match, mark)
    found = queries.load_table(match, match.round.posted_at)
    table_taps.save_verdict_as_result(
        match, table_taps.verdict_token(found), by=None, now=match.round.posted_at
    )
    assert 'id="record"' not in page_of(client, match.left)
    answer = client.get(url(match.left, "my_record"), headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"


def test_a_report_the_taps_speak_against_is_not_confirmed_by_a_green_button(client, match):
    """The opponent reports a win, the taps show a tie: the page shows both, without a one-tap confirmation."""
    tap(client, match.left, match, "starter:right:1:")
    earlier(match, 52)
    tap(client, match.left, match, "time:right::phase=during_turn")
    tap(client, match.left, match, "turns:::count=3")
    table_taps.record_tap(match, table_taps.TableTap(table_taps.Kind.ON_TIME), by=None)
    assert "Tie" in page_of(client, match.right)
    before = page_of(client, match.right)
    assert "The games recorded at this table give a different result" not in before
    client.post(url(match.left, "my_report"), {"how": "won", "match": match.pk})
    page = page_of(client, match.right)
    assert "Yes, that is right" in page
    assert "The games recorded at this table give a different result" in page
    assert "According to the games recorded here: Tie" in page
    yes = page[: page.index("Yes, that is right")].rpartition("<button")[2]
    assert "primary" not in yes


def send_later(entry, match, name, **typed):  # type: ignore[no-untyped-def]
    """Send what a phone stored while it had no connection."""
    sent = {"match": match.pk, "idempotency_key": "0123456789abcdef", **typed}
    return Client().post(url(entry, name), sent, headers={"X-Unsent": "later"})


def test_a_tap_that_waited_on_the_phone_counts_once(match):
    answers = [send_later(match.left, match, "my_mark", tap="mulligan:left:1:count=1") for _again in range(2)]
    assert [answer.json()["again"] for answer in answers] == [False, True]
    assert match.marks.count() == 1
    refused = send_later(
        match.right, match, "my_mark", tap="empty:left::", idempotency_key="fedcba9876543210"
    )
    assert (refused.status_code, refused.json()["refused"]) == (
        409,
        "Only a judge can record this. Raise your hand.",
    )


def test_a_hand_that_waited_on_the_phone_is_raised_once_and_at_its_own_match(match):
    other = build.open_matches(match.round)[1]
    assert send_later(match.left, other, "my_call").status_code == 409
    assert [send_later(match.left, match, "my_call").json()["again"] for _again in range(2)] == [False, True]
    assert match.calls.count() == 1
    assert not other.calls.exists()
