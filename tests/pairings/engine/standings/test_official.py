"""The official places of real events, and the rule on which each of them depends."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pairings.engine.bracket import final_order
from pairings.engine.standings import Competitor, PlayedMatch, Rules, rank_competitors, split_by_age_division
from pairings.engine.tdf import TomEvent, read_tdf_file
from pairings.engine.tom_field import number_user_ids, standings_input_of_pod

FINISHED = [
    "challenge_11_players_final",
    "challenge_20_awarded_bye_final",
    "challenge_9_awarded_bye_final",
    "combined_17_late_entries_final",
    "custom_9_players_drop_final",
]
ELIMINATION = "elimination_8_players_third_place_final"

Places = dict[int, list[str]]


def official(event: TomEvent) -> Places:
    return {part.category: [user_id for user_id, _ in part.places] for part in event.standings if part.places}


def load(shared: Path, name: str) -> TomEvent:
    return read_tdf_file((shared / "tdf" / f"{name}.tdf").read_bytes())


def as_given(competitor: Competitor, _: bool) -> Competitor:
    return competitor


def added_is_late(competitor: Competitor, starter: bool) -> Competitor:
    return replace(competitor, late=not starter)


def computed(
    event: TomEvent, rules: Rules, change: Callable[[Competitor, bool], Competitor] = as_given
) -> Places:
    """Return our places, split like the official ones."""
    age_division = {user_id: part for part, places in official(event).items() for user_id in places}
    user_of = {number: user_id for user_id, number in number_user_ids(event).items()}
    people = event.player_of
    found: Places = {}
    for pod in event.pods:
        competitors, played = standings_input_of_pod(event, pod)
        changed = [change(one, people[user_of[one.id]].starter) for one in competitors]
        lines = rank_competitors(changed, played, rounds_planned=len(pod.swiss_rounds), rules=rules)
        for part, places in split_by_age_division(lines, lambda line: age_division[user_of[line.id]]).items():
            found[part] = [user_of[line.id] for line in places]
    return found


def right(event: TomEvent, found: Places) -> tuple[int, int]:
    """Return how many places are right, and how many there are."""
    pairs = [
        (a, b) for part, wanted in official(event).items() for a, b in zip(found[part], wanted, strict=True)
    ]
    return sum(a == b for a, b in pairs), len(pairs)


@pytest.mark.parametrize("name", FINISHED)
def test_official_places(shared: Path, name: str) -> None:
    event = load(shared, name)
    assert computed(event, Rules()) == official(event)


def test_every_finished_file_is_tested(shared: Path) -> None:
    assert sorted(path.stem for path in (shared / "tdf").glob("*_final.tdf")) == sorted(
        [*FINISHED, ELIMINATION]
    )


def test_official_places_of_an_elimination(shared: Path) -> None:
    """M-027: places 1 to 4 follow from the matches; no rule explains 5 to 8, so the file provides their order."""
    event = load(shared, ELIMINATION)
    ids = number_user_ids(event)
    places = official(event)[10]
    given = [ids[user_id] for user_id in places]
    rounds = [
        [
            PlayedMatch(part.number, ids[one.left], ids[one.right] if one.right else None, one.outcome)
            for one in part.played
            if one.outcome is not None
        ]
        for part in event.pods[0].cut_rounds
    ]
    assert [one.id for one in final_order(given, rounds)] == given
    shuffled = sorted(given)
    assert [one.id for one in final_order(shuffled, rounds)][:4] == given[:4]


def test_seeds_of_a_cut(shared: Path) -> None:
    """M-028: the seeds in the file are our Swiss places."""
    event = load(shared, "vgc_premier_19_cut_r8_begin")
    pod = event.pods[0]
    competitors, played = standings_input_of_pod(event, pod)
    lines = rank_competitors(competitors, played, rounds_planned=len(pod.swiss_rounds))
    ids = number_user_ids(event)
    seeds = {ids[player.user_id]: player.seed for player in event.players if player.seed}
    assert {line.id: line.place for line in lines[:8]} == seeds


@pytest.mark.parametrize(
    ("rules", "change", "expected"),
    [
        (Rules(byes_counted=True), as_given, {"challenge_11": (9, 11), "custom_9": (7, 9)}),
        (Rules(floor=0), as_given, {"challenge_11": (9, 11)}),
        (
            Rules(floor=1 / 3),
            as_given,
            {"challenge_11": (9, 11), "challenge_20": (18, 20), "custom_9": (7, 9)},
        ),
        (Rules(freeze=False), as_given, {"custom_9": (6, 9)}),
        (Rules(tie_share=1 / 3), as_given, {"challenge_11": (9, 11), "challenge_20": (18, 20)}),
        (Rules(), added_is_late, {"combined_17": (8, 17)}),
        (Rules(dropped_cap=1), as_given, {}),
        (Rules(head_to_head=False), as_given, {}),
        (Rules(round_percent_digits=None), as_given, {}),
        (Rules(late_loss_opponent=True), as_given, {}),
        (Rules(awarded_bye_opponent=False), as_given, {}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else None,
)
def test_without_one_rule(
    shared: Path,
    rules: Rules,
    change: Callable[[Competitor, bool], Competitor],
    expected: dict[str, tuple[int, int]],
) -> None:
    """Lists the files that fail without a rule; a rule with an empty answer is not tested by these files."""
    broken = {}
    for name in FINISHED:
        event = load(shared, name)
        score = right(event, computed(event, rules, change))
        if score[0] != score[1]:
            broken["_".join(name.split("_")[:2])] = score
    assert broken == expected
