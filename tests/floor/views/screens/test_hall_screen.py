"""The hall screen: no sign-in, all of its pages at once, what the desk chose or what fits."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.engine.alphabet import name_sort_key
from core.stamps import memory
from floor.engine.hall_screens import ScreenSettings
from floor.models import HallScreen
from floor.queries import hall_lines
from floor.services import screens
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.drafts import tracked
from tests.pairings import build as pairings
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

LINE = "<li><span"


def page(client, division: Division, query: str = "") -> str:
    return text_of(client, reverse("floor:hall_screen", args=[division.tournament.slug]) + query)


def posted(players: int, *, minutes_ago: int = 0, **fields: object) -> Division:
    division = pairings.division(players, **fields)
    at = timezone.now() - timedelta(minutes=minutes_ago)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1, now=at), by=None, now=at)
    return division


def screen(division: Division, *parts: str, **settings: object) -> HallScreen:
    row = screens.add_screen(division.tournament, name="Door", by=None)
    screens.set_screen_content(row, ScreenSettings(parts, **settings), by=None)  # type: ignore[arg-type]
    return HallScreen.objects.get(pk=row.pk)


def at(row: HallScreen) -> str:
    return reverse("floor:screen", args=[row.tournament.slug, row.code])


def titles(text: str) -> list[str]:
    return re.findall(r'data-leaf="([^"]+)"', text)


def test_before_round_1_a_code_and_the_schedule(client):
    text = page(client, pairings.division(4))
    assert "Round 1 is not posted yet" in text
    assert titles(text) == ["qr"]


def test_a_draft_with_seats_takes_the_wall_until_its_round_is_posted(client):
    row = tracked.draft()
    assert titles(page(client, row.division)) == ["draft"]
    rounds.post(rounds.pair_next_round(row.division, by=None, seed=1), by=None)
    assert titles(page(client, row.division)) == ["names-0"]


def test_a_round_that_is_not_posted_stays_hidden(client):
    division = pairings.division(4)
    rounds.pair_next_round(division, by=None)
    for query in ("", "?show=names", "?show=open"):
        assert "Round 1 is not posted yet" in page(client, division, query)


def test_names_with_tables_last_name_first(client):
    division = posted(5)
    text = page(client, division)
    assert text.count(LINE) == 5
    assert "<b>Bye</b>" in text
    assert all(entry.player.last_name in text for entry in division.entries.select_related("player"))


def test_all_pages_come_at_once_and_one_of_them_is_up(client):
    division = posted(70)
    text = page(client, division)
    assert titles(text) == ["names-0", "names-1"]
    assert text.count(LINE) == 70
    assert text.count('data-part="names"') - len(re.findall(r'data-span="[^"]*" hidden', text)) == 1
    assert 'content="12; url=?p=2"' in text
    assert 'content="12; url=?p=1"' in page(client, division, "?p=2")
    assert "hx-trigger" in text
    assert "every " not in text


@pytest.mark.parametrize(("players", "small", "sheets"), [(60, False, 1), (62, False, 2), (80, True, 1)])
def test_a_page_has_60_names_and_80_small_ones(client, players, small, sheets):
    row = screen(posted(players), "names", small=small)
    assert len(titles(text_of(client, at(row)))) == sheets


def test_each_division_has_its_clock_and_letter_above_the_names(client):
    event = build.event(published=True, divisions=("junior", "masters"))
    for division in event.divisions.all():
        build.add_players(event, 4, division=division)
        rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    text = text_of(client, reverse("floor:hall_screen", args=[event.slug]))
    assert re.findall(r'class="division-name" data-division="(.)"', text) == ["J", "M"]
    assert text.split('id="hall-clock"')[1].split("</header>")[0].count('class="clock') == 2


def test_screens_side_by_side_share_the_names(client):
    division = posted(40)
    row = screen(division, "names", letter_to="K")
    first = text_of(client, at(row)).count(LINE)
    screens.set_screen_content(row, ScreenSettings(("names",), letter_from="L"), by=None)
    assert first
    assert first + text_of(client, at(row)).count(LINE) == 40


@pytest.mark.parametrize(
    "query", ["?p=0", "?p=99", "?p=x", "?p=-3", "?division=x", "?show=x", "?show=feature"]
)
def test_an_odd_address_shows_some_page(client, query):
    assert page(client, posted(4), query).count(LINE) == 4


def test_a_division_of_another_event_is_none(client):
    division, other = posted(8), pairings.division(4)
    for pk in (other.pk, 999_999):
        text = page(client, division, f"?division={pk}")
        assert titles(text) == titles(page(client, division)) != ["qr"]
    assert not any("999999" in key for key in memory._memory)


def test_ten_minutes_after_the_posting_the_clock_then_open_tables(client):
    division = posted(8, minutes_ago=11, round_minutes=30)
    text = page(client, division)
    assert titles(text) == ["clock"]
    assert "Tables still playing" not in text
    matches = pairings.open_matches(division.rounds.get())
    for match in matches[:3]:
        type(match).objects.filter(pk=match.pk).update(outcome="left")
    text = page(client, division)
    assert "Tables still playing" in text
    assert f"<b>{matches[3].table}</b>" in text


def test_an_untimed_round_lists_who_still_plays(client):
    division = posted(4, minutes_ago=11, round_minutes=0)
    text = page(client, division)
    assert "tables still playing" in text
    assert text.count(LINE) == 2
    pairings.report_all(division.rounds.get())
    assert "All results are in" in page(client, division)


def test_the_time_says_when_it_changes_something(client):
    due = re.search(r'data-due="(\d+)"', page(client, posted(4, minutes_ago=4, round_minutes=0)))
    assert due
    left = int(due[1]) / 1000 - timezone.now().timestamp()
    assert 5 * 60 < left <= 6 * 60


def test_standings_between_rounds_and_the_bracket_at_the_end(client):
    division = pairings.division(8, structure="swiss_cut")
    pairings.play(division)
    text = page(client, division)
    assert "standings after round 1" in text
    assert ">1. " in text
    cuts.start_cut(division, by=None, sizes={"all": 4}, anyway=True)
    text = page(client, division, "?show=bracket")
    assert "Final" in text
    assert "wall-tie" in text


def test_the_feature_match_with_records_and_result(client):
    division = pairings.division(4)
    pairings.play(division)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    match = pairings.open_matches(round_)[0]
    row = screen(division, "feature", table=match.table)
    text = text_of(client, at(row))
    assert f"<h3>{match.left}" in text.replace("\n", "")
    assert "playing now" in text
    pairings.report_all(round_)
    assert "playing now" not in text_of(client, at(row))
    screens.set_screen_content(row, ScreenSettings(("feature",), table=99), by=None)
    assert "There is no match at this table" in text_of(client, at(row))


def overlay_of(row: HallScreen) -> str:
    return reverse("floor:overlay", args=[row.tournament.slug, row.code])


def test_a_stream_overlay_shows_the_feature_match_alone(client):
    division = posted(4)
    row = screen(division, "clock", table=1)
    match = division.stages.get().rounds.get().matches.get(table=1)
    text = text_of(client, overlay_of(row))
    assert f"<h2>{match.left}</h2>" in text
    assert "Round 1" in text
    assert "Table 1" in text
    assert 'class="clock' in text
    assert 'class="board"' not in text
    assert 'class="toasts"' not in text
    pairings.report_all(match.round)
    assert 'class="clock' not in text_of(client, overlay_of(row))


def test_a_stream_overlay_without_a_match_is_transparent(client):
    row = screen(posted(4), "clock")
    assert "overlay-bar" not in text_of(client, overlay_of(row))
    screens.set_screen_content(row, ScreenSettings(("feature",), table=1), by=None)
    assert "overlay-bar" in text_of(client, overlay_of(row))
    screens.remove_screen(row, by=None)
    assert "overlay-bar" not in text_of(client, overlay_of(row))
    assert client.get(overlay_of(row).replace(row.code, "nothing")).status_code == 404


def test_a_message_stands_above_or_alone(client):
    division = posted(4)
    row = screen(division, "names")
    screens.set_screens_message(division.tournament, "Lunch until 13:00", by=None)
    text = text_of(client, at(row))
    assert "Lunch until 13:00" in text
    assert 'data-span="" hidden' not in text
    screens.set_screens_message(division.tournament, "Leave the hall", by=None, fills=True)
    text = text_of(client, at(row))
    assert '<p class="wall-message whole">Leave the hall' in text
    assert len(re.findall(r'data-span="[^"]*" hidden', text)) == text.count("data-leaf")


def test_children_by_first_name_and_initial_for_staff_too(client):
    event = build.event(divisions=("all",))
    build.add_players(event, 4, birth_years=(2016,))
    division = event.divisions.select_related("tournament").get()
    round_ = rounds.post(rounds.pair_next_round(division, by=None), by=None)
    row = screen(division, "names", "open", "feature", table=pairings.open_matches(round_)[0].table)
    people = [entry.player for entry in division.entries.select_related("player")]
    client.force_login(pairings.organizer(division))
    for text in (page(client, division), text_of(client, at(row)), page(client, division, "?show=open")):
        assert not any(one.last_name in text for one in people)
    pairings.report_all(round_)
    rounds.close_round(round_, by=None)
    text = page(client, division, "?show=standings")
    assert f"{people[0].first_name} {people[0].last_name[0]}." in text
    assert not any(one.last_name in text for one in people)


def test_hidden_while_the_event_is_not_public(client):
    division = posted(4)
    row = screen(division, "standings")
    Tournament.objects.update(published=False)
    for url in (reverse("floor:hall_screen", args=[division.tournament.slug]), at(row)):
        assert client.get(url).status_code == 404


def test_a_screen_that_was_removed_shows_what_fits_and_a_wrong_code_nothing(client):
    row = screen(posted(4), "qr")
    screens.remove_screen(row, by=None)
    assert titles(text_of(client, at(row))) == ["names-0"]
    assert client.get(at(row).replace(row.code, "abcdefghjk")).status_code == 404
    assert client.get(reverse("floor:screen_short", args=[row.code])).headers["Location"] == at(row)


@pytest.mark.parametrize("query", ["", "?show=clock", "?show=open", "?show=standings"])
def test_as_many_queries_for_2_players_as_for_300(client, query):
    counts = [
        queries_of(client, reverse("floor:hall_screen", args=[posted(players).tournament.slug]) + query)
        for players in (2, 6, 300)
    ]
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("years", [(2016,), (1990,), (2016, 1990)])
def test_names_on_the_wall_stand_in_the_order_in_which_they_read(years):
    event = build.event(divisions=("all",))
    build.add_players(event, 9, birth_years=years)
    division = event.divisions.select_related("tournament").get()
    rounds.post(rounds.pair_next_round(division, by=None), by=None)
    names = [line.name for line in hall_lines.name_lines(event, None)]
    assert len(names) == 9
    assert names == sorted(names, key=name_sort_key)
