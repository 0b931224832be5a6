"""Finished files, entered again by hand with only our services: the file we write equals TOM's in each element."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import pairings
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf.codes import MIRRORED
from pairings.models import TomFile
from pairings.queries import tom as queries
from pairings.services.bracket import cuts
from tests.pairings.services.tom.by_hand import play_again
from tests.pairings.services.tom.test_tom import FINISHED
from tests.pairings.services.tom.test_tom_export import STAMPS, elements
from tests.pairings.services.tom.test_tom_round_trip import come_and_go, cup_of, play_round
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CLOCK = "/tournament/timeelapsed"
"""How long TOM was running: besides the time stamps, the only difference in an event entered by hand."""


def timeless(data: bytes) -> list[str]:
    return [CLOCK if line.startswith(f"{CLOCK} ") else line for line in elements(data)]


ELIMINATION = "elimination_8_players_third_place_final"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FINISHED if name != ELIMINATION])
def test_a_finished_file_entered_by_hand_is_the_file(shared, name):
    """Registration, check-in, late entries, each pairing by hand, results, drops; then the export equals TOM's file."""
    data = (shared / "tdf" / f"{name}.tdf").read_bytes()
    event = play_again(data)
    assert not TomFile.objects.exists()
    assert timeless(queries.export_tom_file(event).data) == timeless(as_tom_has_it(data))


def test_a_single_elimination_entered_by_hand_is_the_file(shared):
    """Everything except the order of places 5 to 8, lost in round 1: no rule explains TOM's order (TIEBREAKS.md)."""
    data = (shared / "tdf" / f"{ELIMINATION}.tdf").read_bytes()
    ours, theirs = timeless(queries.export_tom_file(play_again(data)).data), timeless(as_tom_has_it(data))
    assert who(ours) == who(theirs)
    for lines in (ours, theirs):
        for at in undecided(lines):
            lines[at] = ""
    assert ours == theirs


def who(lines: list[str]) -> set[str]:
    return {re.sub("'place', '.'", "", lines[at]) for at in undecided(lines)}


def undecided(lines: list[str]) -> list[int]:
    """Return where the players of places 5 to 8 are in the standings."""
    return [at for at, line in enumerate(lines) if re.search(r"\('place', '[5-8]'\)", line)]


def as_tom_has_it(data: bytes) -> bytes:
    """Change two details of files rebuilt by hand (INDEX.md) to what TOM itself writes.

    Late entries are at the end of a roster, and Player 1 of a match for third place comes from the upper half.
    """
    read = tdf.read_tdf_file(data)
    slot = {one.user_id: one.order or 0 for one in read.players}
    pods = tuple(
        replace(
            pod,
            subgroups=(tuple(sorted(pod.roster, key=lambda one: _arrived(pod, read.player_of[one]))),),
            rounds=tuple(_turned(one, slot) for one in pod.rounds),
        )
        for pod in read.pods
    )
    return tdf.patch_tdf_text(data, tdf.write_tdf(read), tdf.write_tdf(replace(read, pods=pods)))


def _arrived(pod: tdf.TomPod, player: tdf.TomPlayer) -> int:
    """Return when a player arrived: in time, for the pairing of round 1, or in the round of their loss."""
    lost = [one.number for one in pod.rounds for match in one.played
            if match.outcome is Outcome.LATE_LOSS and match.left == player.user_id]  # fmt: skip
    return 0 if player.starter else 1 + max(lost, default=0)


def _turned(one: tdf.TomRound, slot: dict[str, int]) -> tdf.TomRound:
    matches = [
        replace(match, left=match.right, right=match.left, outcome=MIRRORED[match.outcome], code="")
        if one.elimination and match.right and slot[match.left] > slot[match.right]
        else match
        for match in one.matches
    ]
    return replace(one, matches=tuple(matches))


@pytest.fixture
def cup() -> Tournament:
    """Play a cup with three divisions to the end, each with drops, a disqualification, late entries, byes, ties and
    a cut.
    """
    made, chance = cup_of({"junior": (8, 2016), "senior": (11, 2012), "masters": (14, 1990)}), Random(13)
    made.divisions.update(rounds_planned=4, cut_size=4, third_place=True)
    for division in made.divisions.select_related("tournament"):
        for number in range(1, 5):
            play_round(division, chance)
            if number < 4:
                come_and_go(division, chance, number)
        cuts.start_cut(division, by=None)
        for _ in range(2):
            play_round(division, chance, cut=True)
    return made


@pytest.mark.slow
def test_three_divisions_with_everything_that_happens(cup):
    data = queries.export_tom_file(cup).data
    read = tdf.read_tdf_file(data)
    outcomes = {match.outcome for pod in read.pods for one in pod.rounds for match in one.matches}
    assert {"bye", "awarded_bye", "late_loss", "tie"} <= outcomes
    assert {len(pod.cut_rounds) for pod in read.pods} == {2}
    assert {one.disqualified for one in read.players if one.dropped_in} == {True, False}
    again = play_again(data)
    assert timeless(queries.export_tom_file(again).data) == timeless(data)


def test_the_list_of_time_stamps_is_the_one_of_the_manual():
    """What only TOM's file contains is listed in docs/with-tom.md by its element."""
    manual = (Path(pairings.__file__).parents[1] / "docs" / "with-tom.md").read_text("utf-8")
    assert [name for name in [*STAMPS, "timeelapsed"] if f"`{name}`" not in manual] == []
