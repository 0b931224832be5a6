"""Compare with TOM: nothing differs where nothing does, and what differs is found."""

import pytest

from pairings.engine import tdf
from pairings.queries import tom as queries
from pairings.services import tom
from pairings.services.rounds import attendance
from tests.pairings import build
from tests.pairings.services.tom.test_tom import FINISHED, RUNNING
from tests.pairings.services.tom.test_tom_kinds import KINDS

pytestmark = pytest.mark.django_db

ELSEWHERE = {
    "no birth dates",
    "no sanction number, no country",
    "deleted match",
    "finished without pods",
    "finished early",
}
"""Kinds that are not wholly taken over; the preview says so."""


@pytest.mark.parametrize("name", FINISHED + RUNNING)
def test_an_event_is_like_the_file_it_came_from(shared, name):
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    found = queries.compare(tom.import_event(data, by=None), tdf.read(data))
    assert (found.differences, found.places) == ((), ())


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - ELSEWHERE))
def test_each_kind_is_like_its_file(kind):
    data = KINDS[kind]()
    found = queries.compare(tom.import_event(data, by=None), tdf.read(data))
    assert (found.differences, found.places) == ((), ())


def test_an_event_of_ours_is_like_its_own_file_in_the_middle_of_a_round():
    """Ties by chance, a drop before the last round, and a round with some results are no difference."""
    division = build.division(10)
    for number, entry in enumerate(division.entries.order_by("-tie_break_number"), start=1):
        entry.player_number = str(number)
        entry.save()
    build.play(division, 2)
    attendance.drop(division.entries.first(), by=None)
    posted = build.rounds.post(build.rounds.pair_next(division, by=None, seed=1), by=None)
    match = build.open_matches(posted)[0]
    build.results.enter(match, build.MatchResult(build.Outcome.LEFT), by=None)
    out = queries.export(division.tournament).data
    found = queries.compare(division.tournament, tdf.read(out))
    assert (found.differences, found.places) == ((), ())
    assert found.places_compared == 10
