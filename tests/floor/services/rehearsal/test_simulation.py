"""Whole events through the real services, and what must hold in each of them, however they turn out."""

from contextlib import suppress
from itertools import combinations
from random import Random

import pytest
import rustworkx as rx
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.engine.refused import Refused
from floor.services import rehearsal
from floor.services.rehearsal import Odds
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat
from pairings.queries.rounds import engine_fields
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.rounds.match_seating import entry_keys_of
from tests.simulate import EXAMPLES
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ODDS = st.builds(
    Odds,
    ties=st.sampled_from([0.0, 0.1, 0.5]),
    drops=st.sampled_from([0.0, 0.05, 0.25]),
)


def simulated(players: int, number: int, seed: int, odds: Odds, latecomers: int, cut: int) -> Division:
    """Play a division to its end, or until no one is left to pair."""
    made = rehearsal.create_rehearsal(
        by=None, players=players, seed=seed, structure="swiss_cut" if cut else "swiss"
    )
    division = divisions.change_division(made.divisions.get(), by=None, rounds_planned=number, cut_size=cut)
    chance = Random(seed)
    rehearsal.play_rounds(division, number=number, chance=chance, by=None, odds=odds, latecomers=latecomers)
    if cut:
        with suppress(Refused):  # too many players have dropped for a cut of this size
            rehearsal.play_cut(division, chance=chance, by=None)
    return division


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    players=st.integers(4, 13),
    number=st.integers(1, 5),
    seed=st.integers(0, 2**32),
    odds=ODDS,
    latecomers=st.integers(0, 3),
    cut=st.sampled_from([0, 0, 2, 4]),
)
def test_every_event_holds(players, number, seed, odds, latecomers, cut):
    with transaction.atomic():
        _holds(simulated(players, number, seed, odds, latecomers, cut), number)
        transaction.set_rollback(True)


def _holds(division: Division, number: int) -> None:
    swiss = list(division.rounds.filter(stage__kind="swiss").order_by("number"))
    assert [round_.number for round_ in swiss] == list(range(1, number + 1))
    for round_ in division.rounds.all():
        assert round_.state == Round.State.CLOSED
        _seats_are_the_matches(round_)
    for round_ in swiss:
        _everybody_plays_once(round_)
        _no_rematch_while_avoidable(round_)
        _ranked(round_)
    _one_bye_each(division)
    _final_order(division)


def _seats_are_the_matches(round_: Round) -> None:
    seats = {(match.pk, one) for match in round_.matches.all() for one in entry_keys_of(match)}
    assert {(seat.match_id, seat.entry_id) for seat in round_.seats.all()} == seats
    tables = [match.table for match in round_.matches.all() if match.right_id]
    assert sorted(tables) == list(range(1, len(tables) + 1))


def _everybody_plays_once(round_: Round) -> None:
    """Check that each active player has exactly one match, or missed the round by arriving late."""
    seated = list(round_.seats.values_list("entry", flat=True))
    here = round_.division.entries.exclude(checked_in_at=None).exclude(dropped_in__lt=round_.number)
    assert sorted(seated) == sorted(here.values_list("pk", flat=True))
    for match in round_.matches.filter(outcome=Outcome.LATE_LOSS):
        assert match.left.joined_round > round_.number


def _one_bye_each(division: Division) -> None:
    """M-018: check that no one has a second bye while an active player has had none."""
    had: set[int] = set()
    for round_ in division.rounds.filter(stage__kind="swiss").order_by("number"):
        byes = round_.matches.filter(outcome=Outcome.BYE).values_list("left", flat=True)
        assert len(byes) <= 1
        for one in byes:
            played = set(_paired(round_))
            assert one not in had or played <= had
            had.add(one)


def _paired(round_: Round) -> list[int]:
    playing = Seat.objects.filter(round=round_).exclude(match__outcome=Outcome.LATE_LOSS)
    return list(playing.values_list("entry", flat=True))


def _no_rematch_while_avoidable(round_: Round) -> None:
    earlier = Match.objects.filter(round__division=round_.division, round__number__lt=round_.number)
    met = {frozenset(pair) for pair in earlier.exclude(right=None).values_list("left", "right")}
    drawn = {frozenset(pair) for pair in round_.matches.exclude(right=None).values_list("left", "right")}
    again = len(met & drawn)
    if again:
        assert round_.matches.exclude(right=None).count() - again == _most_new_pairs(_paired(round_), met)


def _most_new_pairs(ids: list[int], met: set[frozenset[int]]) -> int:
    """Return the maximum number of new pairs, by a search over all pairings of a small field."""
    graph = rx.PyGraph()
    nodes = dict(zip(ids, graph.add_nodes_from(ids), strict=True))
    graph.add_edges_from(
        [(nodes[a], nodes[b], 1) for a, b in combinations(ids, 2) if frozenset((a, b)) not in met]
    )
    return len(rx.max_weight_matching(graph, max_cardinality=True))


def _ranked(round_: Round) -> None:
    """Check that the standings list everyone seated so far once, and that points never rise with the place."""
    lines = list(round_.standings.order_by("place"))
    sat = {one.id for one in engine_fields.standings_competitors(round_.division, after=round_.number)}
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))
    assert sorted(line.entry_id for line in lines) == sorted(sat)
    points = [line.points for line in lines]
    assert points == sorted(points, reverse=True)
    assert all(line.points == 3 * line.wins + line.ties for line in lines)
    assert all(0 <= value <= 1 for line in lines for value in (line.owp, line.oowp))


def _final_order(division: Division) -> None:
    (table,) = standings_lists(division)
    assert [row.place for row in table.rows] == list(range(1, len(table.rows) + 1))
    assert len({row.person.entry_id for row in table.rows}) == len(table.rows) == division.entries.count()
    last = division.rounds.order_by("-number").first()
    if last and last.stage.kind == "elimination":
        final = last.matches.get(third_place=False)
        won = final.left_id if final.outcome == Outcome.LEFT else final.right_id
        assert table.rows[0].person.entry_id == won


@pytest.mark.parametrize(("players", "number"), [(64, 6), (33, 6)])
def test_a_league_cup_of_usual_size(players, number):
    division = simulated(players, number, seed=players, odds=Odds(0.08, 0.04), latecomers=3, cut=8)
    _holds(division, number)
    assert division.rounds.count() == number + 3


def test_when_everybody_has_met_rounds_go_on_with_rematches():
    division = simulated(4, 5, seed=1, odds=Odds(0, 0), latecomers=0, cut=0)
    met = [frozenset(pair) for pair in Match.objects.values_list("left", "right")]
    assert division.rounds.count() == 5
    assert len(met) == 10
    assert len(set(met)) == 6
