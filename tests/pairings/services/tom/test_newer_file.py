"""A newer file of TOM for an event that is here: its rounds are added, or it is said why not."""

import pytest

from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.tom import comparison, exports
from pairings.services import tom
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.services.tom import newer_file
from tests import build
from tests.pairings import tom_files as tf
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db

LEFT, RIGHT, TIE, OPEN = 1, 2, 3, 0
ONE = tf.round_(1, [(LEFT, 1, 2), (RIGHT, 3, 4)])
TWO = [(1, 4), (3, 2)]
THREE = tf.round_(3, [(OPEN, 1, 3), (OPEN, 4, 2)])


def two(*outcomes: int) -> str:
    return tf.round_(2, [(outcome, *seats) for outcome, seats in zip(outcomes, TWO, strict=True)])


EARLIER = tf.swiss(4, [ONE, two(LEFT, OPEN)])
NEWER = tf.swiss(4, [ONE, two(LEFT, TIE), THREE])


@pytest.fixture
def by() -> User:
    return build.user("marta")


@pytest.fixture
def event(by: User) -> Tournament:
    return tom.import_event(EARLIER, by=by, filename="earlier.tdf")


def states(event: Tournament) -> list[tuple[int, str]]:
    found = Round.objects.filter(division__tournament=event).order_by("number")
    return list(found.values_list("number", "state"))


def code(event: Tournament, data: bytes, by: User) -> str:
    before = states(event)
    refused = build.refusal(newer_file.add_rounds, event, data, by=by)
    assert states(event) == before
    return refused.code


def test_missing_results_and_rounds_come_with_the_file(event, by):
    found = comparison.compare(event, tom.read(NEWER))
    assert (found.newer, found.in_the_way) == ("there", ())
    assert newer_file.add_rounds(event, NEWER, by=by, filename="newer.tdf") == 1
    assert states(event) == [(1, "closed"), (2, "closed"), (3, "posted")]
    found = comparison.compare(event, tom.read(NEWER))
    assert found.differences == ()
    assert exports.export(event).data == NEWER
    line = event.journal.get(kind="TomRoundsAdded")
    assert line.facts == {"filename": "newer.tdf", "rounds": 1}


def test_standings_are_those_of_the_whole_file_taken_over(event, by):
    newer_file.add_rounds(event, NEWER, by=by)
    whole = tom.import_event(NEWER, by=build.user("other"))
    places = [
        list(
            one.divisions.get()
            .rounds.get(number=2)
            .standings.order_by("place")
            .values_list("entry__player_number", "points", "owp")
        )
        for one in (event, whole)
    ]
    assert places[0] == places[1]


def test_play_goes_on_after_it(event, by):
    newer_file.add_rounds(event, NEWER, by=by)
    third = event.divisions.get().rounds.get(number=3)
    for match in third.matches.all():
        results.enter(match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    rounds.close(third, by=by)
    assert states(event)[-1] == (3, "closed")


def test_a_file_with_results_alone_finishes_the_round(event, by):
    assert newer_file.add_rounds(event, tf.swiss(4, [ONE, two(LEFT, TIE)]), by=by) == 0
    assert states(event) == [(1, "closed"), (2, "closed")]


def test_a_trial_changes_nothing(event, by):
    assert newer_file.try_out(event, NEWER, by=by) == 1
    assert states(event) == [(1, "closed"), (2, "posted")]
    assert not event.journal.filter(kind="TomRoundsAdded").exists()


def test_who_left_in_tom_leaves_here(event, by):
    dropped = tf.player(
        4,
        more="<starter>true</starter><dropped><status>1</status><round>2</round>"
        "<timestamp>11/14/2026 13:00:00</timestamp></dropped>",
    )
    everybody = [tf.player(n, more="<starter>true</starter>") for n in (1, 2, 3)] + [dropped]
    data = tf.file(everybody, [tf.pod(range(1, 5), [ONE, two(LEFT, TIE)])])
    newer_file.add_rounds(event, data, by=by)
    assert event.entries.get(player_number=tf.user_id(4)).dropped_in == 2


def test_the_same_file_and_an_older_one_are_not_newer(event, by):
    assert code(event, EARLIER, by) == "TOM_FILE_NOT_NEWER"
    assert code(event, tf.swiss(4, [ONE]), by) == "TOM_FILE_DIFFERS"


@pytest.mark.parametrize(
    "data",
    [
        tf.swiss(4, [ONE, two(RIGHT, TIE), THREE]),
        tf.swiss(4, [tf.round_(1, [(LEFT, 1, 3), (RIGHT, 2, 4)]), two(LEFT, TIE), THREE]),
        tf.swiss(5, [ONE, two(LEFT, TIE), THREE]),
        tf.swiss(4, [ONE, two(LEFT, TIE), THREE], category=1),
    ],
    ids=["another result", "other pairings", "one more player", "another division"],
)
def test_what_differs_here_already_is_in_the_way(event, by, data):
    assert code(event, data, by) == "TOM_FILE_DIFFERS"


def test_rounds_played_in_both_are_not_merged(event, by):
    (open_match,) = Round.objects.get(number=2).matches.filter(outcome="pending")
    results.enter(open_match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    assert code(event, NEWER, by) == "TOM_FILE_DIFFERS"


def test_a_round_that_is_not_posted_here_comes_first(event, by):
    second = Round.objects.get(number=2)
    (open_match,) = second.matches.filter(outcome="pending")
    results.enter(open_match, MatchResult(Outcome.TIE), by=by, seen=Outcome.PENDING)
    rounds.close(second, by=by)
    rounds.pair_next(event.divisions.get(), by=by, seed=1)
    assert code(event, NEWER, by) == "TOM_UNPOSTED_HERE"


def test_an_event_that_began_here_continues_with_a_file_too(by):
    event = tom.import_event(tf.swiss(4), by=by)
    assert newer_file.add_rounds(event, NEWER, by=by) == 3
    assert states(event) == [(1, "closed"), (2, "closed"), (3, "posted")]
