"""Why one place is above the next, in words."""

from dataclasses import replace

import pytest

from pairings.engine.display_rows import EntryPerson
from pairings.engine.standings import Explanation, Percentage, StandingLine
from pairings.queries.standings.standing_explained import Neighbor, PlaceExplanation
from pairings.words.place_bars import bar_groups, deciding_figure
from pairings.words.standing_words import place_explanation_text

MAYA = EntryPerson(1, "Maya", "Okonkwo", 9, "3-0-0", "masters")
ANA = EntryPerson(2, "Ana", "Silva", 9, "3-0-0", "masters")
BELOW = Neighbor(ANA, place=3, points=9, tie_breaks={"owp": 0.5, "oowp": 0.5}, beaten=False)


def why(
    *, alike: int = 1, owp: float = 0.5, oowp: float = 0.5, below: Neighbor | None = BELOW
) -> PlaceExplanation:
    tie_breaks = {"owp": owp, "oowp": oowp}
    line = StandingLine(1, 2, 9, 3, 0, 0, 1.0, tie_breaks)
    own = Percentage(3, 0, 0, 0, 1.0, 1.0, ())
    figures = Explanation(1, line, as_of=3, frozen=False, own=own, met=(), tie_breaks=tie_breaks)
    return PlaceExplanation(
        MAYA, after=3, place=2, points=9, alike=alike, figures=figures, steps=(), below=below
    )


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (why(alike=0), "Maya Okonkwo is the only player with 9 points."),
        (why(alike=1), "like 1 other."),
        (why(alike=5), "like 5 others."),
        (why(owp=0.6), "Opp. win 60.00% is higher than the 50.00% of Ana Silva in place 3"),
        (why(oowp=0.6), "Opp. opp. win decides: 60.00"),
        (why(below=replace(BELOW, beaten=True)), "who lost the match they played"),
        (why(), "the tiebreaker number decided"),
        (why(owp=0.4), "Ana Silva in place 3 came late"),
    ],
)
def test_what_parts_two_places_m019_to_m021(case, reason):
    assert reason in place_explanation_text(case)


@pytest.mark.parametrize(
    ("case", "step"),
    [
        (why(below=replace(BELOW, points=6)), "points"),
        (why(owp=0.6), "owp"),
        (why(oowp=0.6), "oowp"),
        (why(), ""),
        (why(owp=0.4), ""),
        (why(below=replace(BELOW, stayed=True), owp=0.6), ""),
        (why(below=None), ""),
        (replace(why(below=None, owp=0.4), above=BELOW), "owp"),
    ],
)
def test_the_step_that_decides(case, step):
    assert deciding_figure(case) == step
    notes = [group.decides for group in bar_groups(case)]
    assert notes == [step == key for key in ("points", "owp", "oowp")]


@pytest.mark.parametrize("below", [None, replace(BELOW, points=6)])
def test_nothing_to_part_from_who_has_fewer_points(below):
    assert place_explanation_text(why(below=below)) == "Maya Okonkwo has 9 points, like 1 other."
