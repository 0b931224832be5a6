"""One step for all divisions: all take it or none does, each can be undone alone, and nothing is done twice."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.rounds import all_divisions, rounds
from tests import build
from tests.pairings.build import report_all
from tests.tournaments.services.test_at_once import at_once
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    made = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(made, 36, birth_years=(2018, 2012, 1990))
    return made


def coming(event: Tournament, number: int = 1) -> dict[int, int]:
    return dict.fromkeys(event.divisions.values_list("pk", flat=True), number)


def states(event: Tournament) -> list[str]:
    rows = Round.objects.filter(division__tournament=event).order_by("division__position", "number")
    return list(rows.values_list("state", flat=True))


def test_a_round_of_all_divisions(event: Tournament) -> None:
    by = build.staff(event, "scorekeeper")
    seen = coming(event)
    paired = all_divisions.pair_all_divisions(event, seen, by=by)
    assert [str(round_.division) for round_ in paired.done] == ["Juniors", "Seniors", "Masters"]
    assert not paired.refused
    tables = [table for one in paired.done for table in one.matches.values_list("table", flat=True)]
    assert sorted(tables) == list(range(1, 19))
    assert len(all_divisions.post_all_divisions(event, seen, by=by).done) == 3
    for round_ in paired.done:
        report_all(round_)
    assert len(all_divisions.close_all_divisions(event, seen, by=by).done) == 3
    assert states(event) == ["closed"] * 3
    for home in event.divisions.all():
        lines = home.journal.exclude(kind="ResultEntered").order_by("id")
        assert list(lines.values_list("kind", "by")) == [
            ("RoundPaired", by.pk),
            ("RoundPosted", by.pk),
            ("RoundClosed", by.pk),
        ]


def test_where_one_division_is_refused_none_takes_the_step(event: Tournament) -> None:
    junior, senior, masters = event.divisions.order_by("position")
    senior.entries.update(checked_in_at=None)
    became = all_divisions.pair_all_divisions(event, coming(event), by=None)
    assert became.done == ()
    assert became.waiting == (junior, masters)
    ((home, why),) = became.refused
    assert (home, why.code) == (senior, "NOBODY_CHECKED_IN")
    assert states(event) == []
    assert not event.journal.filter(kind="RoundPaired").exists()


def test_the_others_take_it_once_someone_said_so(event: Tournament) -> None:
    junior, senior, masters = event.divisions.order_by("position")
    senior.entries.update(checked_in_at=None)
    others = {junior.pk: 1, masters.pk: 1}
    assert len(all_divisions.pair_all_divisions(event, others, by=None).done) == 2
    assert states(event) == ["unposted"] * 2
    posted = all_divisions.post_all_divisions(event, coming(event), by=None)
    assert (posted.done, len(posted.waiting)) == ((), 2)
    assert [why.code for _home, why in posted.refused] == ["ROUND_NOT_FOUND"]
    assert states(event) == ["unposted"] * 2
    posted = all_divisions.post_all_divisions(event, others, by=None)
    report_all(posted.done[0], Outcome.TIE)
    closed = all_divisions.close_all_divisions(event, others, by=None)
    assert (closed.done, closed.waiting) == ((), (junior,))
    assert [why.code for _home, why in closed.refused] == ["ROUND_HAS_OPEN_MATCHES"]
    assert states(event) == ["posted"] * 2
    assert len(all_divisions.close_all_divisions(event, {junior.pk: 1}, by=None).done) == 1


def test_players_checked_in_after_pairing_keep_the_whole_hall_from_posting(event: Tournament) -> None:
    masters = event.divisions.get(age_division="masters")
    late = masters.entries.first()
    Entry.objects.filter(pk=late.pk).update(checked_in_at=None)
    all_divisions.pair_all_divisions(event, coming(event), by=None)
    Entry.objects.filter(pk=late.pk).update(checked_in_at=build.NOON)
    became = all_divisions.post_all_divisions(event, coming(event), by=None)
    assert [(str(home), why.code) for home, why in became.refused] == [("Masters", "PAIRINGS_ARE_STALE")]
    assert states(event) == ["unposted"] * 3


def test_a_division_that_someone_else_posted_keeps_no_one_waiting(event: Tournament) -> None:
    all_divisions.pair_all_divisions(event, coming(event), by=None)
    rounds.post(event.divisions.get(age_division="senior").rounds.get(), by=None)
    became = all_divisions.post_all_divisions(event, coming(event), by=None)
    assert [str(round_.division) for round_ in became.done] == ["Juniors", "Masters"]
    assert states(event) == ["posted"] * 3


def test_each_division_is_undone_by_itself(event: Tournament) -> None:
    by = build.staff(event, "scorekeeper")
    all_divisions.pair_all_divisions(event, coming(event), by=by)
    all_divisions.post_all_divisions(event, coming(event), by=by)
    junior, senior, masters = event.divisions.order_by("position")
    undo.undo_step(undo.last_undoable_step(senior, account=by), by=by)
    assert [home.rounds.get().state for home in (junior, senior, masters)] == ["posted", "unposted", "posted"]


def test_a_button_pressed_twice_pairs_no_second_round(event: Tournament) -> None:
    """The second desk still shows round 1 as not yet paired."""
    all_divisions.pair_all_divisions(event, coming(event), by=None)
    again = all_divisions.pair_all_divisions(event, coming(event), by=None)
    assert [why.code for _home, why in again.refused] == ["ROUND_IS_PAIRED"] * 3
    all_divisions.post_all_divisions(event, coming(event), by=None)
    for round_ in Round.objects.filter(division__tournament=event):
        report_all(round_)
    all_divisions.close_all_divisions(event, coming(event), by=None)
    late = all_divisions.pair_all_divisions(event, coming(event), by=None)
    assert [why.code for _home, why in late.refused] == ["ROUND_IS_PAIRED"] * 3
    ahead = all_divisions.pair_all_divisions(event, coming(event, 5), by=None)
    assert [why.code for _home, why in ahead.refused] == ["CHANGED_MEANWHILE"] * 3
    assert states(event) == ["closed"] * 3


def test_divisions_of_another_event_are_not_touched(event: Tournament) -> None:
    other = build.division(4)
    became = all_divisions.pair_all_divisions(event, {other.pk: 1}, by=None)
    assert became == all_divisions.AllDivisionsOutcome((), ())
    assert not other.rounds.exists()


def test_no_table_has_two_divisions_whoever_is_ahead(event: Tournament) -> None:
    """Juniors play round 2 while the others still play round 1."""
    all_divisions.pair_all_divisions(event, coming(event), by=None)
    all_divisions.post_all_divisions(event, coming(event), by=None)
    junior = event.divisions.get(age_division="junior")
    report_all(junior.rounds.get())
    rounds.close_round(junior.rounds.get(), by=None)
    all_divisions.pair_all_divisions(event, {junior.pk: 2}, by=None)
    playing = Match.objects.filter(round__division__tournament=event).exclude(round__state="closed")
    tables = list(playing.values_list("table", flat=True))
    assert sorted(tables) == list(range(1, 19))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_desks_press_at_once() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs a real PostgreSQL")
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, 36, birth_years=(2018, 2012, 1990))
    seen, done = coming(event), []

    def press(act: Callable[..., all_divisions.AllDivisionsOutcome]) -> None:
        outcome = act(event, seen, by=None)
        done.extend((act, round_.division_id) for round_ in outcome.done)

    for act in (all_divisions.pair_all_divisions, all_divisions.post_all_divisions):
        assert at_once(*[partial(press, act)] * 4) == {"done": 4}
        assert sorted(division for pressed, division in done if pressed is act) == sorted(seen)
    assert states(event) == ["posted"] * 3
    assert Match.objects.count() == 18
    assert len(set(Match.objects.values_list("table", flat=True))) == 18
