"""Both players and a judge tap the same thing at once: it counts once, and the result is entered once."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from floor.engine.table import read_tap
from floor.models import TableMark
from floor.queries import table_state as queries
from floor.services import table_taps
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Report
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests.pairings.services.reports.test_concurrency import at_once, crowd, match_of, posted

pytestmark = pytest.mark.django_db(transaction=True)


def fresh(match: Match) -> Match:
    related = ("round__division__tournament", "round__stage", "left__player", "right__player")
    return Match.objects.select_related(*related).get(pk=match.pk)


def tapped(match: Match, tap: str) -> None:
    table_taps.record_tap(fresh(match), read_tap(tap), by=None)


def test_one_turn_tapped_by_many_thumbs_is_over_once():
    match = match_of(posted())
    tapped(match, "time:left::phase=during_turn")
    assert at_once([partial(tapped, match, "turns:::count=1")] * crowd()) == ["done"] * crowd()
    assert match.marks.filter(kind="turns").count() == 1
    assert queries.table_state(fresh(match)).turns == 1


def test_taps_at_many_tables_lose_nothing():
    round_ = posted(crowd() * 2)
    matches = list(round_.matches.order_by("table"))
    words = ["starter:left:1:", "clock:left::", "empty:right::"]
    calls = [partial(tapped, match, tap) for match in matches for tap in words]
    assert set(at_once(calls)) == {"done"}
    stored = Counter(TableMark.objects.values_list("match", flat=True))
    assert set(stored.values()) == {len(words)}
    numbers = TableMark.objects.values_list("match", "number")
    assert len(set(numbers)) == len(matches) * len(words)


def test_confirmed_by_many_judges_it_is_one_result():
    match = match_of(posted())
    tapped(match, "won:left:1:")
    now = match.round.posted_at + timedelta(minutes=5)
    code = table_taps.verdict_token(queries.load_table(fresh(match), now))

    def confirm() -> None:
        table_taps.save_verdict_as_result(fresh(match), code, by=None, now=now)

    assert at_once([confirm] * crowd()) == ["done"] * crowd()
    assert Report.objects.filter(match=match).count() == 1


def test_a_tap_and_a_result_at_once_never_leave_a_tap_behind_the_result():
    match = match_of(posted())

    def enter() -> None:
        results.enter_result(fresh(match), MatchResult(Outcome.LEFT), by=None)

    outcomes = at_once([enter, *[partial(tapped, match, "won:right:1:")] * 5])
    assert set(outcomes) <= {"done", "MATCH_HAS_A_RESULT"}
    match.refresh_from_db()
    assert match.outcome == "left"
    last = match.marks.order_by("-number").first()
    assert last is None or last.at <= match.reported_at
