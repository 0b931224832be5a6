"""The bowl of an event: the same for the same name, small, and with a lit sector for each age division."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from core.engine.bowl_picture import RINGS, SECTORS, draw_bowl


@pytest.mark.parametrize("name", ["harbor-league-cup", "x", "é" * 80, ""])
def test_a_picture_of_three_kilobytes(name: str) -> None:
    picture = draw_bowl(name)
    assert len(picture) < 3500
    root = ElementTree.fromstring(picture)  # noqa: S314 - our own picture
    seats = root[0]
    assert len(seats) == RINGS + len(SECTORS)
    assert [one.get("stroke") for one in seats if one.get("stroke") in SECTORS.values()] == list(
        SECTORS.values()
    )


def test_each_name_has_its_own() -> None:
    assert draw_bowl("harbor-cup") == draw_bowl("harbor-cup")
    assert draw_bowl("harbor-cup") != draw_bowl("harbour-cup")


@pytest.mark.parametrize("name", ["harbor-cup", "x"])
def test_lit_seats_lie_on_seats(name: str) -> None:
    seats = ElementTree.fromstring(draw_bowl(name))[0]  # noqa: S314 - our own picture
    for below, lit in pairwise(seats):
        if lit.get("stroke") not in SECTORS.values():
            continue
        dash, gap = map(int, str(below.get("stroke-dasharray")).split())
        assert str(lit.get("stroke-dasharray")).startswith(f"{dash} {gap} ")
        moved = int(str(lit.get("stroke-dashoffset"))) - int(str(below.get("stroke-dashoffset")))
        assert moved % (dash + gap) == 0
