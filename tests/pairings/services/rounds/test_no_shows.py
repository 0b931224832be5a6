"""No-shows of a round are dropped in one step, are not paired in later rounds, and are reinstated by one undo."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat, Standing
from pairings.models.match import Reason
from pairings.queries.rounds import no_shows as queries
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import all_divisions, attendance, no_shows, rounds
from tests import build
from tests.pairings.build import division, report_all
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def played(*, players: int = 12) -> Round:
    """Create round 1 with all results: no Player 2 at table 1, neither player at table 2, all others played."""
    home = division(players)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    first, second = round_.matches.filter(table__lte=2).order_by("table")
    results.enter_result(first, MatchResult(Outcome.LEFT, Reason.NO_SHOW), by=None)
    results.enter_result(second, MatchResult(Outcome.DOUBLE_LOSS, Reason.NO_SHOW), by=None)
    report_all(round_)
    return Round.objects.select_related("division__tournament", "stage").get(pk=round_.pk)


def away(round_: Round) -> list[Entry]:
    first, second = round_.matches.filter(table__lte=2).order_by("table")
    return [first.right, second.left, second.right]


def rows(round_: Round) -> list[object]:
    home = round_.division
    standings = Standing.objects.filter(round__division=home).order_by("round", "entry")
    return [
        list(home.entries.order_by("pk").values_list("pk", "dropped_in", "dropped_at", "joined_round")),
        list(Match.objects.filter(round__division=home).order_by("pk").values()),
        list(
            standings.values_list(
                "round", "entry", "place", "points", "wins", "losses", "ties", "owp", "oowp"
            )
        ),
    ]


def test_those_who_did_not_come_are_named_and_no_one_else() -> None:
    round_ = played()
    assert [row.entry for row in queries.no_shows_of_round(round_)] == away(round_)


def test_they_are_paired_in_no_later_round() -> None:
    round_ = played()
    dropped = no_shows.drop_no_shows(round_, [one.pk for one in away(round_)], by=None)
    assert dropped == away(round_)
    rounds.close_round(round_, by=None)
    following = rounds.pair_next_round(round_.division, by=None)
    seated = set(Seat.objects.filter(round=following).values_list("entry", flat=True))
    assert not seated & {one.pk for one in dropped}
    assert len(seated) == 9


@pytest.mark.parametrize("closed", [False, True])
def test_one_undo_reverses_all_of_them_exactly(closed: bool) -> None:
    round_ = played()
    if closed:
        rounds.close_round(round_, by=None)
    before = rows(round_)
    no_shows.drop_no_shows(round_, [one.pk for one in away(round_)], by=None)
    assert rows(round_) != before
    line = undo.last_undoable_step(round_.division)
    assert line is not None
    assert (line.kind, line.facts["count"]) == ("NoShowsDropped", 3)
    undo.undo_step(line, by=None)
    assert rows(round_) == before


def test_who_came_back_by_themselves_is_left_alone_by_the_undo() -> None:
    round_ = played()
    first, *others = away(round_)
    no_shows.drop_no_shows(round_, [one.pk for one in away(round_)], by=None)
    attendance.reinstate_player(first, by=None)
    attendance.drop_player(first, by=None)
    undo.undo_step(round_.division.journal.get(kind="NoShowsDropped"), by=None)
    assert Entry.objects.get(pk=first.pk).dropped_in == 1
    assert not Entry.objects.filter(pk__in=[one.pk for one in others], dropped_in__isnull=False).exists()


def test_a_round_posted_without_them_is_undone_first() -> None:
    round_ = played()
    no_shows.drop_no_shows(round_, [one.pk for one in away(round_)], by=None)
    line = round_.division.journal.get(kind="NoShowsDropped")
    rounds.close_round(round_, by=None)
    rounds.post(rounds.pair_next_round(round_.division, by=None), by=None)
    refused = build.refusal(undo.undo_step, line, by=None)
    assert (refused.code, refused.facts["round"]) == ("UNDO_NEXT_ROUND_FIRST", 2)


def test_a_second_press_drops_no_one() -> None:
    round_ = played()
    keys = [one.pk for one in away(round_)]
    no_shows.drop_no_shows(round_, keys, by=None)
    assert build.refusal(no_shows.drop_no_shows, round_, keys, by=None).code == "NO_SHOWS_CHANGED"
    came = round_.matches.get(table=3).left_id
    assert build.refusal(no_shows.drop_no_shows, round_, [came], by=None).code == "NO_SHOWS_CHANGED"


def test_closing_drops_them_in_the_same_press() -> None:
    round_ = played()
    keys = [one.pk for one in away(round_)]
    all_divisions.close_all_divisions(
        round_.division.tournament, {round_.division_id: 1}, by=None, drop=[*keys, 10**9]
    )
    assert set(Entry.objects.filter(dropped_in=1).values_list("pk", flat=True)) == set(keys)
    kinds = round_.division.journal.order_by("-pk").values_list("kind", flat=True)[:2]
    assert list(kinds) == ["RoundClosed", "NoShowsDropped"]


def test_one_undo_of_a_closed_round_reverses_the_drops_of_the_same_press() -> None:
    round_ = played()
    keys = [one.pk for one in away(round_)]
    before = rows(round_)
    rounds.close_round(round_, by=None, drop=keys)
    closing = undo.last_undoable_step(round_.division)
    assert closing is not None
    assert closing.kind == "RoundClosed"
    undo.undo_step(closing, by=None)
    assert rows(round_) == before
    assert undone() == ["NoShowsDropped", "RoundClosed"]


def test_drops_of_another_press_and_those_reinstated_since_stay_as_they_are() -> None:
    round_ = played()
    keys = [one.pk for one in away(round_)]
    no_shows.drop_no_shows(round_, keys[:1], by=None, now=timezone.now() - timedelta(minutes=1))
    rounds.close_round(round_, by=None, drop=keys[1:2])
    attendance.reinstate_player(Entry.objects.get(pk=keys[1]), by=None)
    closing = JournalEvent.objects.get(kind="RoundClosed")
    undo.undo_step(closing, by=None)
    assert undone() == ["RoundClosed"]
    assert Entry.objects.get(pk=keys[0]).dropped_in == 1


def undone() -> list[str]:
    lines = JournalEvent.objects.filter(kind="Undone").values_list("facts", flat=True)
    return sorted(facts["what"] for facts in lines)
