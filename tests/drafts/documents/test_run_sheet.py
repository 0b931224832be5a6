"""The printed run sheet of a draft: who acts, a box for each pod, and the announcements."""

from typing import Any

import pytest

from drafts.documents.run_sheet import RunSheet
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup
from tests.papers import HEAD, pages


def text_of(subtype: str, players: int, **more: Any) -> str:
    found = plan_draft(Setup(subtype, players=players, packs_each=2, pack_size=6, **more))
    return " ".join(" ".join(pages(RunSheet(HEAD, found, [], about=[]).render())).split())


def test_in_solomon_players_1_and_2_turn_cards_over_wherever_they_sit_r094() -> None:
    text = text_of("solomon", 4)
    assert "Turned over by" in text
    assert "1 player 1 4 1 2 2 1" in text
    assert "2 player 2 4 2 1 1 2" in text
    assert "Opens" not in text


def test_energy_is_announced_before_event_day_and_a_redraft_before_the_start_r053_r095() -> None:
    text = text_of("solomon", 4, redraft_round=3, redraft_announced=True)
    before, start, drafting = (text.index(when) for when in ("Before event day", "Before the start", "Then"))
    assert before < text.index("R-053") < start < text.index("R-095") < drafting


@pytest.mark.parametrize(
    ("subtype", "players", "heads"),
    [
        ("solomon", 4, ["Pick order 1 2 1 player"]),
        (
            "solomon",
            34,
            ["Pick order 1 2 3 4 5 6 7 8 9 1 player", "Pick order 10 11 12 13 14 15 16 17 1 player"],
        ),
        ("rochester", 16, ["face up 1 2 1 seat 1"]),
        ("booster", 32, ["opened by seat 1 1 2 3 4 1 left"]),
    ],
)
def test_each_pod_has_its_column_of_boxes(subtype: str, players: int, heads: list[str]) -> None:
    """Pods advance at their own pace; many pods are split into grids of about the same size."""
    text = text_of(subtype, players)
    assert [head in text for head in heads] == [True] * len(heads)
    assert ("One box per pair." if subtype == "solomon" else "One box per pod.") in text
