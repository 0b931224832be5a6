"""Draft pods of a division: drawn at random from a seed, of equal size, at most 8 (R-091)."""

import pytest

from core.models import JournalEvent
from core.services import undo
from drafts.models import Pod, PodSeat
from drafts.queries import pods as queries
from drafts.services import pods
from tests import build

pytestmark = pytest.mark.django_db


def test_everybody_who_is_here_has_a_seat_and_the_same_seed_seats_the_same():
    of = build.division(16, play_style="limited")
    away = build.add_players(of.tournament, 1, checked_in=False)[0]
    pods.draw_pods(of, (8, 8), by=None, seed=5)
    first = queries.entry_ids_by_pod(of)
    assert [len(pod) for pod in first] == [8, 8]
    assert away.pk not in {entry for pod in first for entry in pod}
    pods.draw_pods(of, (8, 8), by=None, seed=6)
    assert queries.entry_ids_by_pod(of) != first
    pods.draw_pods(of, (8, 8), by=None, seed=5)
    assert queries.entry_ids_by_pod(of) == first
    assert set(Pod.objects.values_list("seed", flat=True)) == {5}


@pytest.mark.parametrize(
    ("players", "sizes", "code"),
    [
        (11, (6, 5), "PODS_NOT_EQUAL"),
        (16, (16,), "POD_TOO_BIG"),
        (16, (8,), "PODS_MISS_PLAYERS"),
        (1, (1,), "TOO_FEW_TO_DRAFT"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_r091(players: int, sizes: tuple[int, ...], code: str):
    assert (
        build.refusal(pods.draw_pods, build.division(players, play_style="limited"), sizes, by=None).code
        == code
    )
    assert not PodSeat.objects.exists()


def test_who_came_or_left_since_is_counted():
    of = build.division(8, play_style="limited")
    pods.draw_pods(of, (8,), by=None)
    assert queries.count_changes_since_pods_drawn(of) == 0
    build.add_players(of.tournament, 2)
    assert queries.count_changes_since_pods_drawn(of) == 2


def test_each_step_can_be_undone():
    of = build.division(8, play_style="limited")
    pods.draw_pods(of, (8,), by=None, seed=1)
    first = queries.entry_ids_by_pod(of)
    pods.draw_pods(of, (4, 4), by=None, seed=2)
    old = JournalEvent.objects.filter(kind="PodsDrawn").earliest("pk")
    assert build.refusal(undo.undo_step, old, by=None).code == "UNDO_OVERTAKEN"
    undo.undo_step(JournalEvent.objects.filter(kind="PodsDrawn").latest("pk"), by=None)
    assert queries.entry_ids_by_pod(of) == first
    assert set(Pod.objects.values_list("seed", flat=True)) == {1}
    pods.clear_pods(of, by=None)
    assert not Pod.objects.exists()
    assert build.refusal(pods.clear_pods, of, by=None).code == "NO_PODS"
    undo.undo_step(JournalEvent.objects.get(kind="PodsCleared"), by=None)
    assert queries.entry_ids_by_pod(of) == first


def test_in_public_children_stand_by_first_name_and_initial():
    event = build.event(play_style="limited")
    build.add_players(event, 4, birth_years=(2012,))
    of = event.divisions.get()
    pods.draw_pods(of, (4,), by=None)
    names = [seat.name for row in queries.pod_rows_of_division(of, public=True) for seat in row.seats]
    assert all(name.endswith(".") for name in names)


def test_any_number_of_pods_is_one_query(django_assert_num_queries):
    of = build.division(64, play_style="limited")
    pods.draw_pods(of, (8,) * 8, by=None)
    with django_assert_num_queries(1):
        assert len(queries.pod_rows_of_division(of, public=False)) == 8
