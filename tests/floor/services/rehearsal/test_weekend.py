"""A rehearsed Regional of two days: the same seed plays the same weekend, and the command prints it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from floor.services.rehearsal import weekend
from pairings.models import Match, Stage
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def play(seed: int, *more: str) -> list[str]:
    """Play the smallest weekend, and return the printed lines."""
    out = StringIO()
    command = ("rehearse", "--players", str(weekend.MIN_PLAYERS), "--days", "2", "--seed", str(seed), *more)
    call_command(*command, stdout=out)
    return out.getvalue().splitlines()


def matches_of(slug: str) -> list[tuple[object, ...]]:
    rows = Match.objects.filter(round__division__tournament__slug=slug)
    ids = ("left__player__player_id", "right__player__player_id")
    order = ("round__division__position", "round__number", "position")
    return list(rows.order_by(*order).values_list(*order, *ids, "outcome", "table"))


def test_the_same_seed_plays_the_same_weekend() -> None:
    first, again, other = play(3), play(3), play(4)
    assert first[1:-1] == again[1:-1] != other[1:-1]
    assert matches_of(first[-1]) == matches_of(again[-1]) != matches_of(other[-1])


def test_the_command_prints_what_happens() -> None:
    lines = play(3, "--delete")
    assert lines[0].endswith("15 players, random seed 3")
    assert any(line.startswith("Masters  1  posted") for line in lines)
    assert sum(line.endswith("champion") for line in lines) == 3
    assert lines[-1] == "The event is deleted."
    assert not Tournament.objects.exists()


def test_a_small_event_has_a_short_day_two() -> None:
    slug = play(3)[-1]
    stages = Stage.objects.filter(division__tournament__slug=slug, division__age_division="masters")
    assert list(stages.order_by("position").values_list("kind", "rounds_planned"))[:2] == [
        ("swiss", 3),
        ("swiss", 5),
    ]


def test_players_by_age_division() -> None:
    assert weekend.players_by_age_division(1000) == {"masters": 700, "senior": 170, "junior": 130}
    assert weekend.players_by_age_division(15) == {"masters": 5, "senior": 5, "junior": 5}
    with pytest.raises(ValueError, match="fewer than 15"):
        weekend.players_by_age_division(14)


def test_what_two_days_cannot_be() -> None:
    with pytest.raises(CommandError, match="at least 15 players"):
        call_command("rehearse", "--players", "14", "--days", "2")
    with pytest.raises(CommandError, match="Leave out --staff"):
        call_command("rehearse", "--players", "40", "--days", "2", "--staff")
    assert not Tournament.objects.exists()
