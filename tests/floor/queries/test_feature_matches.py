"""What follows a match to a feature table: players’ pages, phones, screens, the stream, calls and deck checks."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from checks.models import DeckCheck
from core.engine.notices import Notice
from core.services import undo
from floor.models import HallScreen, JudgeCall
from floor.queries import notices
from floor.services import calls
from pairings.models import Match, Round
from pairings.queries.rounds import round_news
from pairings.services.rounds import feature_matches, options, rounds
from tests.asking import text_of
from tests.floor.views.test_my_table import page
from tests.pairings import build

pytestmark = pytest.mark.django_db

STREAM = 101


@pytest.fixture
def round_() -> Round:
    division = build.division(8, published=True)
    options.change_pairing_options(division, by=None, feature_tables=[[STREAM, "Stream"], [102, ""]])
    return rounds.pair_next_round(division, by=None, seed=1)


def at(round_: Round, table: int) -> Match:
    return round_.matches.select_related("left__player", "right__player").get(table=table)


def move(round_: Round, table: int, to: int = STREAM) -> Match:
    return feature_matches.move_to_feature_table(at(round_, table), to, by=None)


def news(round_: Round) -> list[Notice]:
    line = round_.division.journal.first()
    return list(notices.FINDERS[line.kind](line))


def test_before_the_posting_only_staff_see_it_and_players_read_it_with_the_posting(
    client: Client, round_: Round
) -> None:
    match = move(round_, 2)
    assert news(round_) == []
    assert "101" not in page(client, match.left)
    rounds.post(round_, by=None)
    for entry in (match.left, match.right):
        assert "Feature match: you play at table 101, not at table 2." in page(client, entry)
        assert ">101</b>" in page(client, entry)
        seat = round_news.event_round_news(round_.division.tournament_id).seats[entry.pk]
        assert seat["table"] == STREAM
    assert {notice.facts["table"] for notice in news(round_) if notice.person == match.left_id} == {STREAM}


def test_after_the_posting_both_players_get_the_news_and_nobody_else(round_: Round) -> None:
    rounds.post(round_, by=None)
    match = move(round_, 2)
    both = {match.left_id, match.right_id}
    assert {(one.code, one.person, one.facts["table"]) for one in news(round_)} == {
        ("TABLE_CHANGED", entry, STREAM) for entry in both
    }
    undo.undo_step(round_.division.journal.first(), by=None)
    assert {(one.code, one.person, one.facts["table"]) for one in news(round_)} == {
        ("TABLE_CHANGED", entry, 2) for entry in both
    }


def test_screens_and_the_stream_without_a_table_of_their_own_show_the_feature_match(
    client: Client, round_: Round
) -> None:
    rounds.post(round_, by=None)
    event = round_.division.tournament
    screen = HallScreen.objects.create(tournament=event, name="Stream", code="abc", parts=["feature"])
    addresses = [reverse(f"floor:{name}", args=[event.slug, screen.code]) for name in ("overlay", "screen")]
    assert all("101" not in text_of(client, address) for address in addresses)
    match = move(round_, 2)
    for address in addresses:
        assert "Table 101" in text_of(client, address)
        assert str(match.left) in text_of(client, address)
    move(round_, 3, 102)
    assert all("Table 101" in text_of(client, address) for address in addresses)
    feature_matches.move_back(match, 2, by=None)
    assert all("Table 102" in text_of(client, address) for address in addresses)


def test_the_page_of_the_screens_proposes_the_first_feature_table(client: Client, round_: Round) -> None:
    event = round_.division.tournament
    HallScreen.objects.create(tournament=event, name="Stream", code="abc")
    client.force_login(build.organizer(round_.division))
    assert 'value="101"' in text_of(client, reverse("floor:screens", args=[event.slug]))


def test_an_open_call_and_a_running_deck_check_follow(round_: Round) -> None:
    rounds.post(round_, by=None)
    match = at(round_, 2)
    call = calls.raise_hand(match, by=None)
    check = DeckCheck.objects.create(
        entry=match.left, kind="random", state="running", round_number=1, table=2, picked_at=timezone.now()
    )
    move(round_, 2)
    assert JudgeCall.objects.get(pk=call.pk).table == STREAM
    check.refresh_from_db()
    assert check.table == STREAM
