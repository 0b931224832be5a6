"""Whatever staff do in any order, every checked-in player has a place in each round, or a page says that they do
not.

More with STADIUM_ORDERS=200. A failure names its seed: `STADIUM_ORDER=41 pytest …` plays only that one.
"""

import os
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core.engine.journal.kinds import reversible_kinds
from core.engine.refused import Refused
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.rounds import engine_fields
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, present_entries
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, manual_pairing, re_pairing, rounds
from pairings.services.rounds.match_seating import entry_keys_of
from tests import build
from tests.html import markup
from tournaments.models import Division, Entry
from tournaments.services import divisions, entries
from tournaments.services.merges import double_entries

pytestmark = pytest.mark.django_db

ORDERS = int(os.environ.get("STADIUM_ORDERS", "4"))
SEEDS = [int(one)] if (one := os.environ.get("STADIUM_ORDER")) else range(ORDERS)
STEPS = 35
YEARS = (1990, 2012, 2018)
ARRANGED = (["all"], ["junior", "senior", "masters"], ["junior_senior", "masters"], None)


class Hall:
    """An event of one to three divisions, its organizer's browser, and the players who were promised a place."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        structure = self.chance.choice(["swiss", "swiss", "swiss_cut", "elimination"])
        chosen = self.chance.choice([("all",), ("junior_senior", "masters"), ("junior", "senior", "masters")])
        self.event = build.event(structure=structure, divisions=chosen, by_age=False)
        build.add_players(self.event, 11, birth_years=YEARS)
        build.add_players(self.event, 2, birth_years=YEARS, checked_in=False)
        self.read: set[tuple[int, str, frozenset[int]]] = set()
        self.client = Client()
        self.client.force_login(self.event.staff.get(role="organizer").user)
        for division in self.event.divisions.all():
            if self.chance.random() < 0.7:
                rounds.post(rounds.pair_next_round(division, by=None, seed=seed), by=None)

    def acts(self) -> list[tuple[int, Callable[[], object]]]:
        """Return the actions to try, with their weights."""
        return [
            (8, self.pair), (3, self.pair_again), (9, self.post), (5, self.results), (5, self.close),
            (8, self.unpost_and_re_pair), (4, self.unpost), (1, self.unpair),
            (7, self.come_late), (1, self.choose_later), (2, self.check_in),
            (1, self.check_in_all), (1, self.check_out),
            (3, self.seat_late), (2, self.take_out), (1, self.re_pair_some), (1, self.remove),
            (3, self.drop), (3, self.reinstate), (1, self.disqualify), (1, self.lift),
            (3, self.move), (1, self.arrange), (3, self.merge_people), (3, self.undo_last), (2, self.undo_any),
        ]  # fmt: skip

    def pair(self) -> None:
        rounds.pair_next_round(self.division(), by=None, seed=self.chance.getrandbits(40), additional=True)

    def pair_again(self) -> None:
        rounds.pair_unposted_round_again(self.newest(), by=None, seed=self.chance.getrandbits(40))

    def post(self) -> None:
        """Check that players checked in before the posting, and not for a later round, have a match or a bye."""
        round_ = self.newest()
        here = (
            present_entries(round_.division).filter(STILL_IN_SWISS)
            if engine_fields.round_depends_on_attendance(round_)
            else ()
        )
        due = {entry.pk for entry in here if entry.joined_round <= round_.number}
        due |= {
            entry.pk for entry in here if not entry.seats.exclude(round=round_).exists()
        } - self.choosers()
        rounds.post(round_, by=None)
        lost = set(round_.matches.filter(outcome=Outcome.LATE_LOSS.value).values_list("left", flat=True))
        assert not due & lost, f"were here before round {round_.number} was posted: {self.names(due & lost)}"

    def choosers(self) -> set[int]:
        return set(self.event.entries.filter(notes="chose").values_list("pk", flat=True))

    def results(self) -> None:
        for match in self.newest().matches.filter(outcome="pending"):
            results.enter_result(
                match, MatchResult(self.chance.choice([Outcome.LEFT, Outcome.RIGHT])), by=None
            )

    def close(self) -> None:
        rounds.close_round(self.newest(), by=None)

    def unpost_and_re_pair(self) -> None:
        re_pairing.re_pair_posted(self.newest(), by=None, seed=self.chance.getrandbits(40))

    def unpost(self) -> None:
        self.undo_newest("RoundPosted")

    def unpair(self) -> None:
        self.undo_newest("RoundPaired")

    def come_late(self) -> None:
        self.enter(birth_year=self.chance.choice(YEARS), checked_in=self.chance.random() < 0.5)

    def choose_later(self) -> None:
        self.enter(birth_year=1990, joined_round=self.chance.choice([2, 3]), checked_in=True, notes="chose")

    def enter(self, **more: object) -> None:
        name = f"Comer{self.event.entries.count()}x{self.chance.getrandbits(20)}"
        attendance.enter_player(self.event, by=None, first_name="Late", last_name=name, **more)

    def check_in(self) -> None:
        attendance.check_in_player(self.somebody(checked_in_at__isnull=True), by=None)

    def check_in_all(self) -> None:
        attendance.check_in_all_missing_players(self.event, by=None)

    def check_out(self) -> None:
        attendance.check_out_unpaired_player(self.somebody(), by=None)

    def seat_late(self) -> None:
        late_entries.seat_late_entry(self.somebody(), self.newest(), by=None)

    def take_out(self) -> None:
        late_entries.take_out_of_round(self.somebody(), self.newest(), by=None, anyway=True)

    def re_pair_some(self) -> None:
        round_ = self.newest()
        matches = list(round_.matches.exclude(outcome=Outcome.LATE_LOSS.value))
        some = self.chance.sample(matches, min(len(matches), 3))
        manual_pairing.re_pair_matches(round_, some, by=None, seed=self.chance.getrandbits(40))

    def remove(self) -> None:
        entries.delete_unpaired_entry(self.somebody(), by=None)

    def drop(self) -> None:
        attendance.drop_player(self.somebody(), by=None)

    def reinstate(self) -> None:
        attendance.reinstate_player(self.somebody(dropped_in__isnull=False), by=None)

    def disqualify(self) -> None:
        attendance.disqualify_player(self.somebody(), by=None)

    def lift(self) -> None:
        attendance.lift_disqualification_of_player(self.somebody(disqualified=True), by=None)

    def move(self) -> None:
        """Move a player into another age division, and usually with it into another division."""
        entry = self.somebody()
        own = self.chance.choice(["junior", "senior", "masters"])
        home = next(
            one for one in self.event.divisions.all() if own in divisions.ages.PLAYS_IN[one.age_division]
        )
        entries.change_entry(entry, by=None, age_division=own, division=home)

    def merge_people(self) -> None:
        """Merge two entries that may be one person; usually one was added late, and one has a Player ID."""
        double_entries.merge_entries(self.somebody(), self.somebody(player_number__isnull=True), by=None)

    def arrange(self) -> None:
        divisions.arrange_divisions(self.event, by=None, divisions=self.chance.choice(ARRANGED))

    def undo_newest(self, kind: str) -> None:
        lines = self.event.journal.filter(kind=kind, undone_by=None, undoes=None).order_by("-pk")
        line = lines.select_related("division__tournament").first()
        if line is None:
            raise Refused("NOTHING_YET")
        undo.undo_step(line, by=None)

    def undo_last(self) -> None:
        step = undo.last_undoable_step(self.division())
        if step is None:
            raise Refused("NOTHING_YET")
        undo.undo_step(step, by=None)

    def undo_any(self) -> None:
        """Undo any line, as from an outdated page."""
        lines = self.event.journal.filter(kind__in=reversible_kinds()).order_by("-pk")
        newest = list(lines.select_related("division__tournament")[:12])
        if newest:
            undo.undo_step(self.chance.choice(newest), by=None)

    def division(self) -> Division:
        return self.chance.choice(list(self.event.divisions.select_related("tournament").order_by("pk")))

    def newest(self) -> Round:
        found = self.division().rounds.select_related("stage").order_by("-number").first()
        if found is None:
            raise Refused("NOTHING_YET")
        return found

    def somebody(self, **which: object) -> Entry:
        found = list(self.event.entries.filter(**which).select_related("division__tournament").order_by("pk"))
        if not found:
            raise Refused("NOTHING_YET")
        return self.chance.choice(found)

    def names(self, keys: set[int]) -> list[str]:
        return [str(entry) for entry in self.event.entries.filter(pk__in=keys)]

    def step(self) -> str:
        """Try random actions until one succeeds; a refused one must change nothing."""
        weights, acts = zip(*self.acts(), strict=True)
        for act in self.chance.choices(acts, weights, k=20):
            try:
                with transaction.atomic():
                    act()
            except Refused:
                continue
            return act.__name__
        return "nothing"

    def require_everybody_has_a_place(self) -> None:
        for division in self.event.divisions.all():
            for round_ in division.rounds.select_related("stage", "division__tournament"):
                self._require_places(round_)

    def _require_places(self, round_: Round) -> None:
        if not engine_fields.round_depends_on_attendance(round_):
            return
        here = {
            entry.pk
            for entry in round_.division.entries.all()
            if entry.checked_in_at is not None and entry.dropped_in is None and not entry.disqualified
        }
        places = Counter(one for match in Match.objects.filter(round=round_) for one in entry_keys_of(match))
        assert set(places) == set(round_.seats.values_list("entry", flat=True))
        assert not [one for one, times in places.items() if times > 1]
        absent = here - set(places)
        if not absent:
            return
        if round_.state == Round.State.CLOSED:
            assert round_.stage.kind == "elimination", f"in {round_}: {self.names(absent)}"
            return
        if (seen := (round_.pk, round_.state, frozenset(absent))) in self.read:
            return
        self.read.add(seen)
        page = self._page_of(round_)
        silent = [name for name in self.names(absent) if name not in page]
        assert not silent, f"no place in {round_} ({round_.state}), no line on its page: {silent}"

    def _page_of(self, round_: Round) -> str:
        name = "pairings:review" if round_.state == Round.State.UNPOSTED else "pairings:round"
        url = reverse(name, args=[self.event.slug, round_.division_id, round_.number])
        return markup(self.client.get(url))


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_who_is_here_is_left_out_in_silence(seed: int) -> None:
    hall = Hall(seed)
    done = []
    for _ in range(STEPS):
        try:
            done.append(hall.step())
            hall.require_everybody_has_a_place()
        except AssertionError as broken:
            raise AssertionError(f"seed {seed}: " + " → ".join(done)) from broken
