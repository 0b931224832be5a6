"""The clock calls on the pages: what runs, what comes next, and how few taps a draft on paper takes."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from drafts.queries.draft_runs import run_tracks_of
from tests import build
from tests.drafts.clock import pass_time
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in
from tests.html import markup

pytestmark = pytest.mark.django_db


def url(row: Draft, name: str = "draft", query: str = "") -> str:
    return reverse(f"drafts:{name}", args=[row.division.tournament.slug, row.pk]) + query


class Director:
    """A judge who only taps the buttons of the run page, and counts the taps."""

    def __init__(self, row: Draft) -> None:
        self.row, self.client, self.taps = row, signed_in(row.division, "scorekeeper"), 0

    def page(self) -> str:
        return markup(self.client.get(url(self.row)))

    def tap(self, kind: str, **more: str) -> None:
        is_begin = not self.row.marks.exists()
        query = f"?ask=begin{'&with=clock' if kind == 'begin' else ''}" if is_begin else ""
        page = markup(self.client.get(url(self.row, query=query)))
        assert f'value="{kind}"' in page or kind == "next"
        fields = {name: self._field(page, name) for name in ("pod", "step", "seen")}
        answer = self.client.post(url(self.row, "draft_step"), {**fields, "kind": kind, **more})
        assert answer.status_code == 302, markup(answer)
        self.taps += 1

    @staticmethod
    def _field(page: str, name: str) -> str:
        found = re.search(rf'name="{name}" value="(\d+)"', page)
        assert found, name
        return found[1]

    def codes(self) -> set[str]:
        return {track.step.code for track in run_tracks_of(self.row)}


Run = Callable[..., Director]


@pytest.fixture
def run() -> Run:
    def create(players: int, subtype: str, **more: object) -> Director:
        home = build.division(players, play_style="limited", published=True)
        return Director(draft(home, subtype, **more))

    return create


def to_the_lists(director: Director) -> None:
    """Tap through deck building, whose time is over, to the lists."""
    director.tap("next")
    assert director.codes() == {"BUILD"}
    pass_time(director.row, 3600)
    director.tap("next")
    assert director.codes() == {"HAND_IN"}


def test_a_booster_draft_of_6_and_5_takes_three_taps_r092(run: Run):
    director = run(11, "booster", packs_each=4, pack_size=10, pods=(6, 5), override=True)
    director.tap("begin")
    pass_time(director.row, 4000)
    to_the_lists(director)
    assert director.taps <= 3


def test_all_rochester_pods_with_their_clock_take_three_taps_r093(run: Run):
    director = run(16, "rochester", packs_each=4, pack_size=10)
    director.tap("begin")
    pass_time(director.row, 9000)
    to_the_lists(director)
    assert director.taps <= 3


def test_a_rochester_pod_called_by_hand_takes_four_taps_r093(run: Run):
    director = run(8, "rochester", packs_each=4, pack_size=10)
    director.tap("next")
    director.tap("pod")
    assert director.codes() == {"BUILD"}
    pass_time(director.row, 3600)
    director.tap("next")
    assert director.taps <= 4


def test_all_solomon_pairs_together_take_five_taps_r094(run: Run):
    director = run(8, "solomon", packs_each=4, pack_size=10)
    director.tap("begin")
    pass_time(director.row, 300)
    director.tap("next")
    director.tap("next", seat="0")
    pass_time(director.row, 9000)
    to_the_lists(director)
    assert director.taps <= 5


def test_the_pages_show_what_runs_its_time_and_what_comes_next(run: Run):
    director = run(8, "booster", packs_each=2, pack_size=3)
    director.tap("begin")
    pass_time(director.row, 25)
    for page in (director.page(), markup(Client().get(url(director.row, "draft_screen")))):
        assert "Pick 1 of 3" in page
        assert "Next: Pick 2 of 3" in page
        assert "data-goes-on" in page
        assert "data-ends" in page
    pass_time(director.row, 30)
    assert "Pick 2 of 3" in director.page()


def test_a_page_asks_again_when_the_clock_has_gone_on(run: Run):
    director = run(8, "booster", packs_each=2, pack_size=3)
    director.tap("begin")
    for name in ("draft", "draft_screen"):
        version = re.search(r"seen=([\d.]+)", markup(Client().get(url(director.row, name))))
        assert version
        query = f"?seen={version[1]}"
        assert Client().get(url(director.row, name, query)).status_code == 204
        pass_time(director.row, 25)
        assert Client().get(url(director.row, name, query)).status_code == 200


def test_pods_in_step_have_one_clock_in_the_hall_and_others_each_their_own(run: Run):
    director = run(16, "rochester", packs_each=2, pack_size=5)
    director.tap("begin")
    screen = markup(Client().get(url(director.row, "draft_screen")))
    assert screen.count("data-clock=") == 1
    step = run_tracks_of(director.row)[0].standing.at
    director.client.post(url(director.row, "draft_step"), {"pod": "2", "step": step, "kind": "paused"})
    assert markup(Client().get(url(director.row, "draft_screen"))).count("data-clock=") == 2


def test_the_director_holds_goes_on_and_calls_by_hand(run: Run):
    director = run(6, "solomon", packs_each=2, pack_size=6)
    director.tap("begin")
    director.tap("next")
    director.tap("next", seat="0")
    director.tap("paused")
    pass_time(director.row, 9000)
    assert "data-stands" in director.page()
    director.tap("resumed")
    assert {track.standing.at for track in run_tracks_of(director.row)} == {3}
    director.tap("hand")
    pass_time(director.row, 9000)
    assert {track.standing.at for track in run_tracks_of(director.row)} == {3}
    assert "Let the clock call" in director.page()


def test_building_that_ended_early_for_all_comes_back_with_one_tap_r055(run: Run):
    director = run(4, "solomon", packs_each=1, pack_size=4)
    director.tap("next")
    director.tap("next")
    director.tap("next", seat="0")
    while director.codes() != {"BUILD"}:
        director.tap("next")
    director.tap("next", sure="1")
    undo = re.search(r'action="([^"]*/back)"', director.page())
    assert undo
    director.client.post(undo[1])
    assert director.codes() == {"BUILD"}


@pytest.mark.parametrize("kind", ["lap", "pod", "leap", ""])
def test_a_tap_that_all_pods_do_not_have_is_refused_in_words(run: Run, kind: str):
    director = run(16, "rochester")
    answer = director.client.post(url(director.row, "draft_step"), {"pod": "0", "step": "0", "kind": kind})
    assert answer.status_code == 409
    assert "not possible at this step" in markup(answer)
