"""Who should be seated in a round and is not, and the reverse: SQL and sets give the same rows."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from pairings.engine.outcomes import Outcome
from pairings.models import Qualifier, Round, Stage
from pairings.queries.rounds import manual_pairing
from pairings.queries.rounds.round_entries import (
    entries_to_remove_from_round,
    entries_without_match,
    later_joiners,
    unseated_entries,
)
from pairings.services.rounds import match_seating
from pairings.services.rounds.match_seating import Place
from tests import build
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

QUERIES: list[Callable[[Round], QuerySet[Entry]]] = [
    unseated_entries,
    entries_to_remove_from_round,
    later_joiners,
    entries_without_match,
]


def a_field(chance: Random) -> Round:
    """Create round 2 of a division with entries in every state, some seated and some of another division."""
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 24, birth_years=(1990, 1990, 2012))
    home = event.divisions.get(age_division="masters")
    for entry in event.entries.all():
        entry.checked_in_at = chance.choice([None, timezone.now(), timezone.now()])
        entry.dropped_in = chance.choice([None, None, None, 0, 1])
        entry.disqualified = chance.random() < 0.1
        entry.joined_round = chance.choice([1, 1, 2, 3])
        entry.save()
    first = Stage.objects.create(division=home, position=0, kind=Stage.Kind.SWISS, rounds_planned=3)
    stage = first
    if chance.random() < 0.4:
        stage = Stage.objects.create(division=home, position=1, kind=Stage.Kind.SWISS, rounds_planned=3)
        through = chance.sample(list(home.entries.all()), 6)
        Qualifier.objects.bulk_create(
            Qualifier(stage=stage, entry=entry, place=place) for place, entry in enumerate(through, 1)
        )
    rounds = [
        Round.objects.create(
            division=home, stage=of, number=number, seed=number, paired_at=timezone.now(), state=state
        )
        for number, of, state in ((1, first, Round.State.CLOSED), (2, stage, Round.State.UNPOSTED))
    ]
    for round_ in rounds:
        people = chance.sample(list(event.entries.all()), 13)
        pairs = zip(people[:6], people[6:12], strict=True)
        places = [Place(spot, one.pk, two.pk, spot + 1) for spot, (one, two) in enumerate(pairs)]
        alone = chance.choice([Outcome.BYE, Outcome.LATE_LOSS])
        match_seating.seat_matches(round_, [*places, Place(6, people[12].pk, None, None, alone)])
    return rounds[1]


def by_sets(round_: Round) -> dict[str, set[int]]:
    """Return the expected rows of the queries, computed row by row."""
    home = round_.division
    day_two = home.stages.filter(position__gt=0).first()
    through = set(day_two.qualifiers.values_list("entry", flat=True)) if day_two else None
    here = [
        entry
        for entry in home.entries.all()
        if entry.checked_in_at is not None and entry.dropped_in is None and not entry.disqualified
    ]
    going_on = [entry for entry in here if through is None or entry.pk in through]
    plays = {entry.pk for entry in going_on if entry.joined_round <= round_.number}
    seated = {one for match in round_.matches.all() for one in match_seating.entry_keys_of(match)}
    lost = set(round_.matches.filter(outcome=Outcome.LATE_LOSS.value).values_list("left", flat=True))
    return {
        "unseated_entries": plays - seated,
        "entries_to_remove_from_round": seated - plays,
        "later_joiners": {entry.pk for entry in here if entry.joined_round > round_.number} - seated,
        "entries_without_match": {entry.pk for entry in going_on} - seated,
        "late": {entry.pk for entry in going_on} - (seated - lost),
    }


@pytest.mark.parametrize("seed", range(12))
def test_who_is_left_out_is_the_same_by_sql_and_by_sets(seed: int) -> None:
    round_ = a_field(Random(seed))
    by_sql = {query.__name__: {entry.pk for entry in query(round_)} for query in QUERIES}
    by_sql["late"] = {entry.pk for entry in manual_pairing.load_changeable_round(round_).late}
    assert by_sql == by_sets(round_)


def test_a_field_without_seats_leaves_out_everybody() -> None:
    round_ = a_field(Random(1))
    round_.matches.all().delete()
    expected = by_sets(round_)
    assert {entry.pk for entry in unseated_entries(round_)} == expected["unseated_entries"] != set()
    assert not entries_to_remove_from_round(round_).exists()


@pytest.mark.postgres
@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.__name__)
def test_postgresql_hashes_the_seats_of_a_round(query: Callable[[Round], QuerySet[Entry]]) -> None:
    """It must not run a subquery per entry: posting holds the division's lock, and 4,096 × 4,096 rows take a second."""
    if connection.vendor != "postgresql":
        pytest.skip("needs a real PostgreSQL")
    round_ = a_field(Random(3))
    plan = query(round_).explain()
    assert "Anti Join" not in plan, plan
    assert "hashed SubPlan" in plan, plan
