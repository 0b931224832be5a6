"""The tables and the structure of a division can be undone like any other step."""

import pytest

from core.services import undo
from pairings.services.rounds import rounds
from tests.build import refusal
from tests.pairings import build
from tournaments.services import divisions

pytestmark = pytest.mark.django_db


def test_the_first_table_of_a_division_and_its_undo() -> None:
    home = build.division(6)
    divisions.change_division(home, by=None, first_table=40)
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [40, 41, 42]
    undo.undo_step(home.journal.get(kind="RoundPaired"), by=None)
    step = undo.last_undoable_step(home)
    assert step
    assert step.kind == "DivisionChanged"
    undo.undo_step(step, by=None)
    home.refresh_from_db()
    assert home.first_table is None
    round_ = rounds.pair_next_round(home, by=None, seed=1)
    assert sorted(round_.matches.values_list("table", flat=True)) == [1, 2, 3]


def test_what_changed_again_since_stays() -> None:
    home = build.division(4)
    divisions.change_division(home, by=None, first_table=40)
    first = home.journal.get(kind="DivisionChanged")
    divisions.change_division(home, by=None, first_table=50)
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"
