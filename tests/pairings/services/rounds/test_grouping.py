"""The first pairing of a League Challenge or Cup groups the age divisions by attendance, as TOM does (M-031)."""

from typing import Any

import pytest

from core.services import undo
from pairings.models import Round
from pairings.services.rounds import all_divisions, rounds
from tests import build
from tournaments.models import Entry, Tournament
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

BORN = {"junior": 2018, "senior": 2012, "masters": 1990}


def store(
    kind: str = "league_challenge", *, counts: dict[str, int] | None = None, **fields: Any
) -> Tournament:
    """Create an event with the defaults of its kind, and 12 Masters, 3 Seniors and 2 Juniors checked in."""
    event = build.event(kind=kind, **{"divisions": None} | fields)
    for age, players in (counts or {"masters": 12, "senior": 3, "junior": 2}).items():
        build.add_players(event, players, birth_years=(BORN[age],))
    return event


def codes(event: Tournament) -> list[str]:
    return list(event.divisions.order_by("position").values_list("age_division", flat=True))


def seen(event: Tournament) -> dict[int, int]:
    return dict.fromkeys(event.divisions.values_list("pk", flat=True), 1)


@pytest.mark.parametrize("kind", ["league_challenge", "league_cup"])
def test_a_mixed_field_of_a_store_plays_as_one_tournament(kind: str) -> None:
    event = store(kind)
    assert codes(event) == ["junior", "senior", "masters"]
    paired = all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["all"])
    assert codes(event) == ["all"]
    (round_,) = paired.done
    assert round_.seats.count() == 17
    assert round_.division.by_age
    assert event.journal.get(kind="DivisionsArranged").facts["divisions"] == ["all"]


def test_seventeen_seniors_and_masters_leave_six_juniors_apart() -> None:
    event = store(counts={"masters": 12, "senior": 3, "junior": 6})
    paired = all_divisions.pair_all_divisions(
        event, seen(event), by=None, grouped=["junior", "senior_masters"]
    )
    assert codes(event) == ["junior", "senior_masters"]
    assert [round_.seats.count() for round_ in paired.done] == [6, 15]


def test_attendance_decides_and_not_who_is_entered() -> None:
    event = store(counts={"masters": 12, "senior": 8, "junior": 7})
    away = event.entries.filter(age_division="junior").values("pk")[:3]
    event.entries.filter(pk__in=list(away.values_list("pk", flat=True))).update(checked_in_at=None)
    all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["junior_senior", "masters"])
    assert codes(event) == ["junior_senior", "masters"]
    assert (
        Entry.objects.get(pk=event.entries.filter(checked_in_at=None)[0].pk).division.age_division
        == "junior_senior"
    )


def test_one_division_paired_alone_is_grouped_too() -> None:
    event = store()
    round_ = rounds.pair_next_round(event.divisions.get(age_division="masters"), by=None)
    assert (round_.division.age_division, round_.seats.count()) == ("all", 17)


def test_a_grouping_that_no_one_saw_is_not_done() -> None:
    event = store()
    for grouped in ([], ["junior_senior", "masters"]):
        refused = build.refusal(
            all_divisions.pair_all_divisions, event, seen(event), by=None, grouped=grouped
        )
        assert refused.code == "GROUPING_CHANGED"
    assert codes(event) == ["junior", "senior", "masters"]
    assert not Round.objects.exists()


def test_a_pairing_undone_is_grouped_again_by_those_who_are_there_then() -> None:
    event = store()
    (round_,) = all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["all"]).done
    undo.undo_step(undo.last_undoable_step(round_.division), by=None)
    build.add_players(event, 4, birth_years=(BORN["junior"],))
    build.add_players(event, 3, birth_years=(BORN["senior"],))
    paired = all_divisions.pair_all_divisions(
        event, seen(event), by=None, grouped=["junior", "senior", "masters"]
    )
    assert [round_.seats.count() for round_ in paired.done] == [6, 6, 12]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("league_challenge", {"divisions": ("junior", "senior", "masters")}),
        ("league_challenge", {"by_numbers": False}),
        ("regional", {}),
    ],
)
def test_divisions_that_were_chosen_stay(kind: str, fields: dict[str, Any]) -> None:
    event = store(kind, **fields)
    all_divisions.pair_all_divisions(event, seen(event), by=None)
    assert codes(event) == ["junior", "senior", "masters"]


def test_divisions_chosen_in_the_settings_stay_until_numbers_are_chosen_again() -> None:
    event = store()
    divisions.arrange_divisions(event, by=None, divisions=("junior_senior", "masters"))
    assert not Tournament.objects.get(pk=event.pk).by_numbers
    divisions.set_grouping_by_attendance(event, by=None)
    event.refresh_from_db()
    all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["all"])
    assert codes(event) == ["all"]


def test_rounds_and_cut_set_by_hand_go_along_with_the_largest_division() -> None:
    event = store("league_cup")
    for home in event.divisions.all():
        divisions.change_division(
            home, by=None, rounds_planned=6 if home.age_division == "masters" else 3, cut_size=4
        )
    (round_,) = all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["all"]).done
    assert (round_.stage.rounds_planned, round_.division.cut_size) == (6, 4)


def test_once_a_round_is_paired_late_players_move_no_one() -> None:
    event = store()
    (round_,) = all_divisions.pair_all_divisions(event, seen(event), by=None, grouped=["all"]).done
    rounds.post(round_, by=None)
    build.add_players(event, 6, birth_years=(BORN["junior"],))
    assert codes(event) == ["all"]
    assert event.entries.filter(division=round_.division).count() == 23
