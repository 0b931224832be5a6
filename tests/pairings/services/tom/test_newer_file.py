"""A newer file of TOM for an event that exists here: its rounds are added, or a refusal says why not."""

from collections.abc import Iterator
from random import Random

import pytest

from core.services import undo
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.tom import comparison, exports
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.services.tom import importing, newer_file
from tests import build
from tests.pairings import tom_files as tf
from tests.pairings.event_rows import event_rows
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
    return importing.import_event(EARLIER, by=by, filename="earlier.tdf")


def states(event: Tournament) -> list[tuple[int, str]]:
    found = Round.objects.filter(division__tournament=event).order_by("number")
    return list(found.values_list("number", "state"))


def code(event: Tournament, data: bytes, by: User) -> str:
    before = states(event)
    refused = build.refusal(newer_file.update_from_newer_file, event, data, by=by)
    assert states(event) == before
    return refused.code


def test_missing_results_and_rounds_come_with_the_file(event, by):
    found = comparison.compare_with_file(event, importing.read_tom_file(NEWER))
    assert (found.newer, found.in_the_way) == ("there", ())
    assert newer_file.update_from_newer_file(event, NEWER, by=by, filename="newer.tdf") == 1
    assert states(event) == [(1, "closed"), (2, "closed"), (3, "posted")]
    found = comparison.compare_with_file(event, importing.read_tom_file(NEWER))
    assert found.differences == ()
    assert exports.export_tom_file(event).data == NEWER
    line = event.journal.get(kind="TomRoundsAdded")
    assert (line.facts["filename"], line.facts["rounds"]) == ("newer.tdf", 1)


def test_standings_are_those_of_the_whole_file_taken_over(event, by):
    newer_file.update_from_newer_file(event, NEWER, by=by)
    whole = importing.import_event(NEWER, by=build.user("other"))
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
    newer_file.update_from_newer_file(event, NEWER, by=by)
    third = event.divisions.get().rounds.get(number=3)
    for match in third.matches.all():
        results.enter_result(match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    rounds.close_round(third, by=by)
    assert states(event)[-1] == (3, "closed")


def test_a_file_with_results_alone_finishes_the_round(event, by):
    assert newer_file.update_from_newer_file(event, tf.swiss(4, [ONE, two(LEFT, TIE)]), by=by) == 0
    assert states(event) == [(1, "closed"), (2, "closed")]


def test_a_trial_changes_nothing(event, by):
    assert newer_file.count_addable_rounds(event, NEWER, by=by) == 1
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
    newer_file.update_from_newer_file(event, data, by=by)
    assert event.entries.get(player_number=tf.user_id(4)).dropped_in == 2


def test_the_same_file_and_an_older_one_are_not_newer(event, by):
    assert code(event, EARLIER, by) == "TOM_FILE_NOT_NEWER"
    assert code(event, tf.swiss(4, [ONE]), by) == "TOM_FILE_DIFFERS"


@pytest.mark.parametrize(
    "data",
    [
        tf.swiss(4, [ONE, two(LEFT, TIE), THREE], category=1),
        NEWER.replace(b"26-11-000001", b"26-11-000002"),
        tf.swiss(3, [tf.round_(1, [(LEFT, 1, 2), (5, 3, 0)]), tf.round_(2, [(LEFT, 1, 3), (5, 2, 0)])]),
    ],
    ids=["another division", "another sanction number", "a player who is not in the file"],
)
def test_what_differs_here_already_is_in_the_way(event, by, data):
    assert code(event, data, by) == "TOM_FILE_DIFFERS"


def test_a_result_entered_here_is_replaced_only_where_that_was_confirmed(event, by):
    (open_match,) = Round.objects.get(number=2).matches.filter(outcome="pending")
    results.enter_result(open_match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    assert code(event, NEWER, by) == "TOM_FILE_REPLACES"
    found = comparison.compare_with_file(event, importing.read_tom_file(NEWER))
    (lost,) = found.replaced
    assert (lost.ours, lost.theirs, lost.round) == (Outcome.LEFT, Outcome.TIE, 2)
    newer_file.update_from_newer_file(event, NEWER, by=by, replaces=found.replaced_key)
    assert comparison.compare_with_file(event, importing.read_tom_file(NEWER)).same
    open_match.refresh_from_db()
    assert open_match.outcome == Outcome.TIE
    line = event.journal.filter(kind="ResultEntered").latest("pk")
    assert (line.facts["before"]["outcome"], line.facts["why"]) == ("left", "TOM")


def test_a_result_entered_since_it_was_confirmed_is_not_lost(event, by):
    (open_match,) = Round.objects.get(number=2).matches.filter(outcome="pending")
    results.enter_result(open_match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    confirmed = comparison.compare_with_file(event, importing.read_tom_file(NEWER)).replaced_key
    results.enter_result(open_match, MatchResult(Outcome.RIGHT), by=by, seen=Outcome.LEFT)
    refused = build.refusal(newer_file.update_from_newer_file, event, NEWER, by=by, replaces=confirmed)
    assert refused.code == "TOM_FILE_REPLACES"
    open_match.refresh_from_db()
    assert open_match.outcome == Outcome.RIGHT


def test_a_result_entered_here_stays_where_the_match_is_open_in_the_file(event, by):
    (open_match,) = Round.objects.get(number=2).matches.filter(outcome="pending")
    results.enter_result(open_match, MatchResult(Outcome.LEFT), by=by, seen=Outcome.PENDING)
    data = EARLIER.replace(tf.user_id(3).encode(), b"7999999")
    newer_file.update_from_newer_file(event, data, by=by)
    open_match.refresh_from_db()
    assert open_match.outcome == Outcome.LEFT
    assert event.entries.filter(player_number="7999999").exists()


def test_an_older_file_clears_no_result_without_being_confirmed(by):
    event = importing.import_event(tf.swiss(4, [ONE, two(LEFT, TIE)]), by=by)
    assert code(event, EARLIER, by) == "TOM_FILE_REPLACES"
    found = comparison.compare_with_file(event, importing.read_tom_file(EARLIER))
    assert [one.ours for one in found.replaced] == [Outcome.TIE]
    newer_file.update_from_newer_file(event, EARLIER, by=by, replaces=found.replaced_key)
    assert states(event) == [(1, "closed"), (2, "posted")]
    assert comparison.compare_with_file(event, importing.read_tom_file(EARLIER)).same


def test_a_round_that_is_not_posted_here_comes_first(event, by):
    second = Round.objects.get(number=2)
    (open_match,) = second.matches.filter(outcome="pending")
    results.enter_result(open_match, MatchResult(Outcome.TIE), by=by, seen=Outcome.PENDING)
    rounds.close_round(second, by=by)
    rounds.pair_next_round(event.divisions.get(), by=by, seed=1)
    assert code(event, NEWER, by) == "TOM_UNPOSTED_HERE"


def test_an_event_that_began_here_continues_with_a_file_too(by):
    event = importing.import_event(tf.swiss(4), by=by)
    assert newer_file.update_from_newer_file(event, NEWER, by=by) == 3
    assert states(event) == [(1, "closed"), (2, "closed"), (3, "posted")]


def test_a_player_id_corrected_in_tom_is_one_difference_and_is_taken_over(event, by):
    newer = NEWER.replace(tf.user_id(3).encode(), b"7999999")
    found = comparison.compare_with_file(event, importing.read_tom_file(newer))
    assert [one for one in found.differences if one.kind == "PLAYER_ID"] == [
        comparison.Difference(
            "PLAYER_ID", tf.user_id(3), "7999999", field="player_id", players=("Zoë 3 Núñez",)
        )
    ]
    assert {one.kind for one in found.differences} == {"PLAYER_ID", "RESULT", "ROUND_ONLY_THERE"}
    assert found.in_the_way == ()

    newer_file.update_from_newer_file(event, newer, by=by)

    assert comparison.compare_with_file(event, importing.read_tom_file(newer)).same
    assert exports.export_tom_file(event).data == newer
    assert event.entries.get(player_number="7999999").player.player_id == "7999999"
    assert event.journal.filter(kind="PlayerChanged").count() == 1


def test_a_corrected_player_id_alone_is_enough_to_continue(event, by):
    newer = EARLIER.replace(tf.user_id(3).encode(), b"7999999")
    assert [
        one.kind for one in comparison.compare_with_file(event, importing.read_tom_file(newer)).differences
    ] == ["PLAYER_ID"]
    assert newer_file.update_from_newer_file(event, newer, by=by) == 0
    assert comparison.compare_with_file(event, importing.read_tom_file(newer)).same


def test_a_player_id_of_somebody_else_is_refused(event, by):
    other = importing.import_event(tf.swiss(9, [ONE]), by=by)
    taken = other.entries.get(player_number=tf.user_id(9)).player_number.encode()
    newer = NEWER.replace(tf.user_id(3).encode(), taken)
    assert code(event, newer, by) == "PLAYER_ID_TAKEN"


def test_namesakes_of_one_year_are_not_taken_for_each_other(by):
    twins = [tf.player(n, first="Ana", last="Silva", more="<starter>true</starter>") for n in (1, 2)]
    others = [tf.player(n, more="<starter>true</starter>") for n in (3, 4)]
    data = tf.file([*twins, *others], [tf.pod(range(1, 5), [ONE])])
    event = importing.import_event(data, by=by)
    both = data.replace(tf.user_id(1).encode(), b"7999991").replace(tf.user_id(2).encode(), b"7999992")
    assert comparison.compare_with_file(event, importing.read_tom_file(both)).corrected_player_ids == {}


@pytest.mark.parametrize("seed", range(12))
def test_every_newer_state_of_an_event_in_tom_continues(seed, by):
    """After each round, result, drop, late entry and corrected Player ID, separately and several at once."""
    chance = Random(seed)
    states = list(Story(chance).states())
    event = importing.import_event(states[0], by=by)
    at = undone = 0
    while at < len(states) - 1:
        assert comparison.compare_with_file(event, importing.read_tom_file(states[at])).same
        at = min(at + chance.randint(1, 3), len(states) - 1)
        if comparison.compare_with_file(event, importing.read_tom_file(states[at])).same:
            continue
        before = event_rows()
        newer_file.update_from_newer_file(event, states[at], by=by)
        if chance.random() < 0.5:
            undo.undo_step(event.journal.get(kind="TomRoundsAdded", undone_by=None, pk__gt=undone), by=by)
            assert event_rows() == before
            newer_file.update_from_newer_file(event, states[at], by=by)
        undone = event.journal.latest("pk").pk
        found = comparison.compare_with_file(event, importing.read_tom_file(states[at]))
        assert (found.differences, found.places) == ((), ()), at
        assert tdf.read_tdf_file(exports.export_tom_file(event).data) == tdf.read_tdf_file(states[at])


class Story:
    """An event as TOM plays it, which can be written to a file at any point."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.ids = {number: tf.user_id(number) for number in range(1, chance.randint(6, 9) + 1)}
        self.dropped: dict[int, int] = {}
        self.late: set[int] = set()
        self.rounds: list[list[tuple[int, int, int]]] = []

    def states(self) -> Iterator[bytes]:
        for _round in range(4):
            self._pair()
            yield self.file()
            for at in self.chance.sample(range(len(self.rounds[-1])), len(self.rounds[-1])):
                outcome, left, right = self.rounds[-1][at]
                if outcome == OPEN:
                    self.rounds[-1][at] = (self.chance.choice((1, 2, 3, 10)), left, right)
                if self.chance.random() < 0.4:
                    yield self.file()
            for happens in self.chance.sample((self._drop, self._come_late, self._renumber), 3):
                if self.chance.random() < 0.5:
                    happens()
                    yield self.file()

    def _pair(self) -> None:
        here = [number for number in self.ids if number not in self.dropped]
        self.chance.shuffle(here)
        bye = [(5, here.pop(), 0)] if len(here) % 2 else []
        self.rounds.append([(OPEN, *pair) for pair in zip(here[::2], here[1::2], strict=True)] + bye)

    def _drop(self) -> None:
        here = [number for number in self.ids if number not in self.dropped]
        if len(here) > 4:
            self.dropped[self.chance.choice(here)] = len(self.rounds)

    def _come_late(self) -> None:
        number = max(self.ids) + 1
        self.ids[number] = tf.user_id(number)
        self.late.add(number)
        if self.chance.random() < 0.7:
            self.rounds[-1].append((8, number, 0))

    def _renumber(self) -> None:
        number = self.chance.choice(list(self.ids))
        self.ids[number] = str(7_900_000 + self.chance.randrange(90_000))

    def file(self) -> bytes:
        players = [tf.player(number, more=self._more(number)) for number in self.ids]
        rounds = [tf.round_(number, seats) for number, seats in enumerate(self.rounds, start=1)]
        data = tf.file(players, [tf.pod(self.ids, rounds)])
        for number, player_id in self.ids.items():
            data = data.replace(tf.user_id(number).encode(), player_id.encode())
        return data

    def _more(self, number: int) -> str:
        more = "" if number in self.late else "<starter>true</starter>"
        if number in self.dropped:
            more += f"<dropped><status>1</status><round>{self.dropped[number]}</round>"
            more += "<timestamp>11/14/2026 13:00:00</timestamp></dropped>"
        return more
