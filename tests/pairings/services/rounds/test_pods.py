"""Rounds inside draft pods: the option, the pairing, and what is stored to replay and explain it."""

import pytest

from drafts.queries.pods import pod_by_entry
from drafts.services import pods
from pairings.engine import replay
from pairings.models import Match, Round
from pairings.queries.rounds import redrafts, replays
from pairings.services.rounds import manual_pairing, options, rounds
from tests import build
from tests.drafts.redrafts import redraft, solomon
from tests.pairings import build as play
from tests.pairings.redrafts import play_on
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def drafting(players: int, size: int, *, pod_rounds: int) -> Division:
    of = play.division(players, play_style="limited")
    pods.draw_pods(of, (size,) * (players // size), by=None, seed=3)
    options.change_pairing_options(of, by=None, pod_rounds=pod_rounds)
    return of


def crossings(of: Division, number: int) -> int:
    pod = pod_by_entry(of)
    pairs = Match.objects.filter(round__division=of, round__number=number, right__isnull=False)
    return sum(pod[left] != pod[right] for left, right in pairs.values_list("left", "right"))


def test_three_rounds_inside_the_pods_and_then_across():
    of = drafting(32, 8, pod_rounds=3)
    for number in (1, 2, 3):
        play.play(of, 1, seed=number)
        assert crossings(of, number) == 0
    fourth = rounds.pair_next_round(of, by=None, seed=9)
    assert "pods" not in fourth.draw["inputs"]
    assert not fourth.draw["rematches"]


def test_odd_pods_cross_as_little_as_they_can():
    of = drafting(15, 5, pod_rounds=1)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    assert crossings(of, 1) == 1 == len(round_.draw["inputs"]["crossings"])


def test_the_round_can_be_replayed_from_what_is_kept():
    of = drafting(16, 8, pod_rounds=2)
    play.play(of, 1)
    round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=4), by=None)
    given = replays.replay_inputs(round_)
    assert replay.gives_same_draw(given | {"pairs": [list(pair) for pair in given["pairs"]]})
    assert len(given["pods"]) == 16


def test_tables_drawn_again_stay_inside_the_pod():
    of = drafting(16, 8, pod_rounds=1)
    round_ = rounds.pair_next_round(of, by=None, seed=1)
    manual_pairing.re_pair_matches(round_, list(round_.matches.order_by("position")), by=None, seed=2)
    assert crossings(of, 1) == 0


def test_without_the_option_or_without_pods_nothing_changes():
    of = drafting(16, 8, pod_rounds=0)
    assert "pods" not in rounds.pair_next_round(of, by=None, seed=1).draw["inputs"]
    other = play.division(8)
    options.change_pairing_options(other, by=None, pod_rounds=3)
    assert "pods" not in rounds.pair_next_round(other, by=None, seed=1).draw["inputs"]


def test_pairs_of_solomon_meet_in_round_1_where_that_is_wished():
    row = solomon(8, round_=None)
    home = row.division
    options.change_pairing_options(home, by=None, pod_rounds=1)
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert met(round_) == {frozenset(pair) for pair in row.seats}
    assert replay.gives_same_draw(
        replays.replay_inputs(round_)
        | {"pairs": [list(pair) for pair in replays.replay_inputs(round_)["pairs"]]}
    )


def test_pairs_of_a_redraft_meet_in_the_round_it_is_for():
    row = solomon(8)
    home = row.division
    options.change_pairing_options(home, by=None, pod_rounds=1)
    play_on(home)
    again = redraft(home)
    second = rounds.pair_next_round(home, by=None, seed=2)
    assert met(second) == {frozenset(pair) for pair in again.seats}
    rounds.post(second, by=None)
    play.report_all(second)
    rounds.close_round(second, by=None)
    assert "pods" not in rounds.pair_next_round(home, by=None, seed=3).draw["inputs"]


def test_without_the_wish_chance_alone_decides_who_of_a_pair_meets():
    home = solomon(8, round_=None).division
    assert "pods" not in rounds.pair_next_round(home, by=None, seed=1).draw["inputs"]


def test_a_round_waits_for_the_redraft_it_is_played_after_r095():
    row = solomon()
    home = row.division
    play_on(home)
    assert redrafts.waits_for_redraft(home, 2)
    assert build.refusal(rounds.pair_next_round, home, by=None).facts == {"round": 2}
    redraft(home)
    assert rounds.pair_next_round(home, by=None, seed=2).number == 2


def test_a_round_may_be_played_without_it_and_no_other_waits():
    home = solomon(round_=3).division
    play_on(home, 2)
    assert build.refusal(rounds.pair_next_round, home, by=None).code == "REDRAFT_FIRST"
    assert rounds.pair_next_round(home, by=None, seed=2, without_redraft=True).number == 3


def met(round_: Round) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in round_.matches.values_list("left", "right")}
