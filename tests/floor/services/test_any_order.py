"""Anything staff can do, in any order: after each step the rounds are consistent, and an undo restores what was.

More with STADIUM_ORDERS=500. A failure names its seed: `STADIUM_ORDER=41 pytest …` plays only that one.
"""

import os
from collections.abc import Callable
from operator import attrgetter
from random import Random

import pytest
from django.db import transaction

from core.engine.journal.kinds import reversible_kinds
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import ALONE, Outcome
from pairings.models import Bracket, BracketSeat, Match, Qualifier, Round, Seat, Stage, Standing
from pairings.models.match import Reason
from pairings.queries.rounds import engine_fields, round_entries
from pairings.queries.standings import standings_lists, swiss_standings
from pairings.queries.verification.journal_check import journal_disagreements
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, re_pairing, rounds
from pairings.services.rounds import day_two as days
from pairings.services.rounds.match_seating import entry_keys_of
from tests import build
from tests.floor.services import reporting, revisions
from tests.pairings.services.bracket.out_of_cut import follow_who_is_out
from tournaments.engine.advance import WAYS
from tournaments.models import Division, Entry, ScheduleItem
from tournaments.services import entries, schedule

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ORDERS = int(os.environ.get("STADIUM_ORDERS", "2"))
SEEDS = [int(one)] if (one := os.environ.get("STADIUM_ORDER")) else range(ORDERS)
STEPS = 40
FIGURES = attrgetter("place", "points", "wins", "losses", "ties", "tie_breaks")
OUTCOMES = [Outcome.LEFT, Outcome.RIGHT, Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS]


class Floor(reporting.Reporting):
    """A division of five to nine players in which anything may happen."""

    outcomes = OUTCOMES[:5]

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        structure = self.chance.choice(["swiss", "swiss_cut", "swiss_cut", "elimination"])
        by_age = structure != "elimination" and self.chance.random() < 0.3
        event = build.event(structure=structure, by_age=by_age)
        schedule.plan_day(event, by=None, first_start=build.NOON, rounds=6)
        build.add_players(event, self.chance.randint(4, 9), birth_years=(1990, 2012))
        build.add_players(event, 2, checked_in=False)
        self.division = event.divisions.select_related("tournament").get()
        Division.objects.filter(pk=self.division.pk).update(
            rounds_planned=self.chance.choice([None, 2, 3]), third_place=structure != "swiss"
        )
        if structure != "elimination" and self.chance.random() < 0.5:
            rule = self.chance.choice(WAYS)
            Division.objects.filter(pk=self.division.pk).update(
                day_two_by=rule, day_two_size=4, day_two_points=3, day_two_rounds=2
            )

    def acts(self) -> list[tuple[int, Callable[[], object]]]:
        """Return the actions to try, with their weights."""
        return [
            (6, self.pair),
            (2, self.pair_again),
            (2, self.swap),
            (8, self.post),
            (12, self.result),
            (6, self.results),
            (2, self.clear),
            (8, self.close),
            (2, self.correct),
            (2, self.cut),
            (3, self.day_two),
            (3, self.drop),
            (2, self.reinstate),
            (1, self.disqualify),
            (1, self.lift),
            (2, self.come_late),
            (2, self.check_in),
            (1, self.check_in_all),
            (1, self.check_out),
            (1, self.change),
            (1, self.seat_late),
            (1, self.take_out),
            (1, self.draw_posted_again),
            *self.reporting(),
            (7, self.undo_last),
            (3, self.undo_any),
        ]

    def pair(self) -> None:
        rounds.pair_next_round(
            self.of(), by=None, seed=self.chance.getrandbits(40), additional=self.chance.random() < 0.3
        )

    def pair_again(self) -> None:
        rounds.pair_unposted_round_again(self.newest(), by=None, seed=self.chance.getrandbits(40))

    def swap(self) -> None:
        rounds.swap_players(self.newest(), self.somebody(), self.somebody(), by=None, anyway=True)

    def post(self) -> None:
        rounds.post(self.newest(), by=None)

    def result(self) -> None:
        match = self.some_match(self.newest())
        result = MatchResult(self.chance.choice(OUTCOMES))
        results.enter_result(match, result, by=None, seen=Outcome(match.outcome))

    def results(self) -> None:
        for match in self.newest().matches.filter(outcome="pending"):
            result = MatchResult(self.chance.choice([Outcome.LEFT, Outcome.RIGHT]))
            results.enter_result(match, result, by=None)

    def clear(self) -> None:
        match = self.some_match(self.newest())
        results.clear_result(match, by=None, seen=Outcome(match.outcome))

    def close(self) -> None:
        rounds.close_round(self.newest(), by=None)

    def correct(self) -> None:
        closed = self.division.rounds.filter(state=Round.State.CLOSED).order_by("number")
        round_ = self.chance.choice(list(closed) or [self.newest()])
        results.correct_result(
            self.some_match(round_), MatchResult(self.chance.choice(OUTCOMES)), by=None, why="slip misread"
        )

    def cut(self) -> None:
        age_divisions = set(engine_fields.ranked_age_divisions(self.of()).values())
        sizes = {line: self.chance.choice([2, 3, 4]) for line in age_divisions}
        cuts.start_cut(self.of(), by=None, sizes=sizes, anyway=self.chance.random() < 0.5)

    def day_two(self) -> None:
        age_divisions = set(engine_fields.ranked_age_divisions(self.of()).values())
        sizes = {line: self.chance.choice([2, 3, 4]) for line in age_divisions}
        by_settings = self.chance.random() < 0.7
        anyway = self.chance.random() < 0.4
        days.open_day_two(self.of(), by=None, sizes=None if by_settings else sizes, rounds=2, anyway=anyway)

    def drop(self) -> None:
        attendance.drop_player(self.somebody(), by=None)

    def reinstate(self) -> None:
        attendance.reinstate_player(self.somebody(dropped_in__isnull=False), by=None)

    def disqualify(self) -> None:
        attendance.disqualify_player(self.somebody(), by=None)

    def lift(self) -> None:
        attendance.lift_disqualification_of_player(self.somebody(disqualified=True), by=None)

    def come_late(self) -> None:
        name = f"Late {self.division.entries.count()}"
        attendance.enter_player(
            self.division.tournament, by=None, first_name=name, last_name="Comer", birth_year=1991,
            joined_round=self.chance.choice([1, 1, 2]), awarded_byes=self.chance.choice([0, 0, 0, 2]),
            checked_in=self.chance.random() < 0.5, namesake=True,
        )  # fmt: skip

    def check_in(self) -> None:
        attendance.check_in_player(self.somebody(checked_in_at__isnull=True), by=None)

    def check_in_all(self) -> None:
        attendance.check_in_all_missing_players(self.division.tournament, by=None)

    def check_out(self) -> None:
        attendance.check_out_unpaired_player(self.somebody(), by=None)

    def change(self) -> None:
        changes = [{"late": True}, {"late": False}, {"age_division": "senior"}, {"age_division": "masters"}]
        entries.change_entry(self.somebody(), by=None, **self.chance.choice(changes))

    def seat_late(self) -> None:
        late_entries.seat_late_entry(self.somebody(), self.newest(), by=None)

    def take_out(self) -> None:
        late_entries.take_out_of_round(self.somebody(), self.newest(), by=None, anyway=True)

    def draw_posted_again(self) -> None:
        re_pairing.re_pair_posted(self.newest(), by=None, seed=self.chance.getrandbits(40))

    def undo_last(self) -> None:
        step = undo.last_undoable_step(self.of())
        if step is not None:
            undo.undo_step(step, by=None)

    def undo_any(self) -> None:
        """Undo a line out of order, as from an outdated page."""
        lines = list(self.division.journal.filter(kind__in=reversible_kinds()).order_by("-pk")[:12])
        if lines:
            undo.undo_step(self.chance.choice(lines), by=None)

    def of(self) -> Division:
        return Division.objects.select_related("tournament").get(pk=self.division.pk)

    def newest(self) -> Round:
        found = self.division.rounds.order_by("-number").first()
        if found is None:
            raise Refused("NOTHING_YET")
        return found

    def some_match(self, round_: Round) -> Match:
        found = list(round_.matches.order_by("pk"))
        if not found:
            raise Refused("NOTHING_YET")
        return self.chance.choice(found)

    def somebody(self, **which: object) -> Entry:
        found = list(
            self.division.entries.filter(**which).select_related("division__tournament").order_by("pk")
        )
        if not found:
            raise Refused("NOTHING_YET")
        return self.chance.choice(found)

    def step(self) -> str:
        """Try random actions until one succeeds; a refused one leaves no trace."""
        weights, acts = zip(*self.acts(), strict=True)
        before = dump(self.division)
        for act in self.chance.choices(acts, weights, k=20):
            if self._done(act, before):
                return act.__name__
        return "nothing"

    def _done(self, act: Callable[[], object], before: dict[str, object]) -> bool:
        lines, seats = self.division.tournament.journal.count(), revisions.posted_seats(self.division)
        try:
            with transaction.atomic():
                act()
        except Refused:
            return False
        revisions.require_raised(seats, revisions.posted_seats(self.division))
        written = self.division.tournament.journal.count() - lines
        changed = dump(self.division) != before
        assert bool(written) == changed, f"{act.__name__}: {written} lines of the journal"
        return changed


def dump(of: Division) -> dict[str, object]:
    """Return every row that says who plays, against whom, and with which result; matches by their players."""
    tables = {
        "division": Division.objects.filter(pk=of.pk),
        "entries": Entry.objects.filter(division=of),
        "stages": Stage.objects.filter(division=of),
        "qualifiers": Qualifier.objects.filter(stage__division=of),
        "brackets": Bracket.objects.filter(stage__division=of),
        "rounds": Round.objects.filter(division=of),
        "schedule": ScheduleItem.objects.filter(tournament=of.tournament),
    }
    rows: dict[str, object] = {
        name: sorted((_plain(row) for row in found), key=str) for name, found in tables.items()
    }
    rows["seeds"] = sorted(
        BracketSeat.objects.filter(bracket__stage__division=of).values_list("bracket", "seed", "entry")
    )
    columns = [field.name for field in Match._meta.fields if field.name not in ("id", "round")]
    rows["matches"] = sorted(
        Match.objects.filter(round__division=of).values_list("round__number", *columns), key=str
    )
    rows["seats"] = sorted(
        Seat.objects.filter(round__division=of).values_list("round__number", "entry", "match__left")
    )
    rows["standings"] = sorted(
        Standing.objects.filter(round__division=of).values_list(
            "round__number", "entry", "age_division", "place", "points", "owp", "oowp"
        )
    )
    return rows | reporting.dumped(of)


def _plain(row: object) -> list[tuple[str, object]]:
    return sorted((f.name, str(f.value_from_object(row))) for f in type(row)._meta.fields if f.editable)


def whole(of: Division, newest: int = 0) -> None:
    """Check what holds at any moment. `newest`: how many rounds to check, 0 for all."""
    found = list(of.rounds.select_related("stage").order_by("number"))
    assert [round_.number for round_ in found] == list(range(1, len(found) + 1))
    assert list(journal_disagreements(of.tournament)) == []
    assert all(round_.state == Round.State.CLOSED for round_ in found[:-1])
    for round_ in found[-newest:]:
        reporting.whole(round_)
        _seated(round_)
        _ranked(of, round_)
    _losses_for_rounds_missed(of)
    for table in standings_lists.standings_lists(of):
        assert [row.place for row in table.rows] == list(range(1, len(table.rows) + 1))
        banned = set(of.entries.filter(disqualified=True).values_list("pk", flat=True))
        assert not banned & {row.person.entry_id for row in table.rows}


def _seated(round_: Round) -> None:
    matches = list(round_.matches.all())
    seats = sorted((match.pk, one) for match in matches for one in entry_keys_of(match))
    assert sorted(round_.seats.values_list("match_id", "entry_id")) == seats
    assert len({one for _, one in seats}) == len(seats)
    if round_.state == Round.State.CLOSED:
        assert all(match.outcome != Outcome.PENDING for match in matches)
    if round_.state == Round.State.UNPOSTED:
        assert all(
            match.outcome in (Outcome.PENDING, Outcome.BYE, Outcome.AWARDED_BYE)
            or match.reason == Reason.WALKOVER
            for match in matches
        )
    if round_.state != Round.State.CLOSED and round_.stage.kind == Stage.Kind.ELIMINATION:
        follow_who_is_out(matches)
    for match in matches:
        assert (match.right_id is None) == (Outcome(match.outcome) in ALONE)


def _ranked(of: Division, round_: Round) -> None:
    standing = {(line.age_division, line.entry_id): FIGURES(line) for line in round_.standings.all()}
    if round_.state != Round.State.CLOSED or round_.stage.kind != Stage.Kind.SWISS:
        assert not standing
        return
    fresh = {
        (age_division, line.id): FIGURES(line)
        for age_division, lines in swiss_standings.standings_after(of, round_.number).items()
        for line in lines
    }
    assert standing == fresh, f"standings of round {round_.number}"


def _losses_for_rounds_missed(of: Division) -> None:
    """M-019: each active player sat in every posted Swiss round, or has a loss for it."""
    posted = (
        of.rounds.select_related("stage")
        .filter(stage__kind=Stage.Kind.SWISS)
        .exclude(state=Round.State.UNPOSTED)
    )
    for round_ in posted:
        present = round_entries.present_entries(of)
        here = present.filter(round_entries.STILL_IN_SWISS) if round_.stage.position else present
        absent = here.exclude(seats__round=round_)
        assert not absent.exists(), f"round {round_.number}: {list(absent)}"


@pytest.mark.parametrize("seed", SEEDS)
def test_any_order_of_steps_leaves_the_rounds_whole(seed):
    floor = Floor(seed)
    done = []
    for _ in range(STEPS):
        done.append(floor.step())
        try:
            whole(floor.of())
        except AssertionError as broken:
            raise AssertionError(" → ".join(done)) from broken


@pytest.mark.parametrize("seed", SEEDS)
def test_an_undo_gives_back_exactly_what_was(seed):
    """Each step that can be undone is undone at once, and then taken again."""
    floor, done = Floor(seed), []
    for _ in range(STEPS):
        newest = JournalEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        before = dump(floor.division)
        with transaction.atomic():
            with transaction.atomic():
                done.append(floor.step())
            lines = floor.division.journal.filter(pk__gt=newest, kind__in=reversible_kinds())
            line = lines.order_by("-pk").first()
            point = transaction.savepoint()
            if line is not None and floor.division.journal.filter(pk__gt=newest).count() == 1:
                undo.undo_step(line, by=None)
                whole(floor.of())
                _same(before, dump(floor.division), done)
            transaction.savepoint_rollback(point)


def _same(before: dict[str, object], after: dict[str, object], done: list[str]) -> None:
    left_out = ("reports", "disputes") if done[-1] in reporting.MADE_AGAIN else ()
    for name in before.keys() - left_out:
        assert after[name] == before[name], f"{name} after {done[-1]}: {' → '.join(done)}"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_step_can_always_be_undone(seed):
    """Whatever happened, staff can return to the first pairing one step at a time."""
    floor = Floor(seed)
    done = [floor.step() for _ in range(STEPS // 2)]
    for _ in range(2 * STEPS):
        step = undo.last_undoable_step(floor.of())
        if step is None:
            break
        try:
            undo.undo_step(step, by=None)
        except Refused as refused:
            raise AssertionError(f"{step.kind}: {refused.code}: {' → '.join(done)}") from refused
        whole(floor.of())
    assert not floor.division.rounds.exists()
