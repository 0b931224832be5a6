"""Divisions: which ages play where, and what can no longer change once a round is posted."""

import pytest

from core import sentences
from core.services.undo import undo_step
from tests import build
from tests.build import refusal
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

JUNIOR, SENIOR, MASTERS = 2016, 2012, 1990


@pytest.fixture
def event():
    return build.event(divisions=("junior", "senior", "masters"))


@pytest.fixture
def judge(event):
    return build.staff(event, "organizer")


def codes(event):
    return [division.age_division for division in event.divisions.all()]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ((6, 6, 6), ["junior", "senior", "masters"]),
        ((5, 6, 12), ["junior_senior", "masters"]),
        ((6, 3, 3), ["junior", "senior_masters"]),
        ((0, 2, 12), ["all"]),
        ((0, 0, 12), ["junior", "senior", "masters"]),
    ],
)
def test_arranges_as_tom_does(event, judge, field, expected):
    """M-031; an empty division that is not in the way stays open for late entries."""
    for count, year in zip(field, (JUNIOR, SENIOR, MASTERS), strict=True):
        build.add_players(event, count, birth_years=(year,))
    arranged = divisions.arrange_divisions(event, by=judge)
    assert [division.age_division for division in arranged] == codes(event) == expected
    homes = {
        entry.age_division: entry.division.age_division for entry in event.entries.select_related("division")
    }
    assert homes == {
        age: next(code for code in expected if age in code.split("_") or code == "all")
        for age, count in zip(("junior", "senior", "masters"), field, strict=True)
        if count
    }
    assert sum(division.entries.count() for division in arranged) == sum(field)
    assert event.journal.latest("id").kind == "DivisionsArranged"


def test_arranges_as_told(event, judge):
    build.add_players(event, 9, birth_years=(JUNIOR, SENIOR, MASTERS))
    event.divisions.filter(age_division="junior").update(rounds_planned=4)
    assert len(divisions.arrange_divisions(event, by=judge, divisions=("all",))) == 1
    assert event.divisions.get().entries.count() == 9
    divisions.arrange_divisions(event, by=judge, divisions=("junior", "senior", "masters"))
    assert [division.entries.count() for division in event.divisions.all()] == [3, 3, 3]


def test_arrange_refuses(event, judge):
    build.add_players(event, 3, birth_years=(JUNIOR, SENIOR, MASTERS))
    arrange = divisions.arrange_divisions
    assert refusal(arrange, event, by=judge, divisions=("all", "junior")).code == "DIVISIONS_OVERLAP"
    arrange(event, by=judge, divisions=("all",))
    refused = refusal(arrange, event, by=judge, divisions=("masters",))
    assert (refused.code, refused.facts["age_division"]) == ("NO_DIVISION_TAKES", "junior")


def test_add_change_remove(event, judge):
    junior, senior, masters = event.divisions.all()
    assert refusal(divisions.add_division, event, by=judge, age_division="all").code == "DIVISIONS_OVERLAP"
    divisions.remove_division(junior, by=judge)
    divisions.change_division(senior, by=judge, age_division="junior_senior", rounds_planned=4)
    assert codes(event) == ["junior_senior", "masters"]
    divisions.remove_division(senior, by=judge)
    divisions.add_division(event, by=judge, age_division="senior", rounds_planned=3)
    assert codes(event) == ["senior", "masters"]
    divisions.remove_division(event.divisions.get(age_division="senior"), by=judge)
    assert refusal(divisions.remove_division, masters, by=judge).code == "LAST_DIVISION"
    kinds = list(event.journal.order_by("id").values_list("kind", flat=True))[1:]
    assert kinds == [f"Division{action}" for action in ("Removed", "Changed", "Removed", "Added", "Removed")]


def test_players_hold_a_division(event, judge):
    build.add_players(event, 2, birth_years=(SENIOR,))
    junior, senior, _ = event.divisions.all()
    assert refusal(divisions.remove_division, senior, by=judge).facts == {"division": "senior", "players": 2}
    divisions.remove_division(junior, by=judge)
    assert (
        refusal(divisions.change_division, senior, by=judge, age_division="junior").code
        == "DIVISION_LEAVES_OUT"
    )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rounds_planned": 0}, "ROUNDS_IMPOSSIBLE"),
        ({"cut_size": 1}, "CUT_IMPOSSIBLE"),
        ({"third_place": True}, "THIRD_PLACE_WITHOUT_CUT"),
        ({"age_division": "senior_masters"}, "DIVISIONS_OVERLAP"),
    ],
)
def test_change_refuses(event, judge, fields, code):
    division = event.divisions.first()
    assert refusal(divisions.change_division, division, by=judge, **fields).code == code


def test_posting_round_1_fixes_a_division(event, judge):
    event.divisions.filter(age_division="junior").update(started_at=build.NOON)
    junior = event.divisions.first()
    for fields in ({"by_age": False}, {"rounds_planned": 7}, {"age_division": "junior_senior"}):
        assert refusal(divisions.change_division, junior, by=judge, **fields).code == "DIVISION_HAS_STARTED"
    assert refusal(divisions.arrange_divisions, event, by=judge).code == "EVENT_HAS_STARTED"
    assert divisions.change_division(junior, by=judge, first_table=20).first_table == 20


def test_first_tables_leave_each_division_its_own(event, judge):
    junior, senior = event.divisions.filter(age_division__in=("junior", "senior"))
    build.add_players(event, 8, birth_years=(JUNIOR,))
    divisions.change_division(junior, by=judge, first_table=1)
    refused = refusal(divisions.change_division, senior, by=judge, first_table=3)
    assert refused.code == "TABLES_OVERLAP"
    assert str(sentences.refusal_text(refused)) == (
        "Juniors need tables 1 to 4, and a table belongs to one division. Start Seniors at "
        "table 5 or later, or leave its first table blank."
    )
    assert divisions.change_division(senior, by=judge, first_table=5).first_table == 5
    assert refusal(divisions.change_division, junior, by=judge, first_table=2).code == "TABLES_OVERLAP"
    divisions.change_division(junior, by=judge, first_table=20)
    divisions.change_division(senior, by=judge, first_table=1)
    moved = event.journal.get(kind="DivisionChanged", facts__changed__first_table=[1, 20])
    assert refusal(undo_step, moved, by=judge).code == "TABLES_OVERLAP"
