"""The picture for other sites: its size, words in every script, and a logo that may be gone."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from core.documents.share_card import CardColumn, ShareCard, _point_on_ring, _seat_dashes, draw_share_card
from core.engine.bowl_picture import SECTORS, seat_rings

CARD = ShareCard(
    "harbor-cup", "League Cup", "Champion", "Yara Haddad", ("Harbor Cup", "29 November 2026, Porto")
)


def drawn(card: ShareCard) -> Image.Image:
    return Image.open(BytesIO(draw_share_card(card))).convert("RGB")


def test_a_card_has_the_size_that_other_sites_expect():
    assert drawn(CARD).size == (1200, 630)
    assert len(draw_share_card(CARD)) < 600_000


@pytest.mark.parametrize(
    "headline", ["محمد بن عبد الله", "אבי כהן", "김민준", "山田太郎", "ณัฐวุฒิ", "☃ 🎉", "N" * 200, "-"]
)
def test_a_name_of_any_script_leaves_ink_inside_the_card(headline):
    without = drawn(replace(CARD, headline=" "))
    box = ImageChops.difference(drawn(replace(CARD, headline=headline)), without).getbbox()
    assert box is not None
    assert box[0] >= 50
    assert box[2] <= 900


def test_columns_stand_side_by_side_at_the_foot():
    columns = tuple(
        CardColumn(title, "#66ccff", ((1, "Ana S."),)) for title in ("Masters", "Seniors", "Juniors")
    )
    three, two = drawn(replace(CARD, columns=columns)), drawn(replace(CARD, columns=columns[:2]))
    assert ImageChops.difference(three, two).getbbox()[1] > 440


def test_a_logo_that_is_gone_is_left_out():
    without = drawn(replace(CARD, logo="pictures/missing.webp"))
    assert ImageChops.difference(without, drawn(CARD)).getbbox() is None


def test_the_seats_of_a_ring_follow_each_other_all_around_it():
    for ring in seat_rings("harbor-cup"):
        points = [_point_on_ring(ring, way) for way in range(ring.around)]
        assert max(dist(*pair) for pair in pairwise(points)) < 1.01
        assert dist(points[0], points[-1]) < 2
        assert all(
            ring.left - 0.01 <= x <= ring.left + ring.width + 0.01
            and ring.top - 0.01 <= y <= ring.top + ring.height + 0.01
            for x, y in points
        )


def test_a_sector_is_lit_for_each_age_division():
    lit = [
        color
        for ring in seat_rings("harbor-cup")
        for color, _start, _end in _seat_dashes(ring)
        if color == ring.light
    ]
    assert set(lit) == set(SECTORS.values())
