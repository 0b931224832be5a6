"""The building clock on pages: the run, the wall, a player's list; and seats on paper (R-055)."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from decks.models import Draft
from decks.services import lists
from drafts.models import BuildMark, DraftMark
from drafts.queries.draft_runs import run_tracks_of
from drafts.services import building_clocks, draft_runs
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in, text
from tests.drafts.redrafts import LIST, first_list, later, solomon
from tests.html import markup

pytestmark = pytest.mark.django_db


def url(row: Draft, name: str = "draft", *more: object, query: str = "") -> str:
    return reverse(f"drafts:{name}", args=[row.division.tournament.slug, row.pk, *more]) + query


@pytest.fixture
def booster() -> Draft:
    return draft(build.division(16, play_style="limited", published=True))


def lead(row: Draft, pod: int, steps: int) -> None:
    for _ in range(steps):
        track = next(one for one in run_tracks_of(row) if one.pod == pod)
        draft_runs.tap_step(row, pod, "next", step=track.standing.at, by=None, seat=2, sure=True)


def test_a_judge_starts_gives_minutes_ends_and_undoes(booster: Draft) -> None:
    judge = signed_in(booster.division)
    begun = markup(judge.post(url(booster, "draft_build"), {"do": "start", "pod": "0"}, follow=True))
    assert "Deck building begins: everyone, 30 minutes." in begun
    longer = {"do": "more", "pod": "2", "minutes": "5", "reason": "A pack was short."}
    page = markup(judge.post(url(booster, "draft_build"), longer, follow=True))
    assert "5 more minutes to build: pod 2." in page
    assert "A pack was short." in page
    mark = BuildMark.objects.latest("pk")
    judge.post(url(booster, "draft_build_back", mark.pk))
    assert "+5 minutes" not in text(judge, url(booster))
    judge.post(url(booster, "draft_build"), {"do": "end", "pod": "1", "sure": "1"})
    assert "ended at" in text(judge, url(booster))
    longer = {"do": "more", "pod": "1", "minutes": "5", "reason": "Ended too soon."}
    page = markup(judge.post(url(booster, "draft_build"), longer, follow=True))
    assert "5 more minutes to build: pod 1." in page
    assert "ended at" not in text(judge, url(booster))


def test_players_see_the_time_and_touch_nothing(booster: Draft) -> None:
    building_clocks.start_building(booster, 0, by=None)
    seen = text(Client(), url(booster))
    assert "until" in seen
    assert "Start building" not in seen
    answer = Client().post(url(booster, "draft_build"), {"do": "end", "pod": "0"})
    assert answer.status_code == 302
    assert BuildMark.objects.count() == 1


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "start"},
        {"do": "start", "pod": "9"},
        {"do": "start", "pod": "9" * 30},
        {"do": "leap", "pod": "0"},
        {"do": "more", "pod": "0", "minutes": "-1", "reason": "x"},
        {"do": "more", "pod": "0", "minutes": "9" * 30, "reason": "x"},
        {"do": "more", "pod": "0", "reason": "x"},
        {"do": "more", "pod": "0", "minutes": "5"},
        {"do": "end", "pod": "0"},
    ],
)
def test_odd_taps_are_told_and_change_nothing(booster: Draft, given: dict[str, str]) -> None:
    judge = signed_in(booster.division)
    assert judge.post(url(booster, "draft_build"), given).status_code < 500
    assert not BuildMark.objects.exists()


@pytest.mark.parametrize("minutes", ["", "61", "-1"])
def test_a_reason_stays_where_the_minutes_are_refused(booster: Draft, minutes: str) -> None:
    judge = signed_in(booster.division)
    given = {"do": "more", "pod": "2", "minutes": minutes, "reason": "A pack was short."}
    answer = judge.post(url(booster, "draft_build"), given)
    form = answer.context["build_form"]
    assert (answer.status_code, list(form.errors)) == (422, ["minutes"])
    assert 'value="A pack was short."' in markup(answer)
    assert "2" in str(form["pod"].value())


def test_nobody_undoes_a_tap_of_another_draft(booster: Draft) -> None:
    other = draft(build.division(4, play_style="limited", name="Other"), "sealed")
    mark = building_clocks.start_building(other, 0, by=None)
    judge = signed_in(booster.division)
    assert judge.post(url(booster, "draft_build_back", mark.pk)).status_code == 404
    assert judge.post(url(booster, "draft_build_back", 10**12)).status_code == 404


def test_the_wall_shows_who_sits_where_and_then_the_clocks(booster: Draft) -> None:
    wall = text(Client(), url(booster, "draft_screen"))
    assert wall.count("Pod 1, ") == 8
    building_clocks.start_building(booster, 1, by=None)
    building_clocks.start_building(booster, 2, by=None, now=later(-4))
    wall = text(Client(), url(booster, "draft_screen"))
    assert wall.count("data-clock=") == 2
    assert "Pod 1, 3" not in wall
    assert Client().get(url(booster, "draft_screen", query="?seen=2")).status_code == 204


def test_one_clock_for_everybody_is_as_large_as_the_wall() -> None:
    row = draft(build.division(5, play_style="limited", published=True), "sealed")
    lead(row, 0, 3)
    wall = text(Client(), url(row, "draft_screen"))
    assert wall.count("data-clock=") == 1
    assert "wall-clocks" in wall


def test_who_won_the_flip_is_asked_and_named_from_then_on() -> None:
    row = draft(build.division(4, play_style="limited", published=True), "solomon")
    judge = signed_in(row.division, "scorekeeper")
    for step in range(2):
        judge.post(url(row, "draft_step"), {"pod": 1, "step": step, "kind": "next"})
    page = text(judge, url(row, query="?pod=1"))
    assert "Who won the flip?" in page
    assert "Flip a coin here" in page
    tap = {"pod": 1, "step": 2, "kind": "next"}
    assert "Enter who won the coin flip" in markup(judge.post(url(row, "draft_step"), tap))
    judge.post(url(row, "draft_step"), tap | {"seat": 2})
    names = {seat: row.division.entries.get(pk=entry) for seat, entry in enumerate(row.seats[0], start=1)}
    page = text(Client(), url(row, query="?pod=1"))
    assert f"{names[2]} turns four cards over" in page.replace("&#x27;", "'")
    assert f"{names[1]} two" in page.replace("&#x27;", "'")


def test_the_system_flips_where_it_is_asked_to() -> None:
    row = draft(build.division(4, play_style="limited", published=True), "solomon")
    lead(row, 1, 2)
    signed_in(row.division).post(url(row, "draft_step"), {"pod": 1, "step": 2, "kind": "next", "seat": "0"})
    assert DraftMark.objects.latest("pk").seat in (1, 2)


@pytest.mark.parametrize("seat", ["3", "x", "-1", "9" * 30])
def test_a_seat_nobody_has_wins_no_flip(seat: str) -> None:
    row = draft(build.division(4, play_style="limited", published=True), "solomon")
    lead(row, 1, 2)
    given = {"pod": 1, "step": 2, "kind": "next", "seat": seat}
    assert signed_in(row.division).post(url(row, "draft_step"), given).status_code in (302, 409)
    assert DraftMark.objects.count() in (2, 3)


def test_a_small_last_group_is_explained_s13() -> None:
    row = draft(build.division(2, play_style="limited", published=True), "solomon", pack_size=5, packs_each=1)
    lead(row, 1, 5)
    assert "Fewer than four cards are left." in text(Client(), url(row))


def test_a_player_whose_time_is_over_may_hand_in_once() -> None:
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None, now=later(-31))
    assert "you can still hand it in once, marked as late" in text(
        Client(), reverse("decks:mine", args=[mine.token])
    )
    lists.submit_list(mine, text=LIST)
    assert "Lists closed on" in text(Client(), reverse("decks:mine", args=[mine.token]))


@pytest.mark.parametrize(
    ("subtype", "players", "pages", "text"),
    [
        ("booster", 8, 2, "Pod"),
        ("rochester", 8, 2, "Pod"),
        ("solomon", 4, 2, "Pair"),
        ("sealed", 5, 1, "Packs"),
    ],
)
def test_seats_are_printed_for_every_kind(subtype: str, players: int, pages: int, text: str) -> None:
    row = draft(build.division(players, play_style="limited", published=True), subtype)
    answer = signed_in(row.division).get(url(row, "draft_seat_sheet"))
    sheet = PdfReader(BytesIO(answer.content))
    printed = " ".join(page.extract_text() for page in sheet.pages)
    assert len(sheet.pages) == pages
    assert text in printed
    assert ("Passes left" in printed) is (subtype == "booster")
    assert all(entry.player.last_name in printed for entry in row.division.entries.select_related("player"))


def test_without_seats_nothing_is_printed() -> None:
    row = draft(build.division(8, play_style="limited", published=True), seats=False)
    assert signed_in(row.division).get(url(row, "draft_seat_sheet")).status_code == 404


def test_pods_of_a_tracked_draft_build_by_the_same_clock() -> None:
    row = draft(build.division(8, play_style="limited", published=True), way="tracked")
    judge = signed_in(row.division)
    assert "Start building" in text(judge, url(row))
    judge.post(url(row, "draft_build"), {"do": "start", "pod": "1"})
    assert "until" in text(judge, url(row))
    assert text(Client(), url(row, "draft_screen")).count("data-clock=") == 1
